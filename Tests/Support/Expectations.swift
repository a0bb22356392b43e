public import Testing

/// Checks that two values are equal, and records an issue with both if they are not.
///
/// It replaces `#expect(one == other)`, which takes the compiler several times as long.
///
/// - Parameter comment: a comment for the issue.
public func expectEqual<Value: Equatable>(
    _ one: Value, _ other: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    if one == other { return }
    record(
        "\(String(reflecting: one)) is not \(String(reflecting: other))", comment(), sourceLocation)
}

/// Checks that a value is `nil`, and records an issue with the value if it is not. It replaces
/// `#expect(value == nil)`.
public func expectNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard let value else { return }
    record("\(String(reflecting: value)) is not nil", comment(), sourceLocation)
}

private func record(_ what: String, _ comment: Comment?, _ sourceLocation: SourceLocation) {
    let said = comment.map { "\(what): \($0.rawValue)" } ?? what
    Issue.record(Comment(rawValue: said), sourceLocation: sourceLocation)
}
