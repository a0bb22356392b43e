"""The browser of the tests: Chromium's headless shell, which draws pages and no window around them."""

import os
from pathlib import Path

FONTS = Path(__file__).with_name("fonts.conf")


def launch(playwright):
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium-headless-shell",
        args=["--no-sandbox"],
        env={**os.environ, "FONTCONFIG_FILE": os.environ.get("FONTCONFIG_FILE", str(FONTS))},
    )
