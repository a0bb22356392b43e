/// The stops of a GTFS `stops.txt`, or of a JSON array of objects with the same names.
struct StopFile: Sendable {
    private enum Field: String, FeedField {
        case id = "stop_id"
        case name = "stop_name"
        case latitude = "stop_lat"
        case longitude = "stop_lon"
        case lat, lon
        case code = "stop_code"
        case displayName = "display_name"
        case town
        case zipCity = "zip_city"
        case zip
        case nearestZip = "nearest_zip"
        case mode, aliases
        case locationType = "location_type"
        case parentStation = "parent_station"

        static let needed: [[Field]] = [[.id], [.name], [.latitude, .lat], [.longitude, .lon]]
        static let noun = "stop"
    }

    static let countMax = 100_000

    /// The stops in stored form.
    private(set) var feed: [UInt8] = []
    private(set) var problems = FeedProblems()
    private var stops: FeedWriter<Stop>
    /// The ids of the stations that platforms belong to, by the platform's index.
    private var parents: [Int: String] = [:]
    private var places: [String: FeedPlace] = [:]

    /// - Throws: a fault if nothing can be read.
    init(_ bytes: [UInt8], countMax: Int = Self.countMax) throws(FeedFault) {
        stops = FeedWriter(reserving: bytes.count)
        var records = try FeedRecords<Field>(bytes, mayBeJSON: true)
        while var record = try records.next(&problems) {
            switch record.text(.locationType) ?? "0" {
            case "0": take(&record, isStation: false, countMax: countMax)
            case "1": take(&record, isStation: true, countMax: countMax)
            // Entrances, generic nodes and boarding areas are neither stops nor problems.
            case "2", "3", "4": continue
            default:
                record.add("must be 0, 1, 2, 3 or 4", .locationType)
                take(&record, isStation: false, countMax: countMax)
            }
        }
        leaveOutPlatforms()
        guard stops.count > 0 else {
            throw FeedFault(.unreadable, "No stop can be read", problems: problems)
        }
        feed = stops.finish()
    }

    private mutating func take(
        _ record: inout FeedRecord<Field>, isStation: Bool, countMax: Int
    ) {
        let id = record.uniqueText(.id, in: places)
        let name = record.requiredText(.name)
        let position = record.position([.latitude, .lat], [.longitude, .lon])
        let code = record.text(.code)
        let displayName = record.text(.displayName)
        let town = record.text(.town, .zipCity)
        let zip = record.text(.zip, .nearestZip)
        let mode = record.text(.mode)
        let aliases = record.text(.aliases)
        let parent = record.text(.parentStation)
        guard record.problems.isEmpty, let id, let name, let position else {
            problems.add(of: record)
            return
        }
        guard stops.count < countMax else {
            problems.add("A feed has at most \(countMax) stops", at: record.place)
            return
        }
        places[id] = record.place
        if !isStation, let parent, parent != id { parents[stops.count] = parent }
        stops.append(
            Stop(
                id: id, name: name, code: code, displayName: displayName, town: town, zip: zip,
                mode: mode, aliases: FeedList(aliases ?? "").texts, position: position))
    }

    /// Removes platforms whose station is in the file.
    private mutating func leaveOutPlatforms() {
        guard !parents.isEmpty else { return }
        let stations = parents.filter { places[$0.value] != nil }
        stops.leaveOut(Set(stations.keys))
    }
}

/// The postcodes of a CSV file.
struct ZipFile: Sendable {
    private enum Field: String, FeedField {
        case zip, city, lat, lon

        static let needed: [[Field]] = [[.zip], [.city], [.lat], [.lon]]
        static let noun = "zip"
    }

    static let countMax = 100_000

    /// The postcodes in stored form.
    let feed: [UInt8]
    private(set) var problems = FeedProblems()

    /// - Throws: a fault if nothing can be read.
    init(_ bytes: [UInt8], countMax: Int = Self.countMax) throws(FeedFault) {
        var records = try FeedRecords<Field>(bytes, mayBeJSON: false)
        var zips = FeedWriter<Zip>(reserving: bytes.count)
        var places: [String: FeedPlace] = [:]
        while var record = try records.next(&problems) {
            let code = record.uniqueText(.zip, in: places)
            let town = record.requiredText(.city)
            let position = record.position([.lat], [.lon])
            guard record.problems.isEmpty, let code, let town, let position else {
                problems.add(of: record)
                continue
            }
            guard zips.count < countMax else {
                problems.add("A feed has at most \(countMax) postcodes", at: record.place)
                continue
            }
            places[code] = record.place
            zips.append(Zip(code: code, town: town, position: position))
        }
        guard zips.count > 0 else {
            throw FeedFault(.unreadable, "No postcode can be read", problems: problems)
        }
        feed = zips.finish()
    }
}
