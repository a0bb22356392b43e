import BoardKit
import JSON
import PlaceValues
import Sync

/// The health of the source.
struct SourceHealth: Sendable, Equatable {
    /// The reason why the source fails; `nil` if it answers.
    var failure: EffectFailure?
    /// When it began to fail.
    var since: Instant?
    /// The last event that changed the access to the source.
    var settingsRev = 0

    var row: JSON {
        guard let failure, let since else { return ["state": "ok"] }
        return JSON(present: [
            "state": "failing", "since": .string(since.description),
            "message": .string(failure.sentence), "code": .string(failure.code),
            "status": failure.status.map { JSON($0) },
        ])
    }
}

extension EffectFailure {
    /// A sentence about the failure, for people.
    fileprivate var sentence: String {
        switch self {
        case .timedOut: "It did not answer in time"
        case .unreachable, .badAddress: "It can't be reached"
        case .certificate: "Its certificate can't be trusted"
        case .privateAddress: "Its address is in a private network"
        case .notWhole: "It broke off, or its answer makes no sense"
        case .quota: "It gives no more answers today"
        case .unreadable: "The key is missing"
        case .answered(401), .answered(403): "It refused the key"
        case .answered(429): "It has too many requests"
        default: status.map { "It answered with the status \($0)" } ?? "It failed"
        }
    }
}

/// Handles the reports of asking the source.
extension Nearby {
    static let report = action(
        .report, "Says what came of asking a source of places.", roles: [.hub], isHubOnly: true)

    func decideReport(_ report: ConnectorReport?) throws(Rejection) -> Decision {
        switch report?.result {
        case .done(SourceResult.fetched(let fetched)): return decideFetched(fetched)
        case .done, .same:
            guard sourceHealth.failure != nil else { throw Rejection(.conflict, .noNewsOfSource) }
            return Self.decision(.sourceAnswered, of: sourceName.rawValue, [:])
        case .failed(let failure):
            guard sourceHealth.failure != failure else {
                throw Rejection(.conflict, .noNewsOfSource)
            }
            return Self.decision(
                .sourceFailed, of: sourceName.rawValue,
                ["code": .string(failure.code), "status": failure.status.map { JSON($0) }])
        case nil: throw Rejection(.conflict, .noNewsOfSource)
        }
    }

    private func decideFetched(_ fetched: FetchedArea) -> Decision {
        let slot = areas.slot(for: fetched.area)
        var decision = Self.decision(
            .fetched, of: PlaceSourceName.overpass.rawValue,
            [
                "lat": .number(fetched.area.latitude), "lon": .number(fetched.area.longitude),
                "radius": JSON(fetched.area.radius), "count": JSON(fetched.count),
                "slot": JSON(slot),
            ])
        decision.keep(ReferenceChange(name: AreaLibrary.name(of: slot), content: fetched.content))
        return decision
    }

    mutating func applyFetch(_ event: Event) -> [RowChange] {
        guard let entry = AreaEntry(event), let slot = event.data["slot"]?.integer else {
            return []
        }
        begin(event)
        rounds.record(rev: event.rev)
        areas.set(slot, to: entry)
        return setFailure(nil, at: event.at)
    }

    mutating func applySourceNews(_ event: Event) -> [RowChange] {
        begin(event)
        rounds.record(rev: event.rev)
        let failure = event.data["code"]?.text.map {
            EffectFailure(code: $0, status: event.data["status"]?.integer)
        }
        return setFailure(failure, at: event.at)
    }

    /// Resets the source's health when its settings change.
    mutating func resetSource(_ event: Event) -> [RowChange] {
        let names = ["source", "overpassUrl", "yelpUrl", "allowPrivate"]
        let secrets = event.data[Event.secretsMember]?.members ?? [:]
        guard names.contains(where: { event.data[$0] != nil }) || secrets["yelpKey"] != nil else {
            return []
        }
        sourceHealth.settingsRev = event.rev
        return setFailure(nil, at: event.at)
    }

    private mutating func setFailure(_ failure: EffectFailure?, at now: Instant) -> [RowChange] {
        let before = sourceHealth.row
        if failure == nil || sourceHealth.failure == nil {
            sourceHealth.since = failure.map { _ in now }
        }
        sourceHealth.failure = failure
        let after = sourceHealth.row
        guard after != before else { return [] }
        return [RowChange(view: Self.settingsView, member: "source", row: nil, value: after)]
    }
}

extension SourceHealth {
    func write(to writer: inout StateWriter) {
        writer.write(failure?.code)
        writer.write(failure?.status)
        writer.write(since)
        writer.write(settingsRev)
    }

    init(from reader: inout StateReader) throws(StateError) {
        let code: String? = try reader.read()
        let status: Int? = try reader.read()
        failure = code.map { EffectFailure(code: $0, status: status) }
        since = try reader.read()
        settingsRev = try reader.read()
    }
}
