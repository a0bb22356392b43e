import BoardKit
import JSON
import Sync

/// The price of a dish, or a delivery fee, in the currency's smallest unit.
struct Price: BoundedInteger {
    static let range = 0...99_999_999

    let value: Int
}

/// A tip in the currency's smallest unit.
struct Tip: BoundedInteger {
    static let range = Price.range

    let value: Int
}

/// A rate of value added tax in hundredths of a percent: 1000 is 10 %.
struct VATRate: BoundedInteger {
    static let range = 0...3_000

    let value: Int
}

/// How many of a dish a line has.
struct Quantity: BoundedInteger {
    static let max = 100
    static let range = 1...max

    let value: Int
}

/// How many of a dish a line is to have; 0 removes the line.
struct ChangedQuantity: BoundedInteger {
    static let range = 0...Quantity.max

    let value: Int
}

/// How many of a dish are left.
struct Stock: BoundedInteger {
    static let range = 0...999
    static let problem = ProblemDeclaration.badStock

    let value: Int
}

/// After how many minutes a round is due.
struct TargetMinutes: BoundedInteger {
    static let range = 1...240

    let value: Int
}

/// For how many days tabs that left are shown.
struct KeepDays: BoundedInteger {
    static let range = 1...400

    let value: Int
}

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
