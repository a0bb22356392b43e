import CivilDates
import Foundation

/// A message to one person, as text and optionally as HTML, too.
public struct MailMessage: Sendable, Equatable {
    public var from: MailAddress
    /// The sender's name; empty for none.
    public var fromName: String
    public var to: MailAddress
    public var subject: String
    public var text: String
    public var html: String?
    /// The globally unique id of the message: letters, digits, `-` and `:`. A message that is sent
    /// twice has the same `Message-ID`, by which the other side recognizes it.
    public var id: String
    /// When the message was written, in seconds since 1970.
    public var unixSeconds: Int

    public init(
        from: MailAddress, fromName: String = "", to: MailAddress, subject: String, text: String,
        html: String? = nil, id: String, unixSeconds: Int
    ) {
        self.from = from
        self.fromName = fromName
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.id = id
        self.unixSeconds = unixSeconds
    }

    /// The message in the form for sending (RFC 5322, RFC 2045). Equal messages have equal bytes.
    public var bytes: [UInt8] { Array((head + body).utf8) }

    /// The `Message-ID`, with full stops in place of colons, which it can't contain (RFC 5322,
    /// section 3.6.4).
    private var messageID: String { "\(id.replacing(":", with: "."))@\(from.domain)" }

    private var head: String {
        MailHeader.mailbox("From", fromName, from)
            + MailHeader.mailbox("To", "", to)
            + MailHeader.text("Subject", subject)
            + "Date: \(InternetTime.text(unixSeconds: unixSeconds)) +0000\r\n"
            + "Message-ID: <\(messageID)>\r\n"
            // Suppresses automatic replies, such as those about holidays (RFC 3834).
            + "Auto-Submitted: auto-generated\r\n"
            + "MIME-Version: 1.0\r\n"
    }

    private var body: String {
        let plain = Self.part("plain", text)
        guard let html else { return plain }
        // Base64 contains no underscore, so the parts can't contain the boundary.
        let boundary = "=_alternative"
        return "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n"
            + "--\(boundary)\r\n\(plain)--\(boundary)\r\n\(Self.part("html", html))"
            + "--\(boundary)--\r\n"
    }

    /// Returns a part with its own head. In base64, no line is too long, begins with a dot or is
    /// changed in transit.
    private static func part(_ subtype: String, _ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let content = Data(lines.joined(separator: "\r\n").utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        return "Content-Type: text/\(subtype); charset=UTF-8\r\n"
            + "Content-Transfer-Encoding: base64\r\n\r\n\(content)\r\n"
    }
}
