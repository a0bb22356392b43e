import JSON
import Sync

extension StopIndex.Found {
    /// The stop in a search's answer. Unknown members are left out.
    var json: JSON {
        JSON(present: [
            "id": .string(id), "name": .string(stop.shownName),
            "town": stop.town.map(JSON.string), "zip": stop.zip.map(JSON.string),
            "mode": stop.mode.map(JSON.string), "lat": .number(stop.position.latitude),
            "lon": .number(stop.position.longitude), "metres": metres.map(JSON.number),
            "why": .string(why.rawValue),
        ])
    }
}

extension PlaceFound {
    /// The place in an answer about a position. Unknown members are left out.
    var json: JSON {
        JSON(present: [
            "ref": .string(place.ref), "name": .string(place.name),
            "kind": place.kind.map { .string($0.rawValue) },
            "cuisine": place.cuisine.isEmpty ? nil : .array(place.cuisine.map(JSON.string)),
            "lat": .number(place.position.latitude), "lon": .number(place.position.longitude),
            "metres": metres.map(JSON.number), "walk": walk.map { JSON($0) },
            "address": place.address.map(JSON.string), "phone": place.phone.map(JSON.string),
            "url": place.url.map(JSON.string), "rating": place.rating.map(JSON.number),
            "reviews": place.reviews.map { JSON($0) }, "price": place.price.map { JSON($0) },
            "open": isOpen.map(JSON.bool), "closesAt": closesAt.map { .string($0.description) },
            "wheelchair": place.wheelchair.map(JSON.string),
        ])
    }
}
