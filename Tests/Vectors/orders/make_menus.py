#!/usr/bin/env python3
"""Writes the menus in menus/, and menus.json with the answer to the import of each.

Run it in this folder. It writes the same files each time. All dishes are invented.
"""

import json
import os

CASES = []


def write(name, content, **expected):
    if isinstance(content, str):
        content = content.encode()
    with open(os.path.join("menus", name), "wb") as file:
        file.write(content)
    CASES.append(dict(file=name, **expected))


def dish(nombre="Sopa", descripcion="Del día", precio="4.50", tipo="Sopas", **more):
    """A dish on one line. `precio` is written as given."""
    members = [f'"nombre":{json.dumps(nombre, ensure_ascii=False)}',
               f'"descripcion":{json.dumps(descripcion, ensure_ascii=False)}',
               f'"precio":{precio}', f'"tipo":{json.dumps(tipo, ensure_ascii=False)}']
    members += [f'"{name}":{json.dumps(value, ensure_ascii=False)}'
                for name, value in more.items()]
    return "{" + ", ".join(members) + "}"


def menu(*dishes):
    """The bracket stands on line 1, so that dish n begins on line n + 1."""
    return "[\n" + ",\n".join("    " + one for one in dishes) + "\n]\n"


def report(added, problems=(), ignored=(), changed=0, unchanged=0, sections=None):
    return {"added": added, "changed": changed, "unchanged": unchanged,
            "sections": sections if sections is not None else (1 if added else 0),
            "problems": [dict(line=at + 1, dish=at, field=field, message=message)
                         for at, field, message in problems],
            "ignored": list(ignored)}


ALLERGENS = ("gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, "
             "sesame, sulphites, lupin, molluscs")


def small():
    write("small.json", menu(
        dish("Crema de puerros", "Con picatostes", "6.90", "Entrantes",
             alergenos=["milk", "gluten"], iva=1000),
        dish("Merluza a la plancha", "Con ensalada", "15.5", "Pescados",
             textos={"en": {"nombre": "Grilled hake", "descripcion": "With salad"}}),
        dish("pan d'horno", "", "1.20", "Entrantes"),
        dish("Lenguado", "Menier\nPara dos", "42", "Pescados", alergenos=["fish"])),
        report=report(4, sections=2),
        dishes=[["Entrantes", "Crema de puerros", 690], ["Entrantes", "pan d'horno", 120],
                ["Pescados", "Merluza a la plancha", 1550], ["Pescados", "Lenguado", 4200]])
    write("small-again.json", menu(
        # A new price, another section, a new dish, and an unchanged one. `pan d'horno` is missing.
        dish("Crema de puerros", "Con picatostes", "7.20", "Entrantes"),
        dish("Lenguado", "Menier\nPara dos", "42.00", "Entrantes"),
        dish("Merluza a la plancha", "Con ensalada", "15.50", "Pescados"),
        dish("Flan", "De huevo", "4.00", "Postres", alergenos=["eggs", "milk"])),
        after="small.json", report=report(1, changed=2, unchanged=1, sections=1),
        dishes=[["Entrantes", "Crema de puerros", 720], ["Entrantes", "pan d'horno", 120],
                ["Entrantes", "Lenguado", 4200], ["Pescados", "Merluza a la plancha", 1550],
                ["Postres", "Flan", 400]])
    write("two-of-a-name.json", menu(
        dish("Tortilla", "De patata", "8.00", "Raciones"),
        dish("Tortilla", "De patata", "4.50", "Pinchos")),
        report=report(2, sections=2),
        dishes=[["Raciones", "Tortilla", 800], ["Pinchos", "Tortilla", 450]])
    write("third-of-a-name.json", menu(dish("Tortilla", "De patata", "6.00", "Medias")),
          after="two-of-a-name.json", report=report(1),
          dishes=[["Raciones", "Tortilla", 800], ["Pinchos", "Tortilla", 450],
                  ["Medias", "Tortilla", 600]])
    write("empty.json", "[]\n", report=report(0), dishes=[])


