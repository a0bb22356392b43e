extension Duration {
    /// The whole milliseconds, clamped to the range of `Int64`.
    package var milliseconds: Int64 { whole(unitsPerSecond: 1_000) }

    /// The whole microseconds, clamped to the range of `Int64`.
    package var microseconds: Int64 { whole(unitsPerSecond: 1_000_000) }

    /// Converts without trapping, because a duration may come from another server's number.
    private func whole(unitsPerSecond: Int128) -> Int64 {
        Int64(clamping: attoseconds / (1_000_000_000_000_000_000 / unitsPerSecond))
    }
}
