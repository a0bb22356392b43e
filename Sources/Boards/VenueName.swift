/// What a venue is called, as its screens greet with it: NFC, on one line, 1 to 80 characters and at
/// most 400 bytes, no control characters.
public struct VenueName: Sendable {
    public let text: String

    /// `nil` for what can't be a name.
    public init?(_ typed: String) {
        let name = TypedText(folding: typed)
        guard name.isVisible, !name.hasControlCharacters,
            !name.isLonger(than: PartyName.charactersMax, bytesMax: PartyName.bytesMax)
        else { return nil }
        text = name.text
    }
}
