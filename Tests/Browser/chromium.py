"""The browser of the tests: Chromium's headless shell, which has no window."""

import os
import warnings
from pathlib import Path

from playwright.sync_api import Error

FONTS = Path(__file__).with_name("fonts.conf")


def launch(playwright):
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium-headless-shell",
        args=["--no-sandbox"],
        env={**os.environ, "FONTCONFIG_FILE": os.environ.get("FONTCONFIG_FILE", str(FONTS))},
    )


class Browser:
    """The browser of all tests of a run. If it has crashed before a test begins, it is started again, once.

    A later crash is not retried: it may be what the test is there to find.
    """

    def __init__(self, playwright):
        self.playwright = playwright
        try:
            self.running = launch(playwright)
        except Error as error:
            self.start_again(error)

    def start_again(self, error):
        reason = error.message.partition("\n")[0]
        warnings.warn(f"The browser crashed before a test began, and was started again: {reason}", stacklevel=2)
        self.running = launch(self.playwright)

    def new_page(self, is_first, prepare, **options):
        """Opens an empty page in its own profile; `prepare` gets the profile first.

        - is_first: Whether a test has had no page yet.
        """
        try:
            return self.open(prepare, options)
        except Error as error:
            if not is_first or not self.is_gone(error):
                raise
            self.start_again(error)
        return self.open(prepare, options)

    def open(self, prepare, options):
        context = self.running.new_context(**options)
        prepare(context)
        return context.new_page()

    def is_gone(self, error):
        # The crash may be reported after the first failing call.
        return not self.running.is_connected() or "has been closed" in error.message

    def close(self):
        self.running.close()
