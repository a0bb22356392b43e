import BoardKit
import JSON
import Sync

/// Reads one dish of a file, and collects its problems.
struct MenuFileReader {
    private enum Field: String, CaseIterable {
        case name = "nombre"
        case description = "descripcion"
        case price = "precio"
        case section = "tipo"
        case allergens = "alergenos"
        case vat = "iva"
        case texts = "textos"
    }

    private var values: [Field: JSONRecords.Value] = [:]
    private let isObject: Bool
    private let decimals: Int
    private(set) var ignored: [String] = []
    var problems: [(field: String, message: String)] = []

    init(_ record: JSONRecords.Record, decimals: Int) {
        self.decimals = decimals
        isObject = record.members != nil
        for member in record.members ?? [] {
            guard let field = Field(rawValue: member.name) else {
                ignored.append(member.name)
                continue
            }
            if values.updateValue(member.value, forKey: field) != nil {
                add(Reason(.isThereTwice), at: field)
            }
        }
    }

    /// Returns the dish, or `nil` if it has a problem.
    mutating func dish(line: Int, place: Int) -> MenuFileDish? {
        guard isObject else {
            problems.append((field: "dish", message: Reason(.mustBeObject).message()))
            return nil
        }
        var dish = MenuFileDish(line: line)
        if let name: DishName = text(.name) { dish.name = name.text }
        if let description: DishDescription = text(.description) {
            dish.description = description.text
        }
        dish.price = price() ?? 0
        if let section: SectionName = text(.section) { dish.section = section.text }
        dish.allergens = allergens()
        dish.vat = vat()
        dish.texts = texts()
        return problems.isEmpty ? dish : nil
    }

    private mutating func text<Text: BoundedText>(_ field: Field) -> Text? {
        guard let value = values[field] else {
            add(Reason(.isMissing), at: field)
            return nil
        }
        guard case .other(.string(let typed)) = value else {
            add(Reason(.mustBeText), at: field)
            return nil
        }
        return read(.string(typed), field)
    }

    private mutating func price() -> Int? {
        guard let value = values[.price] else {
            add(Reason(.isMissing), at: .price)
            return nil
        }
        guard case .number(let text) = value else {
            add(Reason(.mustBeNumber), at: .price)
            return nil
        }
        switch DecimalPrice(text, decimals: decimals) {
        case .units(let units): return units
        case .tooManyDecimals:
            add(Reason(.tooManyDecimals, ["max": JSON(decimals)]), at: .price)
        case .outOfRange: add(Price.reason, at: .price)
        }
        return nil
    }

    private mutating func vat() -> Int? {
        guard let value = values[.vat] else { return nil }
        guard case .number(let text) = value else {
            add(Reason(.mustBeNumber), at: .vat)
            return nil
        }
        guard let number = try? JSON(parsing: text) else {
            add(VATRate.reason, at: .vat)
            return nil
        }
        let rate: VATRate? = read(number, .vat)
        return rate?.value
    }

    private mutating func allergens() -> [Allergen]? {
        guard let value = values[.allergens] else { return nil }
        guard case .other(let json) = value else {
            let _: AllergenList? = read(.number(0), .allergens)
            return nil
        }
        let list: AllergenList? = read(json, .allergens)
        return list?.allergens
    }

    private mutating func texts() -> MenuTexts? {
        guard let value = values[.texts] else { return nil }
        guard case .other(let json) = value else {
            let _: MenuTexts? = read(.number(0), .texts)
            return nil
        }
        let texts: MenuTexts? = read(Self.translated(json), .texts)
        return texts
    }

    /// Renames the members of texts to this program's names, and appends `?` to all others. Leaves
    /// values of other types unchanged.
    private static func translated(_ json: JSON) -> JSON {
        guard let languages = json.members else { return json }
        return .object(
            languages.mapValues { texts in
                guard let members = texts.members else { return texts }
                var translated: [String: JSON] = [:]
                for (name, value) in members {
                    translated[names[name] ?? "\(name)?"] = value
                }
                return .object(translated)
            })
    }

    private static let names = ["nombre": "name", "descripcion": "description"]

    private mutating func read<Value: ArgumentValue>(_ json: JSON, _ field: Field) -> Value? {
        do throws(Reason) {
            return try Value(json)
        } catch {
            add(error, at: field)
            return nil
        }
    }

    /// Adds a problem with the message of the action that adds a dish.
    private mutating func add(_ reason: Reason, at field: Field) {
        let label =
            switch field {
            case .name, .section: "name"
            case .description: "description"
            case .price: "price"
            case .allergens: "allergens"
            case .vat: "vat"
            case .texts: "texts"
            }
        problems.append((field: field.rawValue, message: Problem(field: label, reason).message))
    }
}
