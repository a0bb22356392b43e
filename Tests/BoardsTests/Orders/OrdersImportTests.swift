import BoardKit
import JSON
import OrdersBoard
import ShippedBoards
import Sync
import TestSupport
import Testing

/// Imports of menus, compared with the expected answers.
@Suite struct OrdersImportTests {
    private var bench = OrdersBench()
    private struct Case {
        var name: String
        var file: [UInt8]
        var vector: JSON
        /// The house before the import.
        var bench = OrdersBench()

        init(_ vector: JSON) throws {
            self.vector = vector
            name = vector["file"]?.text ?? ""
            file = try VectorFile.bytes("orders/menus/\(name)")
            if let currency = vector["currency"] {
                try bench.ask("configure", ["currency": currency], by: OrdersBench.owner)
            }
            if let before = vector["after"]?.text {
                _ = bench.importMenu(try VectorFile.bytes("orders/menus/\(before)"))
            }
        }
    }

    private static func cases(refused: Bool) throws -> [Case] {
        try VectorFile.cases("orders/menus").filter { ($0["refused"] != nil) == refused }
            .map(Case.init)
    }

    @Test func `every file gives the expected report and menu`() throws {
        let cases = try Self.cases(refused: false)
        #expect(cases.count > 12)
        for var each in cases {
            let count = each.bench.rev
            let (status, answer) = each.bench.importMenu(each.file)
            expectEqual(status, 200, "\(each.name)")
            var report = answer.members ?? [:]
            let rev = report.removeValue(forKey: "rev")
            expectEqual(.object(report), each.vector["report"], "\(each.name)")
            let expected = each.vector["dishes"]?.elements?.map { $0.elements ?? [] }
            expectEqual(each.bench.carte, expected, "\(each.name)")
            let isChanged = report["added"] != 0 || report["changed"] != 0
            expectEqual(each.bench.rev, count + (isChanged ? 1 : 0), "\(each.name)")
            expectEqual(rev, (isChanged ? JSON(each.bench.rev) : nil), "\(each.name)")
            guard isChanged else { continue }
            expectEqual(each.bench.events.last?.type, "tablecast.orders.imported")
            expectEqual(each.bench.events.last?.subject, "menu")
        }
    }

    @Test func `a dry run returns the same report and changes nothing`() throws {
        for var each in try Self.cases(refused: false) {
            let before = each.bench.menu
            let count = each.bench.rev
            let (status, answer) = each.bench.importMenu(each.file, dry: true)
            expectEqual(status, 200, "\(each.name)")
            var report = answer.members ?? [:]
            report["rev"] = nil
            expectEqual(.object(report), each.vector["report"], "\(each.name)")
            expectEqual(each.bench.menu, before, "\(each.name)")
            expectEqual(each.bench.rev, count, "\(each.name)")
        }
    }

    @Test func `rejects a file that is not a menu, and names the position`() throws {
        for var each in try Self.cases(refused: true) {
            let (status, answer) = each.bench.importMenu(each.file)
            expectEqual(status, 422, "\(each.name)")
            let problems = answer["problems"]?.elements ?? []
            #expect(!problems.isEmpty, "\(each.name)")
            for problem in problems {
                #expect(problem["line"]?.integer ?? 0 >= 1, "\(each.name)")
                #expect(problem["column"]?.integer ?? 0 >= 1, "\(each.name)")
                expectEqual(problem["message"]?.text?.isEmpty, false, "\(each.name)")
            }
            if let line = each.vector["refused"]?["line"] {
                #expect(problems.first?["line"] == line, "\(each.name)")
            }
            expectEqual(each.bench.menu["dishes"], [:], "\(each.name)")
            expectEqual(each.bench.rev, 0, "\(each.name)")
        }
    }

    @Test func `importing an export changes nothing`() throws {
        for var each in try Self.cases(refused: false) {
            _ = each.bench.importMenu(each.file)
            let exported = each.bench.exportMenu()
            let menu = each.bench.menu
            let count = each.bench.rev
            let dishes = menu["dishes"]?.members?.count ?? 0
            let (status, answer) = each.bench.importMenu(exported)
            expectEqual(status, 200, "\(each.name)")
            expectEqual(
                answer,
                [
                    "added": 0, "changed": 0, "unchanged": JSON(dishes), "sections": 0,
                    "problems": [], "ignored": [],
                ], "\(each.name)")
            expectEqual(each.bench.menu, menu, "\(each.name)")
            expectEqual(each.bench.rev, count, "\(each.name)")
            expectEqual(each.bench.exportMenu(), exported, "\(each.name)")
            // An empty house gets the same menu.
            var other = OrdersBench()
            if let currency = each.vector["currency"] {
                try other.ask("configure", ["currency": currency], by: OrdersBench.owner)
            }
            _ = other.importMenu(exported)
            expectEqual(other.carte, each.bench.carte, "\(each.name)")
            expectEqual(other.exportMenu(), exported, "\(each.name)")
        }
    }

