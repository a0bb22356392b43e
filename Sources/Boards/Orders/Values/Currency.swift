import BoardKit
import Foundation
import JSON
import Sync

/// An active currency of ISO 4217, with the number of decimals of its smallest unit.
struct Currency: StoredValue, Equatable {
    static let schema = Schema(.choice(codes))
    static let euro = Currency(code: "EUR", decimals: 2)

    let code: String
    let decimals: Int
    var stored: JSON { .string(code) }

    private init(code: String, decimals: Int) {
        self.code = code
        self.decimals = decimals
    }

    /// Returns `nil` if there is no such currency.
    init?(code: String) {
        guard let decimals = Self.decimals[code] else { return nil }
        self.init(code: code, decimals: decimals)
    }

    init(_ argument: JSON) throws(Reason) {
        guard let currency = argument.text.flatMap(Currency.init(code:)) else {
            throw Reason(.badCurrency)
        }
        self = currency
    }

    static let codes = decimals.keys.sorted()

    private static let decimals: [String: Int] = {
        var decimals: [String: Int] = [:]
        let lists = [(0, withoutDecimals), (2, withTwo), (3, withThree), (4, withFour)]
        for (count, codes) in lists {
            for code in codes.split(separator: " ") { decimals[String(code)] = count }
        }
        return decimals
    }()

    private static let withoutDecimals =
        "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    private static let withThree = "BHD IQD JOD KWD LYD OMR TND"
    private static let withFour = "CLF UYW"
    private static let withTwo = """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD \
        CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
        GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD \
        LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB \
        PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP \
        SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
        """
}

/// Writes amounts with their currency as English does: `€4.35`. Pages write them in their own language.
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
            "text": .string(MoneyWriter(currency).text(of: amount)),
        ]
    }
}
