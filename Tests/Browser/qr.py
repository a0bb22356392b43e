"""What a phone would read in an image."""

import io

import zxingcpp
from PIL import Image

from hub import eventually


def texts(png):
    """The texts of the QR codes in the bytes of a PNG, such as a page's or an element's screenshot."""
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert all(code.format == zxingcpp.BarcodeFormat.QRCode for code in codes), codes
    return [code.text for code in codes]


def expect_code(shown, text):
    """Waits until a page or an element shows this one code, and nothing covers it."""
    seen = eventually(lambda: texts(shown.screenshot()), lambda found: found == [text])
    assert seen == [text]


def read_lines(lines):
    """The text of a code that is drawn in a terminal, each character two modules, the light ones lit."""
    image = Image.new("L", (max(map(len, lines)), 2 * len(lines)))
    for y, line in enumerate(lines):
        for x, drawn in enumerate(line):
            image.putpixel((x, 2 * y), 255 * (drawn in "█▀"))
            image.putpixel((x, 2 * y + 1), 255 * (drawn in "█▄"))
    (code,) = zxingcpp.read_barcodes(image.resize((8 * image.width, 8 * image.height), Image.Resampling.NEAREST))
    return code.text


def read_svg(page, svg, width):
    """The text of an SVG, as the browser draws it `width` pixels wide."""
    page.set_content(f'<div style="width: {width}px">{svg}</div>')
    (text,) = texts(page.locator("svg").screenshot())
    return text
