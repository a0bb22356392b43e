"""The browser of the tests: Chromium's headless shell, which draws pages and no window around them."""


def launch(playwright):
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
    )
