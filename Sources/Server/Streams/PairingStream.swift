import Gateway
import HTTPTypes
import JSON
import SignIn
import Sync
import Transport

/// A response for a screen that waits to be signed in: sends its code, a new code every ten
/// minutes, and finally the link that signs it in. A code is valid only while its screen listens.
final class PairingStream: ResponseStream, PairingScreen {
    private static let codeLifetime = Duration.seconds(600)

    private let venue: String
    private let network: NetworkPrefix
    private let server: LoopServer
    private var body: ResponseBody?
    /// The code that the screen shows; `nil` if it has none.
    private(set) var code: String?
    private var codeSince: Duration
    private var lastWritten: Duration

    /// - Parameter network: the network of the screen. The number of codes per network is limited.
    init(venue: String, network: NetworkPrefix, server: LoopServer) {
        self.venue = venue
        self.network = network
        self.server = server
        codeSince = server.loop.now
        lastWritten = codeSince
    }

    /// Gets a code for the screen.
    ///
    /// - Returns: whether there was a code left.
    func takeCode() -> Bool {
        code = server.context.pairings.add(
            LoopBound(self, on: server.loop), venue: venue, from: network)
        codeSince = server.loop.now
        return code != nil
    }

    // MARK: ResponseStream

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
        } else if now - lastWritten >= server.context.options.timing.streamHeartbeat {
            // An event, not a comment: browsers hide comments from the page, which has to notice
            // when the hub is gone.
            write("event: alive\ndata: {}\n\n")
        }
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

    // MARK: PairingScreen

    func giveWay() {
        code = nil
        write("event: full\ndata: {}\n\n")
        stop()
    }

    func admit(link: String) {
        code = nil
        write("event: admitted\ndata: \(Self.text(["link": .string(link)]))\n\n")
        stop()
    }

    private func giveUpCode() {
        if let code { server.context.pairings.remove(code, venue: venue) }
        code = nil
    }

    private func tellCode() {
        guard let code else { return }
        write("event: code\ndata: \(Self.text(["code": .string(code)]))\n\n")
    }

    private func write(_ text: String) {
        // A screen that does not read shows nothing either, so nothing is lost.
        guard body?.isCongested == false else { return }
        lastWritten = server.loop.now
        body?.write(Array(text.utf8))
    }

    private static func text(_ json: JSON) -> String { json.canonicalText }
}
