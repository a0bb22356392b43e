import JSON
import Sync

extension BoardDescription {
    /// TypeScript types of the views' documents and the actions' arguments.
    package var types: String {
        var text = """
            /** Made by `tablecast describe` of what the boards declare. */
            import type { JSONObject, JSONValue } from "./tablecast.js";

            """
        for view in views {
            text += Self.interface(
                Self.typeName(view.name) + "Document", of: view.document ?? Schema(.object), nil)
        }
        for action in actions {
            text += Self.interface(
                Self.typeName(action.name) + "Arguments",
                of: Schema(.members(of: action.arguments)), action.summary)
        }
        text += Self.map(
            "Documents", "The document of each view, by the view's name.",
            views.map { ($0.name, Self.typeName($0.name) + "Document") })
        text += Self.map(
            "Arguments", "What each action takes, by the action's name.",
            actions.map { ($0.name, Self.typeName($0.name) + "Arguments") })
        return text
    }

    /// Returns a JavaScript module with the schemas of these boards' actions, one line for each.
    func schemas(of boards: [BoardDeclaration]) -> String {
        let lines = boards.flatMap(actions).map { action in
            let schema = Self.withoutWords(Schema(.members(of: action.arguments)).json)
            return "    \"\(action.name)\": \(schema.canonicalText),\n"
        }
        return """
            // @ts-check

            /** Made by `tablecast describe`: what actions take, as JSON Schema. */
            export const schemas = {
            \(lines.joined())};

            """
    }

    /// Removes the summaries, because forms have texts of their own.
    private static func withoutWords(_ schema: JSON) -> JSON {
        guard var members = schema.members else { return schema }
        members["description"] = nil
        if let properties = members["properties"]?.members {
            members["properties"] = .object(properties.mapValues(withoutWords))
        }
        members["items"] = members["items"].map(withoutWords)
        return .object(members)
    }

    private static func interface(_ name: String, of schema: Schema, _ summary: String?) -> String {
        let summary = summary.map { "/** \($0) */\n" } ?? ""
        return "\n\(summary)export type \(name) = \(schema.typeScript(indent: 0));\n"
    }

    private static func map(
        _ name: String, _ summary: String, _ members: [(name: String, type: String)]
    ) -> String {
        let lines = members.map { "    \"\($0.name)\": \($0.type);\n" }
        return "\n/** \(summary) */\nexport type \(name) = {\n\(lines.joined())};\n"
    }
}

extension Schema {
    /// - Parameter indent: the indentation of the line on which the type begins.
    fileprivate func typeScript(indent: Int) -> String {
        let type =
            switch shape {
            case .text: "string"
            case .integer, .number: "number"
            case .flag: "boolean"
            case .choice(let choices): choices.map { "\"\($0)\"" }.joined(separator: " | ")
            case .elements(let element, _, _, _):
                "Array<\(element.schema.typeScript(indent: indent))>"
            case .object: "JSONObject"
            case .any: "JSONValue"
            case .table(let row): "{ [id: string]: \(row.schema.typeScript(indent: indent)) }"
            case .record(let members): Self.typeScript(members.declarations, indent: indent)
            }
        return isNullable ? "\(type) | null" : type
    }

    private static func typeScript(_ members: [ArgumentDeclaration], indent: Int) -> String {
        if members.isEmpty { return "{}" }
        let inner = String(repeating: " ", count: indent + 4)
        let lines = members.map { member in
            let mark = member.isRequired ? "" : "?"
            let summary = member.summary.isEmpty ? "" : "\(inner)/** \(member.summary) */\n"
            let type = member.schema.typeScript(indent: indent + 4)
            return "\(summary)\(inner)\(member.name)\(mark): \(type);\n"
        }
        return "{\n\(lines.joined())\(String(repeating: " ", count: indent))}"
    }
}
