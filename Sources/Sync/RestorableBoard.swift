/// A board whose state can be written as bytes and made again from them, so that the events behind
/// it need not be applied each time a venue opens.
///
/// A state that was restored behaves in every way as the one that the events make. When `apply`
/// comes to make another state of the same events, `Venue.stateVersion` has to change.
package protocol RestorableBoard: Board {
    func save(to writer: inout StateWriter)

    /// - Throws: when the bytes are no such state; the board is not to be used then.
    mutating func restore(from reader: inout StateReader) throws(StateError)
}
