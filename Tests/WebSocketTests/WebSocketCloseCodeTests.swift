import Testing
import WebSocket

@Suite struct WebSocketCloseCodeTests {
    @Test func `the named codes are those of RFC 6455, 7_4, and may be sent`() {
        let named: [WebSocketCloseCode] = [
            .normal, .goingAway, .protocolError, .unsupportedData, .invalidPayload,
            .policyViolation, .messageTooBig, .mandatoryExtension, .internalError,
        ]
        #expect(
            named.map(\.rawValue) == [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011])
        #expect(named.filter(\.isSendable) == named)
    }

    @Test func `exactly 2012 codes may be sent`() {
        let sendable = (UInt16.min...UInt16.max).filter {
            WebSocketCloseCode(rawValue: $0).isSendable
        }
        #expect(sendable.count == 2_012)
        #expect(sendable.first == 1000)
        #expect(sendable.last == 4999)
    }
}
