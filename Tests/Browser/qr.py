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


def read_svg(page, svg, width):
    """The text of an SVG, as the browser draws it `width` pixels wide."""
    page.set_content(f'<div style="width: {width}px">{svg}</div>')
    (text,) = texts(page.locator("svg").screenshot())
    return text
