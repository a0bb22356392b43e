/// A reason to reject a request, with its English sentence. Catalogues have the sentences of other
/// languages, by code.
public struct ProblemDeclaration: Sendable, Equatable {
    /// The code: `too_long`, or `waitlist.beside_itself` for a problem of a board.
    public let code: String
    /// The sentence, with placeholders such as `{max}`, which a `Reason` fills. `{label}` is the name of
    /// the field with the problem. A phrase that fills a placeholder is a declared problem too.
    public let sentence: String
    /// The sentence where `{count}` is 1; `nil` if the number makes no difference. Catalogues have the
    /// forms that their languages need, as `<code>.one` and `<code>.other`.
    public let sentenceOfOne: String?

    public init(_ code: String, _ sentence: String, ofOne sentenceOfOne: String? = nil) {
        self.code = code
        self.sentence = sentence
        self.sentenceOfOne = sentenceOfOne
    }
}
