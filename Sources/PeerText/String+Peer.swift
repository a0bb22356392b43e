/// # The room `PeerText`
///
/// Text that comes from somebody else.
///
/// Strings are compared, looked up and searched by their canonical forms, and making one sorts each
/// run of combining marks, in quadratic time: one header of 8 KB keeps a thread busy for 200 ms.
/// Therefore no text from outside has a long run. All rooms that read such text decode it here.

extension String {
    /// The most combining marks in a row (Unicode Standard Annex 15, section 13: the Stream-Safe
    /// Text Format). No writing system comes near that.
    public static let marksInRowMax = 30

    /// Decodes UTF-8, and divides runs of too many combining marks by the invisible U+034F
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
        var text = self
        // Each mark has two bytes or more, none of them ASCII. Nearly every text ends here.
        return text.withUTF8({ Self.mayHaveLongRun($0) }) ? text.divided() : text
    }

    /// Whether so many bytes in a row are not ASCII that they may be too many combining marks.
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
