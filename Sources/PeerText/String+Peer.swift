/// # The room `PeerText`
///
/// Text from outside.
///
/// Strings are compared, looked up and searched in their canonical form, which sorts each run of
/// combining marks in quadratic time: a header of 8 KB can keep a thread busy for 200 ms. So every
/// room that reads text from outside decodes it here, which limits the runs.

extension String {
    /// The maximum number of combining marks in a row (Unicode Standard Annex 15, section 13: the
    /// Stream-Safe Text Format). No writing system comes near it.
    private static let marksInRowMax = 30

    /// Decodes UTF-8 and divides runs of too many combining marks with the invisible U+034F
    /// COMBINING GRAPHEME JOINER, as the Stream-Safe Text Format does. Repairs invalid bytes.
    public init(ofPeer utf8: some Collection<UInt8>) {
        self = String(decoding: utf8, as: UTF8.self).dividingMarks()
    }

    /// Decodes UTF-8 as `init(ofPeer:)` does. Returns `nil` if the bytes are not UTF-8.
    public init?(validatingOfPeer utf8: some Collection<UInt8>) {
        guard let text = String(validating: utf8, as: UTF8.self) else { return nil }
        self = text.dividingMarks()
    }

    /// The text, with runs of too many combining marks divided.
    public func dividingMarks() -> String {
        if utf8.count <= 2 * Self.marksInRowMax { return self }
        var text = self
        return text.withUTF8({ Self.mayHaveLongRun($0) }) ? text.divided() : text
    }

    /// Whether the text may have a run of too many combining marks: each has at least two bytes,
    /// none of them ASCII.
    public static func mayHaveLongRun(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        var count = 0
        for byte in utf8 {
            count = byte < 0x80 ? 0 : count + 1
            if count > 2 * marksInRowMax { return true }
        }
        return false
    }

    private func divided() -> String {
        var marks = 0
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isMark = scalar.properties.canonicalCombiningClass != .notReordered
            marks = isMark ? marks + 1 : 0
            if marks > Self.marksInRowMax {
                text.append("\u{34F}")
                marks = 1
            }
            text.append(scalar)
        }
        return String(text)
    }
}
