public import Destinations
import Dispatch
import Locks
public import PlaceValues
import Time

/// Queries Yelp and caches the answers in memory only. Yelp allows 24 hours. Entries are used for
/// 22 hours and dropped within another, so that a page may keep them for the last hour.
///
/// Source: Yelp's API Terms of Use, section 6, *Display Requirements* and *Caching*.
public final class YelpSource: Sendable {
    private static let secondsMax: Int64 = 22 * 3_600
    private static let placeCountMax = 20_000
    private static let areaCountMax = 500
    /// The categories that count as places to eat.
    private static let categories = ["restaurants", "cafes", "coffee", "bars", "icecream"]

    private struct Known<Value: Sendable>: Sendable {
        var value: Value
        var at: Int64
    }

    /// A name on the server with a URL.
    private struct Key<Name: Hashable & Sendable>: Hashable, Sendable {
        var address: String
        var name: Name
    }

    private struct Memory: Sendable {
        /// The businesses; `nil` for one that Yelp no longer has.
        var places: [Key<String>: Known<YelpPlace?>] = [:]
        var areas: [Key<SourceArea>: Known<[String]>] = [:]
    }

    private let surroundings: OutgoingSurroundings
    private let memory = Locked(Memory())

    public init(_ surroundings: OutgoingSurroundings) {
        self.surroundings = surroundings
        forgetHourly()
    }

    /// Drops expired entries every hour, even without requests.
    private func forgetHourly() {
        surroundings.time.call(after: .seconds(3_600), on: .global(qos: .utility)) { [weak self] in
            guard let self else { return }
            memory.with { Self.forget(&$0, now: surroundings.now()) }
            forgetHourly()
        }
    }

    /// The number of cached places.
    var placeCount: Int { memory.with { $0.places.count } }

    // MARK: The cache

    /// Returns the answer if all of it is cached.
    public func known(_ question: YelpQuestion, at address: String) -> YelpFinding? {
        let now = surroundings.now()
        return memory.with { memory in
            Self.forget(&memory, now: now)
            switch question {
            case .around(let area):
                guard let found = memory.areas[Key(address: address, name: area)] else {
                    return nil
                }
                return Self.finding(found.value, address, memory, oldest: found.at)
            case .places(let ids): return Self.finding(ids, address, memory, oldest: now)
            }
        }
    }

    private static func finding(
        _ ids: [String], _ address: String, _ memory: Memory, oldest: Int64
    ) -> YelpFinding? {
        var finding = YelpFinding(places: [], fetchedAt: oldest)
        for id in ids {
            guard let known = memory.places[Key(address: address, name: id)] else { return nil }
            if let place = known.value { finding.places.append(place) }
            finding.fetchedAt = min(finding.fetchedAt, known.at)
        }
        return finding
    }

    private static func forget(_ memory: inout Memory, now: Int64) {
        let isFresh = { (at: Int64) in now - at < secondsMax }
        if !memory.places.allSatisfy({ isFresh($0.value.at) }) {
            memory.places = memory.places.filter { isFresh($0.value.at) }
        }
        memory.areas = memory.areas.filter { isFresh($0.value.at) }
        // The limits exceed what one house needs in a day. The cache may be cleared at any time.
        if memory.places.count > placeCountMax || memory.areas.count > areaCountMax {
            memory = Memory()
        }
    }

    // MARK: Queries

    /// Fetches what is not cached, and blocks until it is done.
    ///
    /// - Parameters:
    ///   - address: the base URL, such as `https://api.yelp.com/v3`.
    ///   - key: the owner's API key.
    public func answer(
        _ question: YelpQuestion, at address: String, key: String, allowsPrivate: Bool
    ) throws(SourceTrouble) -> YelpFinding {
        if let known = known(question, at: address) { return known }
        let client = YelpClient(surroundings, at: address, key: key, allowsPrivate: allowsPrivate)
        switch question {
        case .around(let area):
            let places = try client.places(in: area, categories: Self.categories)
            let now = surroundings.now()
            memory.with { memory in
                for place in places {
                    memory.places[Key(address: address, name: place.id)] = Known(
                        value: place, at: now)
                }
                memory.areas[Key(address: address, name: area)] = Known(
                    value: places.map(\.id), at: now)
            }
            return YelpFinding(places: places, fetchedAt: now)
        case .places(let ids):
            for id in ids where known(.places([id]), at: address) == nil {
                var place = try client.place(id)
                place?.id = id
                let known = Known(value: place, at: surroundings.now())
                memory.with { $0.places[Key(address: address, name: id)] = known }
            }
            return known(question, at: address)
                ?? YelpFinding(places: [], fetchedAt: surroundings.now())
        }
    }
}