    @Test mutating func `an import keeps the fields that the file leaves out`() throws {
        let fish = try bench.section("Fish", ["station": "grill"])
        let dish = try bench.dish(
            "Sole", 900, in: fish,
            ["allergens": ["fish"], "vat": 400, "texts": ["es": ["name": "Lenguado"]]])
        try bench.ask("stock", ["dish": .string(dish), "left": 4])
        let before = bench.dishRow(dish)?.members ?? [:]
        let (_, answer) = bench.importMenu(
            #"[{"nombre":"SOLE","descripcion":"Grilled","precio":9.5,"tipo":"fish"}]"#)
        expectEqual(answer["changed"], 1)
        expectEqual(answer["sections"], 0)
        let changed: [String: JSON] = ["price": 950, "description": "Grilled"]
        var after = bench.dishRow(dish)?.members ?? [:]
        expectEqual(after.removeValue(forKey: "name")?.text?.lowercased(), "sole")
        var expected = before.merging(changed) { $1 }
        expected["name"] = nil
        expectEqual(after, expected)
        #expect(bench.menu["sections"]?[fish]?["station"] == "grill")
    }

    @Test mutating func `a file's allergens, VAT and languages replace the earlier ones`() throws {
        let dish = try bench.dish(
            "Sole", 900, in: bench.section("Fish"), ["allergens": ["fish"], "vat": 400])
        let (_, answer) = bench.importMenu(
            #"""
            [{"nombre": "Sole", "descripcion": "", "precio": 9, "tipo": "Fish",
              "alergenos": ["fish", "milk"], "iva": 1000, "textos": {"es": {"nombre": "Lenguado"}}}]
            """#)
        expectEqual(answer["changed"], 1)
        #expect(bench.dishRow(dish)?["allergens"] == ["fish", "milk"])
        #expect(bench.dishRow(dish)?["vat"] == 1000)
        #expect(bench.dishRow(dish)?["texts"] == ["es": ["name": "Lenguado"]])
    }

    @Test(arguments: [
        (#""iva": "10""#, "iva", "must be a number"),
        (#""iva": 1e400"#, "iva", "Vat must be an integer from 0 to 3000"),
        (#""alergenos": 5"#, "alergenos", "Allergens must be different ones of"),
        (#""textos": 5"#, "textos", "Texts must be at most 8 languages, each with a name"),
    ])
    mutating func `an optional member must be valid if present`(
        member: String, field: String, message: String
    ) {
        let (_, answer) = bench.importMenu(
            #"[{"nombre":"Sole","descripcion":"","precio":9,"tipo":"Fish",\#(member)}]"#)
        let problems = answer["problems"]?.elements ?? []
        expectEqual(answer["added"], 0)
        expectEqual(problems.map { $0["field"]?.text }, [field])
        expectEqual(problems.first?["message"]?.text?.hasPrefix(message), true)
    }

    @Test mutating func `reads a file again if the currency changed in the meantime`() {
        let file = #"[{"nombre":"Sole","descripcion":"","precio":9.125,"tipo":"Fish"}]"#
        let answer = bench.request(.post, "menu", content: Array(file.utf8)) { bench in
            _ = try? bench.ask("configure", ["currency": "KWD"], by: OrdersBench.owner)
        }
        expectEqual(answer?.status, 200)
        #expect(bench.menu["dishes"]?.members?.values.first?["price"] == 9125)
    }

    @Test mutating func `only the host and the owner can import`() {
        let file = Array("[]".utf8)
        for principal in [OrdersBench.owner, OrdersBench.host] {
            expectEqual(bench.importMenu(file, by: principal).status, 200)
        }
        for principal in [OrdersBench.waiter, OrdersBench.cook, OrdersBench.engineer] {
            expectEqual(bench.importMenu(file, by: principal).status, 403)
        }
        let route = BoardRegistry.shipped.address(of: "orders", at: ["menu"])?.routes.first {
            $0.method == .post
        }
        expectEqual(route?.contentBytesMax, 4 << 20)
    }
}
