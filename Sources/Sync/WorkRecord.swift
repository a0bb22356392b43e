/// Records the work of a venue, to find out what keeps a thread busy, or what ended the process.
public protocol WorkRecord: AnyObject, Sendable {
    /// Notes the work that the venue's thread begins: the name of an action, or of a view that it
    /// makes.
    func note(_ work: String)
    /// Notes that a view with parameters begins to be made or updated, on any thread.
    ///
    /// - Parameter view: its canonical name.
    /// - Returns: `false` if the view is set aside, and must not be made.
    func begin(_ view: String) -> Bool
    /// Notes that this work has ended without ending the process.
    func end(_ view: String)
}

extension Venue {
    /// Makes or updates a view with parameters.
    ///
    /// - Throws: `unavailable` if the view is set aside.
    static func work<Result>(
        on request: ViewRequest, notedIn record: (any WorkRecord)?,
        _ body: () throws(Rejection) -> Result
    ) throws(Rejection) -> Result {
        guard let record else { return try body() }
        guard record.begin(request.name) else { throw Rejection(.unavailable, .viewSetAside) }
        defer { record.end(request.name) }
        return try body()
    }
}
