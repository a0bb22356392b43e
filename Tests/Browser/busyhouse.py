"""The busiest house: 120 dishes, 100 open tabs, and 60 rounds in the kitchen."""

import json
import os
import urllib.request

from hub import Hub

DISHES = 120
TABS = 100
ROUNDS = 60
LINES = 4


class BusyHouse(Hub):
    def __init__(self):
        super().__init__()
        self.dishes = []
        # The hub's answer for each open tab: its id, number and ticket.
        self.tabs = []

    def start(self):
        os.environ["TABLECAST_LIMITS"] = "mutation-credit=1000000,request-credit=1000000"
        super().start()
        self.import_menu()
        self.dishes = list(self.view("orders/menu")["doc"]["dishes"])
        for number in range(TABS):
            tab = self.do("open", kind="table", table=f"T{number}")
            self.tabs.append(tab)
            for line in range(LINES):
                self.add_line(tab, self.dishes[(number * 7 + line) % DISHES])
            if number < ROUNDS:
                self.do("place", tab=tab["tab"])
        return self

    def do(self, action, **args):
        return self.mutate(f"orders.{action}", **args)["result"]

    def add_line(self, tab, dish, **more):
        return self.do("add", tab=tab["tab"], dish=dish, **more)["line"]

    def import_menu(self):
        dishes = [
            {
                "nombre": f"Plato número {number}", "precio": 3.5 + number % 40,
                "tipo": f"Sección {number // 12}",
                "descripcion": "Con aceite de oliva, limón y lo que da la huerta en cada estación.",
                "alergenos": [("fish", "milk", "nuts", "gluten")[number % 4]],
                "textos": {"en": {"nombre": f"Dish number {number}"}},
            }
            for number in range(DISHES)
        ]
        # The first request makes the token.
        self.view("orders/menu")
        request = urllib.request.Request(
            f"{self.address}/v1/main/orders/menu", data=json.dumps(dishes).encode(),
            headers={
                "Authorization": f"Bearer {self.token}", "Content-Type": "application/json",
            },
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["added"] == DISHES
