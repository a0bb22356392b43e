import BoardKit
import JSON
import Sync

/// The price of a dish, or a delivery fee, in the currency's smallest unit.
typealias Price = WholeNumber<0, 99_999_999>

/// A tip in the currency's smallest unit.
typealias Tip = Price

/// A rate of value added tax in hundredths of a percent: 1000 is 10 %.
typealias VATRate = WholeNumber<0, 3_000>

/// The number of a dish in a line.
typealias Quantity = WholeNumber<1, 100>

/// The new number of a dish in a line; 0 removes the line.
typealias ChangedQuantity = WholeNumber<0, 100>

/// The number of a dish that is left.
struct Stock: BoundedInteger {
    static let range = 0...999
    static let problem = ProblemDeclaration.badStock

    let value: Int
}

/// The number of minutes after which a round is due.
typealias TargetMinutes = WholeNumber<1, 240>

/// The number of days for which tabs that left are shown.
typealias KeepDays = WholeNumber<1, 400>

/// The amount of a payment, in the currency's smallest unit. It is limited by what is due.
struct Amount: ArgumentValue {
    static let schema = Schema(.integer(min: 1))

    let value: Int

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let number) = argument, number.rounded() == number, number >= 1 else {
            throw Reason(.notPositive)
        }
        // Nobody owes more than a double can represent exactly.
        value = argument.integer ?? Int.max
    }
}
