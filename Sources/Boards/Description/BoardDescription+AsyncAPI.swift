import JSON
import Sync

extension BoardDescription {
    /// Lines of `components/schemas`: the boards' arguments, results and documents.
    var asyncAPISchemas: [String] {
        var schemas: [String: JSON] = [
            "BoardAction": ["oneOf": .array(actions.map(Self.choice))],
            "BoardView": ["oneOf": .array(views.map(Self.choice))],
            "BoardResult": Schema(.members(of: results)).json,
        ]
        for action in actions {
            schemas[Self.typeName(action.name) + "Arguments"] = Self.arguments(of: action)
        }
        for view in views {
            schemas[Self.typeName(view.name) + "Document"] =
                view.document?.json ?? ["type": "object"]
        }
        return YAMLText.lines(of: schemas.mapValues(Self.portable), indent: 4)
    }

    /// The schema without patterns that use Unicode properties, as `\p{P}` does. Not all languages
    /// that read the document support them.
    private static func portable(_ schema: JSON) -> JSON {
        switch schema {
        case .object(var members):
            if members["pattern"]?.text?.contains(#"\p{"#) == true { members["pattern"] = nil }
            return .object(members.mapValues(portable))
        case .array(let elements): return .array(elements.map(portable))
        default: return schema
        }
    }

    private static func arguments(of action: ActionDeclaration) -> JSON {
        var schema = Schema(.members(of: action.arguments)).json.members ?? [:]
        schema["additionalProperties"] = false
        schema["description"] = .string(action.summary)
        return .object(schema)
    }

    private static func choice(_ action: ActionDeclaration) -> JSON {
        choice(["action": .string(action.name)], "args", typeName(action.name) + "Arguments")
    }

    /// A view's name may be followed by its parameters.
    private static func choice(_ view: ViewDeclaration) -> JSON {
        guard view.parameters.isEmpty else {
            let pattern: JSON = .string("^\(view.name)($|\\?)")
            return [
                "properties": [
                    "view": ["pattern": pattern],
                    "doc": reference(typeName(view.name) + "Document"),
                ]
            ]
        }
        return choice(["view": .string(view.name)], "doc", typeName(view.name) + "Document")
    }

    private static func choice(
        _ constant: [String: JSON], _ member: String, _ schema: String
    ) -> JSON {
        var properties = constant.mapValues { (value) -> JSON in ["const": value] }
        properties[member] = reference(schema)
        return ["properties": .object(properties)]
    }

    static func reference(_ schema: String) -> JSON {
        ["$ref": .string("#/components/schemas/\(schema)")]
    }

    /// The members of all results together, each of them optional.
    private var results: [ArgumentDeclaration] {
        var known: Set<String> = []
        return actions.flatMap(\.result).filter { known.insert($0.name).inserted }.map { member in
            var member = member
            member.isRequired = false
            return member
        }
    }
}

extension BoardDescription {
    /// Lines of `components/schemas`: the pages' addresses.
    var openAPISchemas: [String] {
        let addresses = pages.compactMap(\.address).map(JSON.string)
        let boards = declarations.map(\.name).map(JSON.string)
        let viewNames = Set(
            views.compactMap { $0.name.split(separator: "/").last.map(String.init) })
        return YAMLText.lines(
            of: [
                "BoardName": ["type": "string", "enum": .array(boards)],
                "PageAddress": [
                    "type": "string", "enum": .array(addresses),
                    "description": "A page of a board, or one of the hub itself.",
                ],
                "ViewName": [
                    "type": "string", "enum": .array(viewNames.sorted().map(JSON.string)),
                    "description": "The name of a view, without its board.",
                ],
            ], indent: 4)
    }

    /// Lines of `paths`: the boards' own routes.
    var openAPIPaths: [String] {
        var paths: [String: [String: JSON]] = [:]
        for module in modules {
            let board = module.declaration.name
            for route in module.routes {
                paths["/v1/{venue}/\(board)/\(route.pathTemplate)", default: [:]][
                    route.method.rawValue.lowercased()] = Self.operation(route, of: board)
            }
        }
        return YAMLText.lines(of: paths.mapValues(JSON.object), indent: 2)
    }

    private static func operation(_ route: BoardRoute, of board: String) -> JSON {
        let name = route.method.rawValue.lowercased() + "." + board + "." + route.path
        return JSON(present: [
            "operationId": .string(name), "tags": [.string(board)],
            "summary": .string(route.summary + " " + readers(of: route)),
            "security": route.access == .bySecret ? [] : nil,
            "parameters": .array(parameters(of: route)),
            "requestBody": route.takes.isEmpty
                ? nil : ["required": true, "content": content(of: route.takes)],
            "responses": .object(responses(route)),
        ])
    }

    private static func content(of types: [String]) -> JSON {
        .object(Dictionary(types.map { ($0, [:]) }, uniquingKeysWith: { first, _ in first }))
    }

    private static func readers(of route: BoardRoute) -> String {
        switch route.access {
        case .roles(let roles):
            "For the roles " + roles.map(\.rawValue).sorted().joined(separator: ", ") + "."
        case .bySecret: "For whoever knows the address."
        }
    }

    private static func parameters(of route: BoardRoute) -> [JSON] {
        var parameters: [JSON] = [["$ref": "#/components/parameters/venue"]]
        if route.access != .bySecret {
            parameters.append(["$ref": "#/components/parameters/as"])
        }
        if route.path.hasSuffix("*") {
            parameters.append([
                "name": "rest", "in": "path", "required": true, "schema": ["type": "string"],
            ])
        }
        return parameters
    }

    private static func responses(_ route: BoardRoute) -> [String: JSON] {
        var responses: [String: JSON] = [
            "400": ["description": "A parameter is not as it has to be."],
            "404": ["$ref": "#/components/responses/Absent"],
            "409": ["description": "The venue is not in a state for that."],
            "503": ["$ref": "#/components/responses/Unavailable"],
        ]
        if let type = route.gives {
            responses["200"] = ["description": "Done.", "content": .object([type: [:]])]
        } else {
            responses["303"] = ["description": "Leads to another page of the hub."]
        }
        if route.access != .bySecret {
            responses["401"] = ["$ref": "#/components/responses/SignIn"]
            responses["403"] = ["$ref": "#/components/responses/Forbidden"]
        }
        if !route.takes.isEmpty {
            responses["413"] = ["$ref": "#/components/responses/TooLong"]
            responses["415"] = ["description": "The content is of another media type."]
            responses["422"] = ["description": "The content is not as it has to be."]
        }
        return responses
    }
}
