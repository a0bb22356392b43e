import JSON

/// The bill of a tab. All amounts are in the currency's smallest unit.
struct Bill: Sendable, Equatable {
    /// An amount at one rate, and the value added tax that it includes.
    struct Taxed: Sendable, Equatable {
        var gross = 0
        var vat = 0
    }

    let dishes: Int
    let total: Int
    let delivery: Int?
    /// By the rate in hundredths of a percent.
    let vat: [Int: Taxed]
    let paid: Int
    let tip: Int
    /// The share of each person; `nil` if no counted line has a person.
    let people: [String: Int]?

    var due: Int { total - paid }

    init(_ picture: TabPicture) {
        let figures = TabFigures(picture)
        dishes = figures.dishes
        total = figures.total
        delivery = picture.fee
        paid = figures.paid
        tip = figures.tip
        vat = Self.vat(of: picture)
        people = Self.shares(of: picture)
    }

    /// Returns the tax included in the gross amounts, rounded half up once for each rate.
    private static func vat(of picture: TabPicture) -> [Int: Taxed] {
        var gross: [Int: Int] = [:]
        for entry in picture.lines where entry.line.counts {
            guard let placed = entry.line.placed else { continue }
            gross[placed.vat, default: 0] += entry.line.amount
        }
        for fee in picture.lines.compactMap(\.line.placed?.fee) where fee.amount > 0 {
            gross[fee.vat, default: 0] += fee.amount
        }
        var taxed: [Int: Taxed] = [:]
        for (rate, gross) in gross {
            taxed[rate] = Taxed(gross: gross, vat: tax(in: gross, at: rate))
        }
        return taxed
    }

    /// - Parameter rate: in hundredths of a percent.
    static func tax(in gross: Int, at rate: Int) -> Int {
        let whole = 10_000 + rate
        return (2 * gross * rate + whole) / (2 * whole)
    }

    /// Returns the sum of each person's lines and an equal share of everything else. Remaining
    /// units go one each to the first people, in the order of UTF-16 code units.
    private static func shares(of picture: TabPicture) -> [String: Int]? {
        var shares: [String: Int] = [:]
        var common = picture.fee ?? 0
        for entry in picture.lines where entry.line.counts {
            if let person = entry.line.person {
                shares[person, default: 0] += entry.line.amount
            } else {
                common += entry.line.amount
            }
        }
        if shares.isEmpty { return nil }
        let people = shares.keys.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
        for (index, person) in people.enumerated() {
            let extra = index < common % people.count ? 1 : 0
            shares[person, default: 0] += common / people.count + extra
        }
        return shares
    }

    var json: JSON {
        JSON(present: [
            "dishes": JSON(dishes), "total": JSON(total), "delivery": delivery.map { JSON($0) },
            "vat": Self.json(vat), "paid": JSON(paid), "tip": JSON(tip), "due": JSON(due),
            "people": people.map { .object($0.mapValues { JSON($0) }) },
        ])
    }

    static func json(_ vat: [Int: Taxed]) -> JSON {
        var rates: [String: JSON] = [:]
        for (rate, taxed) in vat {
            rates[String(rate)] = ["gross": JSON(taxed.gross), "vat": JSON(taxed.vat)]
        }
        return .object(rates)
    }
}
