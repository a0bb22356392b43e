"""What a phone would read in an image."""

import io
import time

import zxingcpp
from PIL import Image


def read(png):
    """The text of the one QR code in the bytes of a PNG, such as a page's or an element's screenshot."""
    codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(png)))
    assert len(codes) == 1, f"{len(codes)} codes are read"
    assert codes[0].format == zxingcpp.BarcodeFormat.QRCode, codes[0].format
    return codes[0].text


def expect_code(shown, text):
    """Waits until a page or an element shows this one code and nothing covers it."""
    deadline = time.monotonic() + 30
    while True:
        try:
            assert read(shown.screenshot()) == text
            return
        except AssertionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def read_svg(page, svg, width):
    """The text of an SVG, as the browser draws it `width` pixels wide."""
    page.set_content(f'<div style="width: {width}px">{svg}</div>')
    return read(page.locator("svg").screenshot())
