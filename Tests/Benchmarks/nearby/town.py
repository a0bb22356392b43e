"""An invented county: its stations, and its places to eat."""
import json
import random

FIRST = "Linden Maple Union Harbor North South East West Mill Bridge Market Castle Garden Station River Lake King Queen".split()
SECOND = "Street Avenue Square Park Road Junction Hill Field Gate Cross Wood Green End Terminal Heights Point".split()
TOWNS = "Ashford Brookside Calder Dunmore Eastleigh Fernhill Glenwood Hartley Ivybridge Kingsbury Lowell Marston".split()
KINDS = "restaurant cafe fast_food bar pub food_court ice_cream".split()
HOURS = ["24/7", "Mo-Fr 08:00-18:00", "Mo-Su 11:30-23:00", "Tu-Su 12:00-14:30,18:00-22:30", "Fr,Sa 18:00-02:00"]
# About 70 km each way, so that some 300 of 50,000 places are within two miles.
SOUTH, WEST, HEIGHT, WIDTH = 40.4, -74.9, 0.63, 0.83


def somewhere(numbers):
    return SOUTH + HEIGHT * numbers.random(), WEST + WIDTH * numbers.random()


def stop_names(count):
    numbers = random.Random(count)
    return [f"{numbers.choice(FIRST)} {numbers.choice(SECOND)} {number}" for number in range(count)]


def stops_file(count):
    """A GTFS `stops.txt`."""
    numbers = random.Random(count + 1)
    lines = ["stop_id,stop_name,stop_lat,stop_lon,town,zip"]
    for number, name in enumerate(stop_names(count)):
        latitude, longitude = somewhere(numbers)
        lines.append(f"{number},{name},{latitude:.5f},{longitude:.5f},{numbers.choice(TOWNS)},{7000 + number % 900:05}")
    return "\r\n".join(lines).encode()


def places_file(count):
    """An answer of Overpass."""
    numbers = random.Random(count + 2)
    return json.dumps({"elements": [place(number, numbers) for number in range(count)]}).encode()


def place(number, numbers):
    latitude, longitude = somewhere(numbers)
    tags = {
        "amenity": numbers.choice(KINDS), "name": f"{numbers.choice(FIRST)} {numbers.choice(SECOND)} {number}",
        "addr:housenumber": str(number % 200), "addr:street": f"{numbers.choice(FIRST)} Street",
        "addr:city": numbers.choice(TOWNS)}
    if number % 2:
        tags |= {"cuisine": "pizza;pasta", "opening_hours": numbers.choice(HOURS), "phone": "+1 609 555 0127"}
    return {"type": "node", "id": number + 1, "lat": round(latitude, 6), "lon": round(longitude, 6), "tags": tags}
