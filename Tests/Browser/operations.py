"""The files for operators."""

import json

import yaml

from docs import DOCS

OPERATIONS = DOCS / "operations"
UNIT = OPERATIONS / "tablecast.service"
ALERTS = OPERATIONS / "alerts.yml"
BOARD = OPERATIONS / "grafana.json"


def alerts():
    groups = yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def board():
    return json.loads(BOARD.read_text(encoding="utf-8"))
