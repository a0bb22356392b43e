"""Reads QR codes in images, as a phone would."""

import io

import zxingcpp
from PIL import Image

from hub import eventually


def texts(png):
    """Returns the texts of the QR codes in a PNG, such as a screenshot of a page or an element."""
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert all(code.format == zxingcpp.BarcodeFormat.QRCode for code in codes), codes
    return [code.text for code in codes]


def expect_code(shown, text):
    """Waits until a page or an element shows exactly this code, uncovered."""
    seen = eventually(lambda: texts(shown.screenshot()), lambda found: found == [text])
    assert seen == [text]


def read_lines(lines):
    """Returns the text of a code drawn in a terminal: each character is two modules, the light ones lit."""
    image = Image.new("L", (max(map(len, lines)), 2 * len(lines)))
    for y, line in enumerate(lines):
        for x, drawn in enumerate(line):
            image.putpixel((x, 2 * y), 255 * (drawn in "█▀"))
            image.putpixel((x, 2 * y + 1), 255 * (drawn in "█▄"))
    (code,) = zxingcpp.read_barcodes(image.resize((8 * image.width, 8 * image.height), Image.Resampling.NEAREST))
    return code.text
