package import JSON
import Sync

extension BoardDescription {
    /// Lines of `components/schemas` for the boards' arguments, results and documents.
    package var asyncAPISchemas: [String] {
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

    /// Returns the schema without patterns that use Unicode properties, such as `\p{P}`, because
    /// not all languages that read the document support them.
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

    package static func reference(_ schema: String) -> JSON {
        ["$ref": .string("#/components/schemas/\(schema)")]
    }

    /// The members of all results together, all optional.
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
    /// Lines of `components/schemas` for the pages' addresses.
    package var openAPISchemas: [String] {
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

    /// Lines of `paths` for the boards' own routes.
    package var openAPIPaths: [String] {
        var paths: [String: [String: JSON]] = [:]
        for module in modules {
            let board = module.declaration.name
            for route in module.routes {
                paths["/v1/{venue}/\(board)/\(route.path)", default: [:]][
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
                ? nil : ["required": true, "content": content(of: route.takes, route.content)],
            "responses": .object(responses(of: route)),
        ])
    }

    /// - Parameter schema: the schema of all the types, if known.
    private static func content(of types: [String], _ schema: Schema? = nil) -> JSON {
        let described = JSON(present: ["schema": schema?.json])
        return .object(
            Dictionary(types.map { ($0, described) }, uniquingKeysWith: { first, _ in first }))
    }

    private static func readers(of route: BoardRoute) -> String {
        switch route.access {
        case .roles(let roles):
            "For the roles " + roles.map(\.rawValue).sorted().joined(separator: ", ") + "."
        case .everybody: "For everybody who is signed in."
        case .bySecret: "For whoever knows the address."
        }
    }

    private static func parameters(of route: BoardRoute) -> [JSON] {
        var parameters: [JSON] = [["$ref": "#/components/parameters/venue"]]
        if route.access != .bySecret {
            parameters.append(["$ref": "#/components/parameters/as"])
        }
        let names = RoutePath(route.path).names
        for name in names where !route.parameters.contains(where: { $0.name == name }) {
            parameters.append([
                "name": .string(name), "in": "path", "required": true, "schema": ["type": "string"],
            ])
        }
        for parameter in route.parameters {
            let isNamed = names.contains(parameter.name)
            parameters.append([
                "name": .string(parameter.name), "in": isNamed ? "path" : "query",
                "required": .bool(parameter.isRequired),
                "description": .string(parameter.summary), "schema": parameter.schema.json,
            ])
        }
        return parameters
    }

    private static func responses(of route: BoardRoute) -> [String: JSON] {
        var responses = route.problems.map(responses(to:)) ?? responsesWithoutCodes(of: route)
        if responses["404"] == nil {
            responses["404"] = ["$ref": "#/components/responses/Absent"]
        }
        responses["503"] = ["$ref": "#/components/responses/Unavailable"]
        if let type = route.gives {
            var content = content(of: [type], route.document).members ?? [:]
            for other in route.givesToo { content[other] = [:] }
            responses["200"] = ["description": "Done.", "content": .object(content)]
        } else {
            responses["303"] = ["description": "Leads to another page of the hub."]
        }
        if route.access != .bySecret {
            responses["401"] = ["$ref": "#/components/responses/SignIn"]
            responses["403"] = ["$ref": "#/components/responses/Forbidden"]
        }
        if !route.takes.isEmpty {
            responses["413"] = ["$ref": "#/components/responses/TooLong"]
            responses["415"] = refusal("The content is of another media type.")
        }
        return responses
    }

    private static func responsesWithoutCodes(of route: BoardRoute) -> [String: JSON] {
        var responses: [String: JSON] = [
            "400": refusal("A parameter is not as it has to be."),
            "409": refusal("The venue is not in a state for that."),
        ]
        if !route.takes.isEmpty {
            responses["422"] = refusal("The content is not as it has to be.")
        }
        return responses
    }

    private static func refusal(_ description: String) -> JSON {
        [
            "description": .string(description),
            "content": ["application/problem+json": ["schema": reference("Problem")]],
        ]
    }

    /// The hub itself may answer with the same status, but without a code.
    private static func responses(to problems: [RouteProblem]) -> [String: JSON] {
        Dictionary(grouping: problems) { String($0.status.rawValue) }.mapValues { problems in
            let meanings = problems.map { "`\($0.code)`: \($0.detail)" }
            let codes: JSON = .array(problems.map { .string($0.code) })
            let schema: JSON = [
                "allOf": [
                    reference("Problem"), ["properties": ["code": ["enum": codes]]],
                ]
            ]
            let isHasty = problems.contains { $0.status == .tooManyRequests }
            return JSON(present: [
                "description": .string(meanings.joined(separator: " ")),
                "headers": isHasty
                    ? ["Retry-After": ["required": true, "schema": ["type": "integer"]]] : nil,
                "content": ["application/problem+json": ["schema": schema]],
            ])
        }
    }
}