def prices():
    good = [("10", 1000), ("1e1", 1000), ("4.35", 435), ("1.5000", 150), ("-0.0", 0), ("0", 0),
            ("8.2", 820), ("19.99", 1999), ("0.07", 7), ("100e-2", 100), ("1.1E+1", 1100),
            ("999999.99", 99_999_999), ("0.290", 29), ("1.15", 115), ("70e-3", 7), ("0e5", 0)]
    write("prices.json", menu(*(dish(f"Plato {price}", precio=price) for price, _ in good)),
          report=report(len(good)),
          dishes=[["Sopas", f"Plato {price}", units] for price, units in good])
    decimals = "has more than 2 decimals"
    outside = "Price must be an integer from 0 to 99999999"
    bad = [("1.005", decimals), ("2.675", decimals), ("0.30000000000000004", decimals),
           ("1e-3", decimals), ("-3.00", outside), ("1000000.00", outside),
           ("90071992547409.93", outside), ("1e400", outside), ('"4.50"', "must be a number"),
           ("null", "must be a number"), ("true", "must be a number"),
           ("[4]", "must be a number")]
    write("prices-bad.json", menu(
        dish(), *(dish(f"Plato {at}", precio=price) for at, (price, _) in enumerate(bad))),
        report=report(1, [(at + 2, "precio", message) for at, (_, message) in enumerate(bad)]),
        dishes=[["Sopas", "Sopa", 450]])
    write("prices-yen.json", menu(dish("Ramen", precio="980"), dish("Gyoza", precio="4.5e2"),
                                  dish("Té", precio="200.0"), dish("Mochi", precio="150.5")),
          currency="JPY", report=report(3, [(4, "precio", "has more than 0 decimals")]),
          dishes=[["Sopas", "Ramen", 980], ["Sopas", "Gyoza", 450], ["Sopas", "Té", 200]])
    write("prices-dinar.json", menu(dish("Brik", precio="3.5"), dish("Cuscús", precio="12.345"),
                                    dish("Té", precio="0.0005")),
          currency="TND", report=report(2, [(3, "precio", "has more than 3 decimals")]),
          dishes=[["Sopas", "Brik", 3500], ["Sopas", "Cuscús", 12_345]])


def traps():
    """One trap in every dish but the first and the last."""
    long_name, long_section = "N" * 81, "S" * 41
    rows = [
        (dish(), None),
        (dish("", "Sin nombre"), ("nombre", "Name is a required field.")),
        (dish(" \u00a0\u2003 ", "En blanco"), ("nombre", "Name is a required field.")),
        (dish(long_name), ("nombre", "Name must be at most 80 characters")),
        (dish("Campana \u0007"), ("nombre", "Name must not contain control characters")),
        ('{"descripcion":"x", "precio":1, "tipo":"Sopas"}', ("nombre", "is missing")),
        ('{"nombre":7, "descripcion":"x", "precio":1, "tipo":"Sopas"}',
         ("nombre", "must be a text")),
        ('{"nombre":"A", "precio":1, "tipo":"Sopas"}', ("descripcion", "is missing")),
        ('{"nombre":"A", "descripcion":["x"], "precio":1, "tipo":"Sopas"}',
         ("descripcion", "must be a text")),
        (dish("Larga", "d" * 1001),
         ("descripcion", "Description must be at most 1000 characters")),
        ('{"nombre":"A", "descripcion":"x", "tipo":"Sopas"}', ("precio", "is missing")),
        ('{"nombre":"A", "descripcion":"x", "precio":1}', ("tipo", "is missing")),
        (dish("Ajo", tipo=3), ("tipo", "must be a text")),
        (dish("Ajo", tipo=""), ("tipo", "Name is a required field.")),
        (dish("Ajo", tipo=long_section), ("tipo", "Name must be at most 40 characters")),
        (dish("Ajo", alergenos=["gluten", "dust"]),
         ("alergenos", f"Allergens must be different ones of {ALLERGENS}")),
        (dish("Ajo", alergenos=["milk", "milk"]),
         ("alergenos", f"Allergens must be different ones of {ALLERGENS}")),
        (dish("Ajo", alergenos="gluten"),
         ("alergenos", f"Allergens must be different ones of {ALLERGENS}")),
        (dish("Ajo", iva=3001), ("iva", "Vat must be an integer from 0 to 3000")),
        (dish("Ajo", iva=10.5), ("iva", "Vat must be an integer from 0 to 3000")),
        (dish("Ajo", textos={"en": {"descripcion": "Garlic"}}),
         ("textos", "Texts must be at most 8 languages, each with a name")),
        ('{"nombre":"A", "nombre":"B", "descripcion":"x", "precio":1, "tipo":"Pan"}',
         ("nombre", "is there twice")),
        ('"Sopa"', ("dish", "must be an object")), ("7", ("dish", "must be an object")),
        ("null", ("dish", "must be an object")), ("[]", ("dish", "must be an object")),
        (dish("SOPA", "Otra", "9"), ("nombre", "is the same dish as in line 2")),
        (dish("  Sopa ", "Otra", "9", " sopas"), ("nombre", "is the same dish as in line 2")),
        (dish("Cafe\u0301", tipo="Cafe\u0301s"), None),
        (dish("Con leche", tipo="Cafés"), None),
        (dish("<b>Negrita</b> & \"más\"", "=1+1;'", "1", "Cafés"), None),
        (dish("👩‍👩‍👧 familiar", "Salto\nde línea", "1.5", "Cafés"), None),
    ]
    found = [(at + 1, *problem) for at, (_, problem) in enumerate(rows) if problem]
    write("traps.json", menu(*(row for row, _ in rows)),
          report=report(5, found, sections=2),
          dishes=[["Sopas", "Sopa", 450], ["Cafés", "Café", 450], ["Cafés", "Con leche", 450],
                  ["Cafés", "<b>Negrita</b> & \"más\"", 100],
                  ["Cafés", "👩‍👩‍👧 familiar", 150]])
    write("more-keys.json", menu(dish("Sopa", foto="sopa.jpg"), dish("Pan", foto="pan.jpg"),
                                 dish("Vino", foto=None, zona={"a": 1})),
          report=report(3, ignored=["foto", "zona"]),
          dishes=[["Sopas", "Sopa", 450], ["Sopas", "Pan", 450], ["Sopas", "Vino", 450]])
    # Dishes that share lines, and one that begins on the line of the bracket.
    write("places.json",
          '[ ' + dish("Ajo", precio="-1") + ', ' + dish("Pan", precio="-1") + ',\n\n{\n"nombre"'
          ':"Sal",\n"descripcion":"",\n"precio":-1,\n"tipo":"Sopas"\n}, ' + dish() + ']',
          report={"added": 1, "changed": 0, "unchanged": 0, "sections": 1, "ignored": [],
                  "problems": [dict(line=line, dish=at, field="precio",
                                    message="Price must be an integer from 0 to 99999999")
                               for line, at in [(1, 1), (1, 2), (3, 3)]]},
          dishes=[["Sopas", "Sopa", 450]])
    write("bom.json", b"\xef\xbb\xbf" + menu(dish()).encode(), report=report(1),
          dishes=[["Sopas", "Sopa", 450]])
    write("carriage-returns.json", menu(dish(), dish("Ajo", precio="-1")).replace("\n", "\r\n"),
          report=report(1, [(2, "precio", "Price must be an integer from 0 to 99999999")]),
          dishes=[["Sopas", "Sopa", 450]])


