#!/usr/bin/env python3
"""Writes bills.json: bills and their totals, computed with whole numbers and fractions only.

Run it in this folder. It writes the same file each time.
"""

import json
from fractions import Fraction

PEOPLE = ["Ada", "Bo", "Zoë", "Ángel", "ada", "Ñ", "李"]
RATES = [0, 210, 400, 550, 700, 1000, 1900, 2100, 3000]


def half_up(amount):
    """Rounds a fraction of at least 0 to a whole number."""
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)


def vat_by_rate(case):
    gross = {}
    for line in counting(case):
        rate = line.get("vat", case["vat"])
        gross[rate] = gross.get(rate, 0) + line["quantity"] * line["price"]
    if "delivery" in case:
        gross[case["vat"]] = gross.get(case["vat"], 0) + case["delivery"]
    return {
        str(rate): {"gross": sum_, "vat": half_up(Fraction(sum_ * rate, 10_000 + rate))}
        for rate, sum_ in gross.items()
    }


def counting(case):
    return [line for line in case["lines"] if not line.get("cancelled")]


def shares(case, total):
    own = {}
    for line in counting(case):
        if "person" in line:
            person = line["person"]
            own[person] = own.get(person, 0) + line["quantity"] * line["price"]
    if not own:
        return None
    rest = total - sum(own.values())
    each, more = divmod(rest, len(own))
    # UTF-8 and UTF-16 sort the names above alike.
    for place, person in enumerate(sorted(own, key=lambda name: name.encode())):
        own[person] += each + (1 if place < more else 0)
    return own


def bill(case):
    lines = counting(case)
    total = sum(line["quantity"] * line["price"] for line in lines) + case.get("delivery", 0)
    people = shares(case, total)
    if people is not None:
        assert sum(people.values()) == total
    paid = tip = 0
    by_person = {}
    amounts = []
    for payment in case["payments"]:
        if "amount" in payment:
            amount = payment["amount"]
        elif "lines" in payment:
            amount = sum(
                case["lines"][place]["quantity"] * case["lines"][place]["price"]
                for place in payment["lines"])
        else:
            person = payment["person"]
            amount = people[person] - by_person.get(person, 0)
            by_person[person] = people[person]
        assert 0 < amount <= total - paid, case["name"]
        paid += amount
        tip += payment.get("tip", 0)
        amounts.append(amount)
    due = total - paid
    expected = {
        "dishes": sum(line["quantity"] for line in lines), "total": total,
        "vat": vat_by_rate(case), "paid": paid, "tip": tip, "due": due,
    }
    if "delivery" in case:
        expected["delivery"] = case["delivery"]
    if people is not None:
        expected["people"] = people
    parts = {}
    for count in (1, 2, 3, 7):
        each, more = divmod(due, count)
        parts[str(count)] = [each + (1 if place < more else 0) for place in range(count)]
        assert sum(parts[str(count)]) == due
    return dict(case, bill=expected, amounts=amounts, parts=parts)


def line(price, quantity=1, **more):
    return dict(price=price, quantity=quantity, **more)


def case(name, lines, payments=(), currency="EUR", vat=1000, **more):
    return dict(
        name=name, currency=currency, vat=vat, lines=lines, payments=list(payments), **more)


