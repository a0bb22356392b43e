import BoardKit

/// The texts of a page in one of its languages.
struct PageTexts: Sendable {
    let language: Language
    /// A JSON object with the texts by their keys.
    let json: [UInt8]
}

/// Where a page's texts come from, besides its own folder. The page's own texts override the others.
struct TextSources {
    /// Whether the page has the texts that pages for staff share.
    var isShared = false
    /// The boards' texts that the page gets.
    var boardTexts: BoardTexts?
    /// The boards whose events the page describes.
    var boards: [String] = []
}
