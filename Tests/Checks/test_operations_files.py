"""The files for operators have the settings that they must."""

import re

from operations import alerts
from pagefiles import ROOT


def test_every_alert_says_what_it_is_and_what_to_do():
    for alert in alerts():
        assert alert["labels"]["severity"] in ("critical", "warning", "info"), alert
        assert set(alert["annotations"]) == {"summary", "description"}, alert
        assert all(alert["annotations"].values()), alert


def test_the_readme_and_the_image_use_the_tested_options():
    command = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "--read-only --cap-drop ALL --security-opt no-new-privileges" in command
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "SQLITE_TMPDIR=/data" in image and "USER tablecast" in image
    assert "--force-resolved-versions" in image


def test_every_part_is_pinned_to_one_version():
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    parts = re.findall(r"\.package\(([^)]*)\)", package)
    assert len(parts) == 5 and all(re.search(r'exact: "\d+\.\d+\.\d+"', part) for part in parts)
