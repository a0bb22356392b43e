import Foundation
import JSON

/// Writes amounts with their currency as people of a language do: `4,35 €`. The pages' `MoneyWriter`
/// writes the same.
struct MoneyWriter {
    private let decimals: Int
    private let style: Decimal.FormatStyle.Currency

    init(_ currency: Currency, in language: Language) {
        decimals = currency.decimals
        // The style alone would leave out the decimals of some currencies.
        style = .currency(code: currency.code)
            .locale(Locale(identifier: language.rawValue))
            .precision(.fractionLength(currency.decimals))
    }

    /// - Parameter amount: in the currency's smallest unit. A `Decimal` holds it exactly, and so it
    ///   is never a binary fraction.
    func text(of amount: Int) -> String {
        style.format(Decimal(sign: .plus, exponent: -decimals, significand: Decimal(amount)))
    }
}

extension Orders {
    /// An amount in the sentence of a problem: as English writes it, and for pages in other languages
    /// the amount itself.
    func written(_ amount: Int) -> JSON {
        [
            "amount": JSON(amount), "currency": .string(currency.code),
            "text": .string(MoneyWriter(currency, in: .english).text(of: amount)),
        ]
    }
}
