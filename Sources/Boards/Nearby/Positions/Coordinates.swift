import Foundation

/// A point on the earth, in degrees.
struct Coordinates: Sendable, Equatable {
    static let latitudes = -90.0...90.0
    static let longitudes = -180.0...180.0

    let latitude: Double
    let longitude: Double

    /// Returns `nil` if a number is out of range or not a number.
    init?(latitude: Double, longitude: Double) {
        guard Self.latitudes.contains(latitude), Self.longitudes.contains(longitude) else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `40.7165,-74.3578`, with optional spaces around the numbers.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Double(decimal: parts[0]),
            let longitude = Double(decimal: parts[1])
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Returns the great-circle distance by the haversine formula on a sphere with a radius of
    /// 6,371,008.8 m, rounded to 0.1 m.
    ///
    /// The haversine and its complement to 1 are both computed as sums of squares. So neither loses
    /// digits in a difference, and the distance is exact near antipodes too.
    func metres(to other: Coordinates) -> Double {
        let latitudeHalf = (other.latitude - latitude) * .pi / 360
        let longitudeHalf = (other.longitude - longitude) * .pi / 360
        let middle = (other.latitude + latitude) * .pi / 360
        let across = Self.square(sin(longitudeHalf))
        let along = Self.square(cos(longitudeHalf))
        let haversine = Self.square(sin(latitudeHalf)) * along + Self.square(cos(middle)) * across
        let rest = Self.square(cos(latitudeHalf)) * along + Self.square(sin(middle)) * across
        let metres = 2 * Self.earthRadius * atan2(haversine.squareRoot(), rest.squareRoot())
        return (metres * 10).rounded() / 10
    }

    static let earthRadius = 6_371_008.8

    /// Estimates the minutes on foot: streets are 1.3 times as long as the straight line, and a
    /// minute is 80 m.
    ///
    /// - Parameter metres: rounded to 0.1. Whole numbers keep `ceil(metres × 1.3 ÷ 80)` exact.
    static func walk(metres: Double) -> Int {
        let tenths = Int((metres * 10).rounded())
        return (tenths * 13 + 7999) / 8000
    }

    private static func square(_ number: Double) -> Double { number * number }
}

extension Double {
    /// Reads a decimal number such as `-74.3578` or `1e2`, with optional spaces around it. Returns
    /// `nil` for other forms that Swift reads: `nan`, `inf`, hexadecimal digits.
    init?(decimal text: some StringProtocol) {
        let spaces: Set<UInt8> = [0x20, 0x09]
        let bytes = text.utf8.drop { spaces.contains($0) }
        let isDecimal = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        let number = bytes.prefix(while: isDecimal)
        guard bytes[number.endIndex...].allSatisfy(spaces.contains),
            let value = Double(String(decoding: number, as: UTF8.self)), value.isFinite
        else { return nil }
        self = value
    }
}
