import Delivery
import Destinations
import NearbyBoard
import PlaceSources
import PlaceValues
import Sync

/// Queries the sources of all venues.
///
/// Yelp's answers stay here, in memory, for as long as its terms allow.
struct NearbyCarrier: ConnectorCarrier {
    private let overpass: OverpassClient
    private let yelp: YelpSource
    private let sha256: @Sendable ([UInt8]) -> String

    /// The name of the setting in the store of secrets.
    private static let yelpKey = "settings/yelpKey"

    init(_ surroundings: OutgoingSurroundings) {
        overpass = OverpassClient(surroundings)
        yelp = YelpSource(surroundings)
        sha256 = surroundings.sha256
    }

    func known(_ job: any ConnectorJob) -> (any ConnectorResult)? {
        guard let job = job as? SourceJob, case .yelp(let question) = job.question else {
            return nil
        }
        return yelp.known(question, at: job.address).map(SourceResult.init(yelp:))
    }

    func carry(_ job: any ConnectorJob, with secrets: any ConnectorSecrets) -> ConnectorAnswer {
        guard let job = job as? SourceJob else { return .failed(.unknownTarget, secondsMin: nil) }
        do throws(SourceTrouble) {
            switch job.question {
            case .overpass(let area): return .done([try fetch(area, job)])
            case .yelp(let question):
                guard let key = try? secrets.secret(Self.yelpKey) else {
                    return .failed(.unreadable, secondsMin: nil)
                }
                let finding = try yelp.answer(
                    question, at: job.address, key: key, allowsPrivate: job.allowsPrivate)
                return .done([SourceResult(yelp: finding)])
            }
        } catch {
            return .failed(EffectFailure(error.failure), secondsMin: error.secondsMin)
        }
    }

    private func fetch(_ area: SourceArea, _ job: SourceJob) throws(SourceTrouble) -> SourceResult {
        let answer = try overpass.places(
            in: area, kinds: SourceJob.kinds, at: job.address, allowsPrivate: job.allowsPrivate)
        guard let result = SourceResult(overpass: answer, in: area, sha256: sha256) else {
            throw SourceTrouble(.notWhole)
        }
        return result
    }
}
