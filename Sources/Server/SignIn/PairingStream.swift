import HTTPTypes
import JSON
import Sync
import Transport

/// A screen that waits to be let in: it is told its code, a fresh one every few minutes, and at last
/// the link that signs it in. Its code is good for as long as it listens.
final class PairingStream: ResponseStream {
    private static let codeLifetime = Duration.seconds(600)

    private let venue: String
    private let neighbour: NetworkNeighbour
    private let station: Station
    private var body: ResponseBody?
    /// What the screen shows; `nil` when it has nothing to show.
    private(set) var code: String?
    private var codeSince: Duration
    private var lastWritten: Duration

    /// - Parameter neighbour: where the screen is.
    init(venue: String, neighbour: NetworkNeighbour, station: Station) {
        self.venue = venue
        self.neighbour = neighbour
        self.station = station
        codeSince = station.loop.now
        lastWritten = codeSince
    }

    /// - Returns: whether there was a code left for it.
    func takeCode() -> Bool {
        let taken = station.context.pairings.add(
            LoopBound(self, on: station.loop), venue: venue, from: neighbour)
        code = taken?.code
        codeSince = station.loop.now
        // A venue's screens are all on the loop of the venue.
        taken?.displaced?.value.giveWay()
        return taken != nil
    }

    /// Another screen needed the code. This one is to come back later.
    private func giveWay() {
        code = nil
        write("event: full\ndata: {}\n\n")
        stop()
    }

    func begin(on body: ResponseBody) {
        self.body = body
        tellCode()
    }

    func drained() {}

    func sweep(at now: Duration) {
        if now - codeSince >= Self.codeLifetime {
            giveUpCode()
            guard takeCode() else { return stop() }
            tellCode()
        } else if now - lastWritten >= station.context.options.timing.streamHeartbeat {
            // Not a comment: those are kept from the page, which has to notice a hub that is gone.
            write("event: alive\ndata: {}\n\n")
        }
    }

    /// Somebody in the room has typed the code.
    func admit(link: String) {
        code = nil
        write("event: admitted\ndata: \(Self.text(["link": .string(link)]))\n\n")
        stop()
    }

    func stop() {
        let body = body
        closed()
        body?.finish()
    }

    func closed() {
        giveUpCode()
        body = nil
    }

    private func giveUpCode() {
        if let code { station.context.pairings.remove(code, venue: venue) }
        code = nil
    }

    private func tellCode() {
        guard let code else { return }
        write("event: code\ndata: \(Self.text(["code": .string(code)]))\n\n")
    }

    private func write(_ text: String) {
        // A screen that reads nothing shows nothing either.
        guard body?.isCongested == false else { return }
        lastWritten = station.loop.now
        body?.write(Array(text.utf8))
    }

    private static func text(_ json: JSON) -> String { json.canonicalText }
}
