import BoardKit
import JSON
import Sync

/// The ids of 1 to 200 different lines. The lines need not exist.
struct LineList: ArgumentValue {
    static let countMax = 200
    static let schema = Schema(
        .list(of: ItemID.schema, countMin: 1, countMax: countMax, isUnique: true))

    let names: [ItemID]

    init(_ argument: JSON) throws(Reason) {
        let names = argument.elements?.compactMap { try? ItemID($0) } ?? []
        guard (1...Self.countMax).contains(names.count), names.count == argument.elements?.count,
            Set(names.map(\.text)).count == names.count
        else { throw Self.reason }
        self.names = names
    }

    static let reason = Reason(.badLines, ["max": JSON(countMax)])
}

/// 1 to 200 different lines, each with the number that is meant.
struct LineParts: ArgumentValue {
    struct Part: Sendable {
        let line: ItemID
        /// `nil` for the whole line.
        let quantity: Int?
    }

    static let schema = Schema(
        .list(
            of: .record(.always("line", ItemID.schema), .maybe("quantity", Quantity.schema)),
            countMin: 1, countMax: LineList.countMax, isUnique: true))

    let parts: [Part]

    init(_ argument: JSON) throws(Reason) {
        guard let elements = argument.elements, (1...LineList.countMax).contains(elements.count)
        else { throw LineList.reason }
        var parts: [Part] = []
        var known: Set<String> = []
        for element in elements {
            let part = try Self.part(element)
            guard known.insert(part.line.text).inserted else { throw LineList.reason }
            parts.append(part)
        }
        self.parts = parts
    }

    private static func part(_ element: JSON) throws(Reason) -> Part {
        guard let members = element.members,
            members.keys.allSatisfy({ $0 == "line" || $0 == "quantity" }),
            let line = members["line"].flatMap({ try? ItemID($0) })
        else { throw LineList.reason }
        guard let given = members["quantity"], !given.isNull else {
            return Part(line: line, quantity: nil)
        }
        guard let quantity = try? Quantity(given) else {
            throw Reason(.badPart, ["min": JSON(1), "max": JSON(Quantity.max)])
        }
        return Part(line: line, quantity: quantity.value)
    }
}
