import BoardKit
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
