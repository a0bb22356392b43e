import BoardKit
import JSON
import Sync

/// The price of a dish, or a delivery fee, in the currency's smallest unit.
typealias Price = WholeNumber<0, 99_999_999>

/// A tip in the currency's smallest unit.
typealias Tip = Price

/// A rate of value added tax in hundredths of a percent: 1000 is 10 %.
typealias VATRate = WholeNumber<0, 3_000>

/// How many of a dish a line has.
typealias Quantity = WholeNumber<1, 100>

/// How many of a dish a line is to have; 0 removes the line.
typealias ChangedQuantity = WholeNumber<0, 100>

/// How many of a dish are left.
struct Stock: BoundedInteger {
    static let range = 0...999
    static let problem = ProblemDeclaration.badStock

    let value: Int
}

/// After how many minutes a round is due.
typealias TargetMinutes = WholeNumber<1, 240>

/// For how many days tabs that left are shown.
typealias KeepDays = WholeNumber<1, 400>

/// An amount that is paid, in the currency's smallest unit. What is due limits it.
struct Amount: ArgumentValue {
    static let schema = Schema(.integer(min: 1))

    let value: Int

    init(_ argument: JSON) throws(Reason) {
        guard case .number(let number) = argument, number.rounded() == number, number >= 1 else {
            throw Reason(.notPositive)
        }
        // An amount beyond those that a double holds exactly is more than anybody owes.
        value = argument.integer ?? Int.max
    }
}
