"""A hub with boards that only the tests have: the guest book, and one with a setting of every kind."""

import os
import subprocess
import time
import urllib.error
import urllib.request

from hub import Hub, binary


class GuestBookHub(Hub):
    def start(self):
        """Starts it within the Swift tests, and returns when it answers."""
        tests = binary().parent / "tablecastPackageTests.xctest"
        self.process = subprocess.Popen(
            [tests, "--testing-library", "swift-testing", "--filter", "GuestBookHub"],
            env={
                **os.environ, "TABLECAST_GUEST_BOOK_HUB": str(self.data),
                "TABLECAST_PORT": str(self.port),
            },
            stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        while self.process.poll() is None:
            try:
                urllib.request.urlopen(self.address).close()
                return self
            except urllib.error.URLError:
                time.sleep(0.1)
        raise RuntimeError("The hub did not start: " + self.process.stdout.read() + self.errors())
