public import JSON
public import Sync

/// The boards' declarations for programs and people: parts of the AsyncAPI and OpenAPI documents,
/// TypeScript types, and everything as JSON.
public struct BoardDescription: Sendable {
    package let modules: [BoardModule]
    /// The declarations in a venue, which may depend on the other boards.
    package let declarations: [BoardDeclaration]
    package let pages: [PageDeclaration]
    private let allRoles: [Role]

    public init(of boards: BoardRegistry) {
        modules = boards.modules
        allRoles = boards.roles
        let venue = VenueRecord(
            slug: "main", epoch: "", name: "", timeZone: "UTC", settings: [:],
            createdAt: Instant(milliseconds: 0), ticketKey: [])
        declarations = boards.boards(for: venue).map(\.declaration)
        pages = boards.pages
    }

    /// The paths of the generated files. Each board has its own file of schemas, so that a page
    /// loads only those of its forms.
    public static func paths(of boards: BoardRegistry) -> [String] {
        ["docs/asyncapi.yaml", "docs/openapi.yaml", "docs/boards.json", "js/boards.d.ts"]
            + boards.modules.map { path(ofSchemas: $0.declaration) }
    }

    private static func path(ofSchemas board: BoardDeclaration) -> String {
        "js/schemas/\(board.name).js"
    }

    /// Returns the content of one of these files.
    public func text(of path: String) -> String {
        switch path {
        case "docs/asyncapi.yaml":
            Self.filled(PackageResources.asyncapi_yaml, ["# Of the boards:": asyncAPISchemas])
        case "docs/openapi.yaml":
            Self.filled(
                PackageResources.openapi_yaml,
                ["# Of the boards:": openAPISchemas, "# Routes of the boards:": openAPIPaths])
        case "docs/boards.json": String(decoding: json.canonical, as: UTF8.self) + "\n"
        case "js/boards.d.ts": types
        default: schemas(of: declarations.filter { Self.path(ofSchemas: $0) == path })
        }
    }

    /// Fills in a hand-written document. Each part follows the comment that announces it.
    private static func filled(_ document: [UInt8], _ parts: [String: [String]]) -> String {
        let lines = document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return lines.flatMap { line in
            [line] + (parts[String(line.drop { $0 == " " })] ?? [])
        }.joined(separator: "\n")
    }

    /// The actions that are not reserved for the hub itself.
    package var actions: [ActionDeclaration] { declarations.flatMap(actions) }

    /// A board's actions that are not reserved for the hub itself, with the arguments that other
    /// boards add to them.
    func actions(of board: BoardDeclaration) -> [ActionDeclaration] {
        let added = declarations.flatMap(\.extensions)
        return board.actions.filter { !$0.isHubOnly }.map { action in
            var extended = action
            extended.arguments += added.filter { $0.action == action.name }.flatMap(\.arguments)
            return extended
        }
    }

    package var views: [ViewDeclaration] { declarations.flatMap(\.views) }

