import Client
import HTTPTypes
import Server

/// Where alarms are posted to: `https://example.org/hooks/42?key=…`.
struct WebhookAddress {
    private let address: HubAddress
    /// With the query, as it stands in the request line.
    private let path: String

    /// - Throws: a sentence that says what to write. It does not repeat the text, which may hold a
    ///   secret.
    init(_ text: String) throws(HubAddressError) {
        let bytes = Array(text.utf8)
        let scheme = text.hasPrefix("https://") ? 8 : text.hasPrefix("http://") ? 7 : 0
        let end = bytes[scheme...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }
        address = try HubAddress(String(decoding: bytes[..<(end ?? bytes.count)], as: UTF8.self))
        // A fragment is for browsers; and what is no visible ASCII can't stand in a request line.
        let rest = bytes[(end ?? bytes.count)...].prefix {
            $0 != 0x23 && (0x21...0x7E).contains($0)
        }
        let path = String(decoding: rest, as: UTF8.self)
        self.path = path.hasPrefix("/") ? path : "/" + path
    }

    /// Posts as the hub's alarms are: CloudEvents in the structured form.
    static let post: WebhookPost = { text, body, timeout in
        let target = try WebhookAddress(text)
        return try HTTPClient(target.address, token: nil, timeout: timeout).perform(
            .post, target.path,
            fields: [
                .contentType: "application/cloudevents+json", .userAgent: "tablecast",
            ], body: body
        ).status
    }
}
