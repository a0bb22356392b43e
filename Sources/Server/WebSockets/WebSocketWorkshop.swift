import Limits
import Transport
import WebSocket

/// What the WebSockets of one loop share: the rules that they are read by, and the means to
/// compress, which are too large for each to have its own.
final class WebSocketWorkshop {
    let rules: WebSocketRules
    let deflater = Deflater()
    let inflater = Inflater()
    private let budget: InflateBudget

    init(limits: HubLimits) {
        rules = WebSocketRules(role: .server, limits: limits.webSocket)
        budget = InflateBudget(contextCountMax: limits[.inflateContexts])
    }

    /// A place for one who compresses with a context that it keeps; nil when all are taken, and the
    /// next has to do without.
    func reserveContext() -> InflateContext? { budget.reserve() }

    func decoder(for agreement: DeflateAgreement?, context: InflateContext?) -> WebSocketDecoder {
        WebSocketDecoder(rules, deflate: agreement, inflater: inflater, context: context)
    }
}
