import Sync

extension Stop: FeedRow, PositionedRow {
    static let feedForm = "stops 1"

    func write(to writer: inout StateWriter) {
        position.write(to: &writer)
        writer.write(id)
        writer.write(name)
        writer.writePresent([code, displayName, town, zip, mode])
        writer.write(aliases)
    }

    init(from reader: inout StateReader) throws(StateError) {
        position = try Coordinates(from: &reader)
        id = try reader.read()
        name = try reader.read()
        let present = try reader.read(Int.self)
        code = try reader.text(0, of: present)
        displayName = try reader.text(1, of: present)
        town = try reader.text(2, of: present)
        zip = try reader.text(3, of: present)
        mode = try reader.text(4, of: present)
        aliases = try reader.read()
    }
}

extension Zip: FeedRow {
    static let feedForm = "zips 1"

    func write(to writer: inout StateWriter) {
        position.write(to: &writer)
        writer.write(code)
        writer.write(town)
    }

    init(from reader: inout StateReader) throws(StateError) {
        position = try Coordinates(from: &reader)
        code = try reader.read()
        town = try reader.read()
    }
}

extension Place: PositionedRow {
    func write(to writer: inout StateWriter) {
        position.write(to: &writer)
        writer.write(kind)
        writer.write(ref)
        writer.write(name)
        writer.write(cuisine)
        writer.writePresent([hours, openingDate, address, phone, url, wheelchair])
        writer.write(rating.map { Int(bitPattern: UInt($0.bitPattern)) })
        writer.write(reviews)
        writer.write(price)
    }

    init(from reader: inout StateReader) throws(StateError) {
        position = try Coordinates(from: &reader)
        kind = try reader.read()
        ref = try reader.read()
        name = try reader.read()
        cuisine = try reader.read()
        let present = try reader.read(Int.self)
        hours = try reader.text(0, of: present)
        openingDate = try reader.text(1, of: present)
        address = try reader.text(2, of: present)
        phone = try reader.text(3, of: present)
        url = try reader.text(4, of: present)
        wheelchair = try reader.text(5, of: present)
        rating = try reader.read(Int?.self).map { Double(bitPattern: UInt64(UInt(bitPattern: $0))) }
        reviews = try reader.read()
        price = try reader.read()
    }
}

extension BaseLine: StoredRow {
    /// The units of OpenStreetMap's coordinates per degree. A unit is about a centimetre.
    private static let unitsPerDegree = 1e7

    /// Writes each point as its difference from the previous one, which is a small number.
    func write(to writer: inout StateWriter) {
        writer.write(kind)
        writer.write(paths.count)
        var latitude = 0
        var longitude = 0
        for path in paths {
            writer.write(path.count)
            for position in path {
                let north = Int((position.latitude * Self.unitsPerDegree).rounded())
                let east = Int((position.longitude * Self.unitsPerDegree).rounded())
                writer.write(north - latitude)
                writer.write(east - longitude)
                latitude = north
                longitude = east
            }
        }
    }

    init(from reader: inout StateReader) throws(StateError) {
        kind = try reader.read()
        var paths: [[Coordinates]] = []
        var latitude = 0
        var longitude = 0
        for _ in 0..<(try reader.readCount()) {
            var path: [Coordinates] = []
            let count = try reader.readCount()
            path.reserveCapacity(count)
            for _ in 0..<count {
                latitude &+= try reader.read(Int.self)
                longitude &+= try reader.read(Int.self)
                guard
                    let position = Coordinates(
                        latitude: Double(latitude) / Self.unitsPerDegree,
                        longitude: Double(longitude) / Self.unitsPerDegree)
                else { throw StateError("a position is out of range") }
                path.append(position)
            }
            paths.append(path)
        }
        self.paths = paths
    }
}

extension StateWriter {
    /// Writes which texts are present, and these texts.
    fileprivate mutating func writePresent(_ texts: [String?]) {
        var present = 0
        for (index, text) in texts.enumerated() where text != nil { present |= 1 << index }
        write(present)
        for text in texts { if let text { write(text) } }
    }
}

extension StateReader {
    /// Reads a text that `writePresent` wrote. Call it in the order of the texts.
    ///
    /// - Parameter present: a number with one bit for each present text.
    fileprivate mutating func text(
        _ index: Int, of present: Int
    ) throws(StateError) -> String? {
        present >> index & 1 == 1 ? try read(String.self) : nil
    }
}