def refused():
    """Files that are refused whole. `line` is given where it is beyond doubt."""
    good = menu(dish())
    write("bad-empty.json", "", refused={})
    write("bad-cut-off.json", good[:40], refused={"line": 2})
    write("bad-comment.json", "// carta\n" + good, refused={"line": 1})
    write("bad-comma.json", menu(dish() + ","), refused={})
    write("bad-nan.json", menu(dish(precio="NaN")), refused={"line": 2})
    write("bad-comma-price.json", menu(dish(precio="4,50")), refused={"line": 2})
    write("bad-object.json", '{"platos":' + good + "}", refused={"line": 1})
    write("bad-two-menus.json", good + good, refused={"line": 4})
    write("bad-page.json", "<!DOCTYPE html><title>502</title>", refused={"line": 1})
    write("bad-latin1.json", menu(dish("Jamón")).encode("latin-1"), refused={})
    write("bad-utf16.json", menu(dish()).encode("utf-16"), refused={})
    write("bad-deep.json", "[" + dish(zona="x").replace('"x"', "[" * 40 + "]" * 40) + "]",
          refused={"line": 1})


def main():
    os.makedirs("menus", exist_ok=True)
    for part in (small, prices, traps, refused):
        part()
    with open("menus.json", "w", encoding="utf-8") as file:
        file.write('{\n  "source": "make_menus.py beside this file",\n')
        file.write('  "note": "`after` is imported first. `dishes`: section, name and price in '
                   'their order, of the whole menu afterwards. `refused`: nothing goes in; '
                   '`line` is that of the problem.",\n  "cases": [\n    ')
        file.write(",\n    ".join(
            json.dumps(made, ensure_ascii=False, sort_keys=True) for made in CASES))
        file.write("\n  ]\n}\n")


if __name__ == "__main__":
    main()
