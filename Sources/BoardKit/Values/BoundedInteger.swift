package import JSON
package import Sync

/// An integer within a range. The JSON number `4.0` is 4; the text `"4"` is not.
package protocol BoundedInteger: StoredValue {
    static var range: ClosedRange<Int> { get }
    /// The problem with a value outside the range. Its placeholders are `min` and `max`.
    static var problem: ProblemDeclaration { get }

    var value: Int { get }

    /// - Parameter value: a value in the range.
    init(value: Int)
}

extension BoundedInteger {
    package static var problem: ProblemDeclaration { .outOfRange }

    package static var schema: Schema {
        Schema(.integer(min: range.lowerBound, max: range.upperBound))
    }

    package var stored: JSON { JSON(value) }

    package init(_ argument: JSON) throws(Reason) {
        guard let value = argument.integer, Self.range.contains(value) else {
            throw Self.reason
        }
        self.init(value: value)
    }

    /// The reason to reject a value outside the range.
    package static var reason: Reason {
        Reason(problem, ["min": JSON(range.lowerBound), "max": JSON(range.upperBound)])
    }
}

/// A whole number within a range, without a problem of its own.
package struct WholeNumber<let min: Int, let max: Int>: BoundedInteger {
    package static var range: ClosedRange<Int> { min...max }

    package let value: Int

    package init(value: Int) { self.value = value }
}
