/// What `DisplayRows` made of a revision within one second.
struct RenderedRows {
    var rev: Int
    /// Since 1970.
    var second: Int64
    var values: [String: String]
}
