import BoardKit
import Destinations
import JSON
import URIText

/// A round to share with friends: its places as text and as HTML, and links that open a message
/// with the text.
struct RoundShare: Sendable {
    struct Option: Sendable, Equatable {
        let name: String
        var address: String?
        var position: Coordinates?
        var url: String?
    }

    let subject: String
    private let places: [SharedPlace]

    /// - Parameter decided: the option that was decided on. If given, the others are left out.
    init(title: String, options: [Option], decided: Option?) {
        subject = TypedText(folding: title).text
        places = (decided.map { [$0] } ?? options).map(SharedPlace.init)
    }

    var text: String { text(lineBreak: "\n") }

    private func text(lineBreak: String) -> String {
        let lines = places.enumerated().flatMap { index, place in
            ["\(index + 1)) \(place.title)"] + [place.position, place.map].compactMap { $0 }
        }
        return ([subject] + lines).joined(separator: lineBreak)
    }

    var html: String {
        let items = places.map { "<li>\($0.html)</li>" }.joined()
        return "<p>\(SharedPlace.escape(subject))</p><ol>\(items)</ol>"
    }

    /// A `mailto` URL, in which lines end with CRLF (RFC 6068, section 5).
    var mailto: String {
        "mailto:?subject=\(PercentCoding.encode(subject))"
            + "&body=\(PercentCoding.encode(text(lineBreak: "\r\n")))"
    }

    var sms: String { "sms:?&body=\(PercentCoding.encode(text))" }

    var whatsapp: String { "https://wa.me/?text=\(PercentCoding.encode(text))" }

    var json: JSON {
        [
            "subject": .string(subject), "text": .string(text), "html": .string(html),
            "mailto": .string(mailto), "sms": .string(sms), "whatsapp": .string(whatsapp),
        ]
    }
}

/// The texts of one place, each on one line.
private struct SharedPlace: Sendable {
    private let name: String
    private let address: String?
    private let url: String?
    /// `40.71655,-74.35781`
    let position: String?
    /// The URL of a map centred on the place.
    let map: String?

    init(_ option: RoundShare.Option) {
        name = TypedText(folding: option.name).text
        address = option.address.map { TypedText(folding: $0).text }.flatMap {
            $0.isEmpty ? nil : $0
        }
        url = option.url.flatMap { (try? Destination($0)) == nil ? nil : $0 }
        guard let position = option.position else {
            self.position = nil
            map = nil
            return
        }
        let latitude = Self.decimal(position.latitude)
        let longitude = Self.decimal(position.longitude)
        self.position = "\(latitude),\(longitude)"
        map =
            "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
            + "#map=18/\(latitude)/\(longitude)"
    }

    var title: String { name + (address.map { " @ \($0)" } ?? "") }

    var html: String {
        var linkedName = Self.escape(name)
        if let link = url ?? map { linkedName = Self.link(linkedName, to: link) }
        let title = linkedName + (address.map { " @ \(Self.escape($0))" } ?? "")
        return ([title, position] + [map.map { Self.link(Self.escape($0), to: $0) }])
            .compactMap { $0 }.joined(separator: "<br>")
    }

    private static func link(_ html: String, to address: String) -> String {
        "<a href=\"\(escape(address))\">\(html)</a>"
    }

    static func escape(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Formats a number with five decimals, which is about a metre.
    private static func decimal(_ number: Double) -> String {
        let units = Int((number * 100_000).rounded())
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
        return (units < 0 ? "-" : "") + padded.dropLast(5) + "." + padded.suffix(5)
    }
}
