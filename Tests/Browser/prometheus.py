"""A real Prometheus, set up by the files in Public/docs/operations."""

import json
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from hub import PATIENCE_SECONDS, eventually, free_port
from operations import OPERATIONS


class Prometheus:
    def __init__(self, hub):
        self.folder = tempfile.TemporaryDirectory(prefix="tablecast-prometheus-")
        self.configuration = Path(self.folder.name) / "prometheus.yml"
        self.address = f"127.0.0.1:{free_port()}"
        self.instance = hub.address.partition("//")[2]
        self.process = None
        self.log = open(Path(self.folder.name) / "log", "w+", encoding="utf-8")
        text = (OPERATIONS / "prometheus.yml").read_text(encoding="utf-8")
        for shipped, here in (
            ("- localhost:8080\n", f"- {self.instance}\n"), (": 15s\n", ": 1s\n"),
        ):
            assert shipped in text
            text = text.replace(shipped, here)
        self.configuration.write_text(text, encoding="utf-8")
        rules = (OPERATIONS / "alerts.yml").read_text(encoding="utf-8")
        self.configuration.with_name("alerts.yml").write_text(rules, encoding="utf-8")
        token = hub.command("token", "--role", "engineer", "--name", "Prometheus")
        self.configuration.with_name("tablecast.token").write_text(token + "\n", encoding="utf-8")

    def start(self):
        self.process = subprocess.Popen(
            [
                "prometheus", f"--config.file={self.configuration}",
                f"--storage.tsdb.path={self.folder.name}/data",
                f"--web.listen-address={self.address}", "--log.level=warn",
            ],
            stdout=self.log, stderr=self.log,
        )
        assert eventually(self.is_ready), self.errors()
        return self

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"http://{self.address}/-/ready") as answer:
                return answer.status == 200
        except (urllib.error.URLError, ConnectionError):
            return False

    def errors(self):
        self.log.seek(0)
        return self.log.read()

    def close(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE_SECONDS)
        self.log.close()
        self.folder.cleanup()

    def ask(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        try:
            with urllib.request.urlopen(f"http://{self.address}/api/v1/{path}?{query}") as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def target(self):
        """The hub as a target; right after the start there is none yet."""
        targets = self.ask("targets")["activeTargets"]
        return targets[0] if targets else {"health": "unknown"}

    def rules(self):
        return [rule for group in self.ask("rules")["groups"] for rule in group["rules"]]

    def names(self):
        return set(self.ask("label/__name__/values"))

    def values(self, expression):
        return self.ask("query", query=expression)["result"]
