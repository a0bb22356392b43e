import Limits
import Transport
import WebSocket

/// The decoding rules and the compressors that the WebSockets of one loop share. Compressors are
/// too large for each connection to have its own.
final class WebSocketCodecs {
    let rules: WebSocketRules
    let deflater = Deflater()
    let inflater = Inflater()
    private let budget: InflateBudget

    init(limits: HubLimits) {
        rules = WebSocketRules(role: .server, limits: limits.webSocket)
        budget = InflateBudget(contextCountMax: limits[.inflateContexts])
    }

    /// Reserves a context for a client that keeps its compression context between messages (RFC
    /// 7692, section 7.1.1). Returns `nil` if all are taken; the client then does without.
    func reserveContext() -> InflateContext? { budget.reserve() }

    func decoder(for agreement: DeflateAgreement?, context: InflateContext?) -> WebSocketDecoder {
        WebSocketDecoder(rules, deflate: agreement, inflater: inflater, context: context)
    }
}