def by_hand():
    yield case("one dish", [line(1295)])
    yield case("a free dish", [line(0, 3)])
    yield case("rounds half a unit up: 5 at 10 % hold 0.4545, 6 hold 0.5454", [line(6)])
    yield case("exactly half a unit: 3 at 20 % hold 0.5", [line(3, vat=2000)])
    yield case("two and a half: 15 at 20 %", [line(5, 3, vat=2000)])
    yield case("half a unit at 4 %: 13 hold 0.5", [line(13, vat=400)], vat=400)
    yield case("VAT of the sum, not of each line", [line(3), line(3), line(3), line(3)])
    yield case("three rates", [line(990, 2, vat=400), line(350, 3), line(1800, vat=2100)])
    yield case("rate 0", [line(500, vat=0), line(500)], vat=2100)
    yield case("a cancelled line does not count",
               [line(1000, 2), line(700, cancelled=True), line(250, vat=400, cancelled=True)])
    yield case("a fee has the rate of the setting", [line(1150, 2, vat=400)], vat=2100,
               delivery=350)
    yield case("a fee of the same rate joins its lines", [line(1150)], delivery=295)
    yield case("yen", [line(980, 2, vat=800), line(333, vat=800)],
               [dict(method="cash", amount=1000)], currency="JPY", vat=1000)
    yield case("dinars of a thousand millimes", [line(12_345, 3), line(995, vat=1900)],
               [dict(method="card", amount=20_001, tip=999)], currency="TND", vat=700)
    yield case("two people share the rest, and the first takes the unit",
               [line(1001, person="Zoë"), line(500, person="Ada"), line(801)])
    yield case("three people and two units left",
               [line(100, person="Bo"), line(100, person="ada"), line(100, person="Ángel"),
                line(302)])
    yield case("shares with a fee", [line(700, 2, person="Ada"), line(650, person="Bo"),
                                     line(333)], delivery=250)
    yield case("nobody has a line of their own", [line(700), line(300, 2)])
    yield case("somebody's only line was cancelled",
               [line(700, person="Ada"), line(300, person="Bo", cancelled=True), line(101)])
    yield case("a person pays, and the other", [line(1001, person="Ada"), line(500, person="Bo"),
                                                line(801)],
               [dict(method="cash", person="Bo"), dict(method="card", person="Ada", tip=200)])
    yield case("lines are paid, and then an amount",
               [line(1295, 2), line(990), line(450, 3)],
               [dict(method="card", lines=[0, 2], tip=100), dict(method="cash", amount=500)])
    yield case("all of it, with a tip that does not count as paid", [line(4999, 2)],
               [dict(method="other", amount=9998, tip=2)])
    yield case("the dearest line there can be", [line(99_999_999, 100)])


class Random:
    """Knuth's MMIX generator, which yields the same numbers in every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def drawn(seed):
    random = Random(seed)
    currency, most = [("EUR", 3000), ("JPY", 4000), ("KWD", 20_000)][random.below(3)]
    vat = RATES[random.below(len(RATES))]
    lines = []
    # Each line has its own dish, so no two lines join.
    for _ in range(1 + random.below(8)):
        made = line(random.below(most), 1 + random.below(6))
        if random.below(2):
            made["vat"] = RATES[random.below(len(RATES))]
        if random.below(2):
            made["person"] = PEOPLE[random.below(len(PEOPLE))]
        if random.below(5) == 0:
            made["cancelled"] = True
        lines.append(made)
    made = case(f"drawn {seed}", lines, currency=currency, vat=vat)
    if random.below(3) == 0:
        made["delivery"] = 1 + random.below(600)
    total = bill(made)["bill"]["total"]
    people = bill(made)["bill"].get("people", {})
    if random.below(3) == 0 and total > 1:
        amount = 1 + random.below(total)
        made["payments"] = [dict(method="cash", amount=amount, tip=random.below(300))]
    elif people and random.below(2):
        person = sorted(people)[random.below(len(people))]
        if people[person] > 0:
            made["payments"] = [dict(method="card", person=person)]
    return made


def main():
    cases = [bill(made) for made in list(by_hand()) + [drawn(seed) for seed in range(1, 61)]]
    with open("bills.json", "w", encoding="utf-8") as file:
        file.write('{\n  "source": "make_bills.py beside this file",\n')
        file.write('  "note": "Amounts are whole units of the currency. `vat` of a case is the '
                   'setting; a line without one has it. `lines` of a payment are places from 0. '
                   '`parts`: what is due, split by so many.",\n  "cases": [\n    ')
        file.write(",\n    ".join(
            json.dumps(made, ensure_ascii=False, sort_keys=True) for made in cases))
        file.write("\n  ]\n}\n")


if __name__ == "__main__":
    main()
