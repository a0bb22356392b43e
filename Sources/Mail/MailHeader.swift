import Foundation

/// Writes lines of a message's head (RFC 5322, section 2.2), each with its end. No text can inject
/// another line.
enum MailHeader {
    /// The maximum number of characters of a line, without its end (RFC 5322, section 2.1.1).
    private static let lineCharactersMax = 78

    /// Returns a field with a text for people: `Subject: Dinner`.
    static func text(_ name: String, _ text: String) -> String {
        let text = cleaned(text)
        let isPlain = isPrintable(text) && name.count + 2 + text.count <= lineCharactersMax
        return "\(name): \(isPlain ? text : encodedWords(text, bytesMax: bytesMaxBesideField))\r\n"
    }

    /// Returns a field with an address, and with its owner's name unless that is empty.
    static func mailbox(_ field: String, _ name: String, _ address: MailAddress) -> String {
        let name = cleaned(name)
        guard !name.isEmpty else { return "\(field): \(address.text)\r\n" }
        let quoted = "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        let isPlain =
            isPrintable(name) && field.count + 2 + quoted.count <= lineCharactersMax
        // Use one encoded word, if possible: some readers show the space between two.
        let isShort = name.utf8.count <= bytesMaxBesideField
        let shown =
            isPlain
            ? " " + quoted
            : (isShort ? " " : "\r\n ") + encodedWords(name, bytesMax: bytesMaxOfWord)
        // The longest address needs a separate line.
        return "\(field):\(shown)\r\n <\(address.text)>\r\n"
    }

    /// Returns the text on one line, without control characters.
    private static func cleaned(_ text: String) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isLegal =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            cleaned.append(isLegal ? scalar : " ")
        }
        return String(cleaned).split(separator: " ").joined(separator: " ")
    }

    /// Whether the text needs no encoding: printable ASCII that can't be taken for an encoded word.
    private static func isPrintable(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
    }

    /// The bytes that an encoded word of 75 characters has room for (RFC 2047, section 2).
    private static let bytesMaxOfWord = 45
    /// The same beside the name of a field, on a line of at most 76 characters.
    private static let bytesMaxBesideField = 39

    /// Returns the text as encoded words, one on each line. No word ends within a character.
    private static func encodedWords(_ text: String, bytesMax: Int) -> String {
        var words: [String] = []
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let next = Array(String(scalar).utf8)
            if bytes.count + next.count > bytesMax {
                words.append(encodedWord(bytes))
                bytes = []
            }
            bytes += next
        }
        words.append(encodedWord(bytes))
        return words.joined(separator: "\r\n ")
    }

    private static func encodedWord(_ bytes: [UInt8]) -> String {
        "=?UTF-8?B?\(Data(bytes).base64EncodedString())?="
    }
}