    /// For example `WaitlistCallNext` for `waitlist.call_next`.
    static func typeName(_ name: String) -> String {
        name.split { !$0.isLetter && !$0.isNumber }
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

extension BoardDescription {
    /// All declarations. Arguments are in the order in which their problems are reported.
    public var json: JSON {
        [
            "problems": .array(ProblemDeclaration.ofEveryBoard.map(Self.json)),
            "pages": .array(PageDeclaration.ofHub.map(Self.json)),
            "boards": .array(
                zip(declarations, modules).map { declaration, module in
                    [
                        "name": .string(declaration.name),
                        "summary": .string(declaration.summary),
                        "isAlwaysOn": .bool(declaration.isAlwaysOn),
                        "roles": .array(declaration.roles.map(\.description)),
                        "actions": .array(
                            actions(of: declaration).map { Self.json($0, of: declaration) }),
                        "views": .array(declaration.views.map(json)),
                        "settings": .array(declaration.settings.map(\.description)),
                        "pages": .array(module.pages.map(Self.json)),
                        "panels": .array(module.panels.map(Self.json)),
                        "routes": .array(module.routes.map { json($0, of: declaration.name) }),
                        "problems": .array(declaration.problems.map(Self.json)),
                    ]
                }),
        ]
    }

    private static func json(
        _ action: ActionDeclaration, of declaration: BoardDeclaration
    ) -> JSON {
        [
            "name": .string(action.name), "summary": .string(action.summary),
            "roles": names(action.roles), "arguments": .array(action.arguments.map(json)),
            "result": .array(action.result.map(json)),
            "isForGuests": .bool(action.guests != .none),
            "isOpenByJoinLink": .bool(action.isOpenByJoinLink),
            "isUndoable": .bool(declaration.isUndoable(action)),
            "needsConfirmation": .bool(action.needsConfirmation),
        ]
    }

    private static func json(_ problem: ProblemDeclaration) -> JSON {
        var members: [String: JSON] = [
            "code": .string(problem.code), "sentence": .string(problem.sentence),
        ]
        members["sentenceOfOne"] = problem.sentenceOfOne.map(JSON.string)
        return .object(members)
    }

    private static func json(_ argument: ArgumentDeclaration) -> JSON {
        [
            "name": .string(argument.name), "summary": .string(argument.summary),
            "schema": argument.schema.json, "isRequired": .bool(argument.isRequired),
            "isSecret": .bool(argument.isSecret), "isPersonal": .bool(argument.isPersonal),
        ]
    }

    private func json(_ view: ViewDeclaration) -> JSON {
        JSON(present: [
            "name": .string(view.name),
            "readers": Self.names(Set(allRoles.filter(view.isReadable))),
            "maskedFor": Self.names(view.maskedFor),
            "isPersonal": .bool(view.scope == .personal),
            "parameters": .array(view.parameters.map(Self.json)),
            "document": view.document?.json,
        ])
    }

    private static func json(_ page: PageDeclaration) -> JSON {
        JSON(present: [
            "address": page.address.map { .string("/" + $0) }, "title": .string(page.title),
            "roles": .array(page.roles.map { .string($0.rawValue) }),
            "reader": .string(page.reader.rawValue), "folder": .string(page.folder),
        ])
    }

    private static func json(_ panel: PanelDeclaration) -> JSON {
        JSON(present: [
            "page": panel.page.map { .string("/" + $0) }, "script": panel.script.map(JSON.string),
        ])
    }

    private func json(_ route: BoardRoute, of board: String) -> JSON {
        JSON(present: [
            "method": .string(route.method.rawValue),
            "address": .string("/v1/{venue}/\(board)/" + route.path),
            "summary": .string(route.summary), "roles": Self.names(roles(of: route)),
            "bySecret": route.access == .bySecret ? true : nil,
            "takes": route.takes.isEmpty ? nil : .array(route.takes.map(JSON.string)),
            "gives": route.gives.map(JSON.string),
            "contentBytesMax": JSON(route.contentBytesMax),
        ])
    }

    /// The roles that may use a route; empty if it needs no sign-in.
    private func roles(of route: BoardRoute) -> Set<Role> {
        route.access == .bySecret ? [] : Set(allRoles.filter(route.isOpen))
    }

    private static func names(_ roles: Set<Role>) -> JSON {
        .array(roles.map(\.rawValue).sorted().map(JSON.string))
    }
}

extension SettingDeclaration {
    /// The setting as JSON, from which pages make a form.
    public var description: JSON {
        var schema = argument.schema
        schema.isNullable = false
        return JSON(present: [
            "name": .string(name), "summary": .string(argument.summary), "schema": schema.json,
            "defaultValue": defaultValue, "isSecret": .bool(argument.isSecret),
        ])
    }
}

extension RoleDeclaration {
    /// The role as JSON, for pages and for the description of the boards.
    public var description: JSON {
        ["name": .string(role.rawValue), "summary": .string(summary)]
    }
}
