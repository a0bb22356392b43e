"""Measures what the orders board costs the hub: a dish that sells out on 1,000 open menus, and an import of 2,000
dishes.

    python3 Tests/Benchmarks/orders/menus.py [--menus 1000] [--dishes 2000] [--rounds 5]

Sold out: guests' phones show a menu of 120 dishes, and the kitchen changes one dish's stock 20 times a second; the time
until the last phone has the change, and its bytes on the wire. The import: the time until its answer, the bytes of its
event, and how long a host's changes, one every 2 ms, wait for their ack meanwhile. Figures are medians of the rounds.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from building import PACKAGE, ROOT, built
from hub import Hub, lift_file_limit
from waiting import beside_a_host

CHANGES = 500


def menu(count):
    """Returns a menu file with descriptions, allergens and English names."""
    return json.dumps([{
        "nombre": f"Plato número {number}", "precio": 3.5 + number % 40, "tipo": f"Sección {number // 25}",
        "descripcion": "Con aceite de oliva, limón y lo que da la huerta en cada estación del año.",
        "alergenos": [("fish", "milk", "nuts", "gluten")[number % 4]],
        "textos": {"en": {"nombre": f"Dish number {number}",
                          "descripcion": "With olive oil, lemon and what the garden gives in each season."}},
    } for number in range(count)], ensure_ascii=False).encode()


def take(hub, token, file):
    answer = hub.request(token, "/v1/main/orders/menu", file)
    if answer["problems"]:
        sys.exit(f"The hub did not take the menu: {answer['problems'][0]}")
    return answer["rev"]


def header(token):
    return f"Sec-WebSocket-Protocol: tablecast.v1\r\nAuthorization: Bearer {token}"


def sold_out(binaries, load, menus):
    """Returns the load client's figures, with `menus` guests looking at the menu."""
    with Hub(binaries) as hub:
        host = hub.token()
        take(hub, host, menu(120))
        dish = min(hub.request(host, "/v1/main/views/orders/menu")["doc"]["dishes"])
        ticket = hub.mutate(host, "orders.open", {"kind": "table", "table": "1"})["ticket"]
        mutation = '{"type":"mutate","id":"m%T","action":"orders.stock","args":{"dish":"' + dish + '","left":%L}}'
        done = subprocess.run(
            [load / "fanout", "--port", str(hub.port), "--path", "/v1/main/sync", "-n", str(menus), "-r", "20",
             "-m", str(CHANGES), "--seconds", "60", "--replies", "4", "--marker", '"value":',
             "--header", header(ticket), "--pub-header", header(hub.token("kitchen")),
             "--subscribe-msg", '{"type":"subscribe","view":"orders/menu"}', "--publish-template", mutation],
            capture_output=True, text=True, timeout=180)
    if done.returncode:
        sys.exit(done.stderr.strip() or done.stdout)
    return json.loads(done.stdout)


def imported(binaries, dishes):
    """Returns milliseconds and bytes of an import, and the milliseconds of changes before and during it."""
    with Hub(binaries) as hub:
        host, file = hub.token(), menu(dishes)
        rev, seconds, calm, meanwhile = beside_a_host(hub, host, lambda: take(hub, host, file), "change")
        event, = [line for line in hub.run("export").splitlines() if f'"rev":{rev},' in line]
        return {"taken": seconds * 1000, "file_kb": len(file) / 1000, "event_kb": len(event.encode()) / 1000,
                "usual": statistics.median(calm), "calm": max(calm), "meanwhile": max(meanwhile)}


def median(rows, key):
    return statistics.median(row[key] for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--menus", type=int, default=1000)
    parser.add_argument("--dishes", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    lift_file_limit()
    binaries = built(ROOT, ".build", "tablecast")
    load = built(PACKAGE, ".build-benchmarks", "fanout")
    rows = [sold_out(binaries, load, arguments.menus) for _ in range(arguments.rounds)]
    print("| sold out, until the last has it | p50 ms | p99 ms | longest ms | bytes for each |\n|---|---:|---:|---:|---:|")
    p50, p99, longest = (f"{median(rows, key) / 1000:.1f}" for key in ("p50_us", "p99_us", "max_us"))
    print(f"| {arguments.menus:,} open menus | {p50} | {p99} | {longest} | {median(rows, 'bytes_per_delivery'):.0f} |\n",
          flush=True)
    rows = [imported(binaries, arguments.dishes) for _ in range(arguments.rounds)]
    print("| import | ms | file, KB | event, KB | a change in calm, p50 ms | longest ms | longest meanwhile ms |")
    print("|---|" + "---:|" * 6)
    cells = [f"{median(rows, key):,.1f}" for key in ("taken", "file_kb", "event_kb", "usual", "calm", "meanwhile")]
    print(f"| {arguments.dishes:,} dishes | {' | '.join(cells)} |")


main()
