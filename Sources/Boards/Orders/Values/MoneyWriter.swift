import Foundation
import JSON

/// Writes amounts in English with their currency: `€4.35`. Pages write them in their own language.
struct MoneyWriter {
    private let decimals: Int
    private let style: Decimal.FormatStyle.Currency

    init(_ currency: Currency) {
        decimals = currency.decimals
        // The style alone would leave out the decimals of some currencies.
        style = .currency(code: currency.code)
            .locale(Locale(identifier: "en"))
            .precision(.fractionLength(currency.decimals))
    }

    /// - Parameter amount: in the currency's smallest unit. A `Decimal` represents it exactly.
    func text(of amount: Int) -> String {
        style.format(Decimal(sign: .plus, exponent: -decimals, significand: Decimal(amount)))
    }
}

extension Orders {
    /// Returns an amount for a problem's sentence: as English writes it, and as a number for pages
    /// in other languages.
    func written(_ amount: Int) -> JSON {
        [
            "amount": JSON(amount), "currency": .string(currency.code),
            "text": .string(MoneyWriter(currency).text(of: amount)),
        ]
    }
}
