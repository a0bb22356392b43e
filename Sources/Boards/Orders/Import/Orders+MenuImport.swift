import BoardKit
import JSON
import Sync

/// Imports and exports the menu.
extension Orders {
    func decideImport(_ asked: inout Asked) throws(Rejection) -> Decision {
        let file: FileText = try asked.last("file")
        return try decideImport(Array(file.text.utf8), at: asked.moment)
    }

    func decideImport(_ bytes: [UInt8], at moment: Moment) throws(Rejection) -> Decision {
        let plan: MenuPlan
        do throws(MenuFile.Fault) {
            plan = try self.plan(MenuFile(parsing: bytes, decimals: currency.decimals), moment.rev)
        } catch {
            throw Rejection(.invalid, because: error.reason)
        }
        guard !plan.isEmpty else { throw Rejection(.conflict, .nothingNew) }
        return Self.decision(.imported, of: Self.menuSubject, plan.data)
    }

    /// Returns the changes that an import of a file would make.
    ///
    /// - Throws: the reason to import nothing.
    func plan(_ file: MenuFile, _ rev: Int) throws(MenuFile.Fault) -> MenuPlan {
        let plan = MenuPlan(file, on: self, rev: rev)
        if let fault = plan.fault { throw fault }
        return plan
    }

    /// The menu as a file, whose import would change nothing.
    var menuFile: [UInt8] {
        var lines: [String] = []
        let decimals = currency.decimals
        for section in menu.sections {
            guard let name = sections[section.id]?.name else { continue }
            for place in menu.dishes[section.id] ?? RankOrder() {
                guard let dish = dishes[place.id] else { continue }
                lines.append(dish.fileLine(section: name, decimals: decimals))
            }
        }
        let text = lines.isEmpty ? "[]\n" : "[\n    \(lines.joined(separator: ",\n    "))\n]\n"
        return Array(text.utf8)
    }
}

extension Dish {
    /// Returns the dish as an element of a file.
    fileprivate func fileLine(section: String, decimals: Int) -> String {
        var members: [(name: String, value: String)] = [
            ("nombre", JSON.string(name).canonicalText),
            ("descripcion", JSON.string(description ?? "").canonicalText),
            ("precio", DecimalPrice.text(of: price, decimals: decimals)),
            ("tipo", JSON.string(section).canonicalText),
        ]
        if let allergens { members.append(("alergenos", allergens.member.canonicalText)) }
        if let vat { members.append(("iva", String(vat))) }
        if !texts.isEmpty { members.append(("textos", texts.fileText)) }
        return "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ", ") + "}"
    }
}

extension MenuTexts {
    fileprivate var fileText: String {
        let languages = languages.mapValues { texts in
            JSON(present: ["nombre": texts["name"], "descripcion": texts["description"]])
        }
        return JSON.object(languages).canonicalText
    }
}

extension MenuFile.Fault {
    /// The reason to reject an action with the file.
    var reason: Reason {
        Reason(
            .badFile,
            ["line": JSON(line), "column": JSON(column), "what": .string(message)])
    }

    var json: JSON {
        ["line": JSON(line), "column": JSON(column), "message": .string(message)]
    }
}

extension MenuFile.DishProblem {
    var json: JSON {
        [
            "line": JSON(line), "dish": JSON(dish), "field": .string(field),
            "message": .string(message),
        ]
    }

    /// The problem as the command prints it.
    var text: String { "line \(line), dish \(dish), \(field): \(message)" }
}
