import JSON
import Sync
import TestSupport

@testable import TestBoards

/// A service in random use, with valid and invalid requests, and the account of the accepted ones.
struct OrdersService {
    private(set) var bench = OrdersBench()
    private(set) var account = OrdersAccount()
    private var generator: SeededGenerator
    /// The number of accepted requests of each verb.
    private(set) var accepted: [String: Int] = [:]

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        try OrdersRequests.makeMenu { (verb, arguments) throws(Rejection) in
            try bench.ask(verb, arguments, by: OrdersBench.owner)
        }
        take(from: 0)
    }

    var tabs: Set<String> { account.tabs }

    var comparison: OrdersComparison { OrdersComparison(bench, with: account) }

    /// Makes a random request.
    ///
    /// - Returns: the tabs concerned, or `nil` if the request was refused.
    mutating func step() -> Set<String>? {
        var requests = OrdersRequests(account, from: generator)
        defer { generator = requests.generator }
        let verb = requests.pick(OrdersRequests.verbs + ["import", "day"]) ?? "add"
        let count = bench.events.count
        if verb == "day" {
            guard requests.chance(15) else { return nil }
            bench.beginDay()
            guard bench.events.count > count else { return nil }
            take(from: count)
            return tabs
        }
        if verb == "import" { return importMenu(&requests) }
        guard let arguments = requests.arguments(verb) else { return nil }
        let isAccepted = (try? bench.ask(verb, arguments)) != nil
        // Time may have passed even if the request was rejected.
        take(from: count)
        guard isAccepted else { return nil }
        accepted[verb, default: 0] += 1
        return account.tabs(of: bench.rev)
    }

    /// Adds accepted requests to the account.
    private mutating func take(
        from count: Int, file: [(section: String, name: String, price: Int)] = []
    ) {
        for entry in bench.entries(from: count) { account.take(entry, shown: bench, file: file) }
    }

    private mutating func importMenu(_ requests: inout OrdersRequests) -> Set<String>? {
        var file: [(section: String, name: String, price: Int)] = []
        for section in requests.shuffled(["Fish", "Soups", "Postres", "Vinos"]).prefix(2) {
            for number in requests.shuffled([1, 2, 7, 8]).prefix(2) {
                let price = requests.number(from: 1, to: 30) * 100
                file.append((section, "\(section) \(number)", price))
            }
        }
        let dishes = file.map { section, name, price in
            #"{"nombre":"\#(name)","descripcion":"","precio":\#(price / 100),"tipo":"\#(section)"}"#
        }
        let count = bench.events.count
        let (status, _) = bench.importMenu("[" + dishes.joined(separator: ",") + "]")
        take(from: count, file: file)
        guard status == 200, bench.events.count > count else { return nil }
        accepted["import", default: 0] += 1
        return []
    }
}

extension VenueBench: OrdersDocuments where Board == BenchedOrders {}
