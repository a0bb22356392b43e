import Storage

/// A part of the venues. The venues of a shard have one owner at a time.
enum Shard {
    static let count = 256

    /// Returns the shard of a venue.
    static func of(_ slug: String) throws(StoreError) -> Int64 {
        Int64(try SHA256.digest(Array(slug.utf8)).first ?? 0)
    }
}
