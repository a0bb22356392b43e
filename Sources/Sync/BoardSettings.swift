public import JSON

/// The settings of one board, with the action, the events and the view that the kernel derives from
/// their declarations.
public struct BoardSettings: Sendable {
    static let action = "configure"
    static let eventKind = "configured"
    static let viewName = "settings"
    static let member = "settings"

    private let board: String
    /// The name of the action that changes them: `waitlist.configure`.
    let actionName: String
    private let declarations: [SettingDeclaration]
    private(set) var values: [String: JSON] = [:]

    /// Creates the settings before any event.
    public init(of declaration: BoardDeclaration) {
        board = declaration.name
        actionName = "\(declaration.name).\(Self.action)"
        declarations = declaration.settings
    }

    /// The value that was set, or else the default value, if any. The value of a secret setting is
    /// not stored here: it is `true` once it was set.
    public subscript(_ name: String) -> JSON? {
        values[name] ?? declarations.first { $0.name == name }?.defaultValue
    }

    /// Decides `configure`. The venue seals the secrets of the decision.
    func decide(_ mutation: Mutation) throws(Rejection) -> Decision {
        var problems: [Problem] = []
        var data: [String: JSON] = [:]
        for setting in declarations {
            guard let value = mutation.arguments[setting.name] else { continue }
            do throws(Reason) {
                data[setting.name] =
                    value.isNull ? .null : try setting.read(value)
            } catch {
                problems.append(Problem(field: setting.name, error))
            }
        }
        let known = Set(declarations.map(\.name))
        problems += Problem.unknown(mutation.arguments.keys.filter { !known.contains($0) })
        if problems.isEmpty, data.isEmpty, let first = declarations.first {
            problems = [Problem(field: first.name, Reason(.nothingToChange))]
        }
        guard problems.isEmpty else { throw Rejection(.invalid, problems: problems) }
        return Decision(kind: Self.eventKind, subject: Self.viewName, data: .object(data))
    }

    /// Applies `configured`.
    ///
    /// - Returns: the changed rows of the view.
    mutating func apply(_ event: Event) -> [RowChange] {
        var changes: [RowChange] = []
        for setting in declarations {
            guard let value = value(of: setting, in: event) else { continue }
            let before = shown(setting)
            values[setting.name] = value.isNull ? nil : value
            let after = shown(setting)
            guard before != after else { continue }
            changes.append(
                RowChange(
                    view: "\(board)/\(Self.viewName)", member: Self.member, row: setting.name,
                    value: after))
        }
        return changes
    }

    /// Returns the value to which an event sets a setting, with `null` for the default value.
    /// Returns `nil` if the event does not change it.
    private func value(of setting: SettingDeclaration, in event: Event) -> JSON? {
        guard setting.argument.isSecret else { return event.data[setting.name] }
        let isSet = event.data[Event.secretsMember]?[setting.name]
        return isSet.map { $0 == true ? true : .null }
    }

    /// Returns a phrase that says why the data of an imported event does not fit `configured`, or
    /// `nil` if it fits.
    public func fault(in event: Event) -> String? {
        let said = event.data.members ?? [:]
        let secrets = Set(declarations.filter(\.argument.isSecret).map(\.name))
        let areGood = said.allSatisfy { name, value in
            if name == Event.secretsMember {
                return value.members?.keys.allSatisfy(secrets.contains) ?? false
            }
            guard let setting = declarations.first(where: { $0.name == name }),
                !secrets.contains(name)
            else { return false }
            return value.isNull || (try? setting.read(value)) != nil
        }
        return areGood ? nil : "a setting of its board is invalid"
    }

    /// The member of the view's document with the settings.
    var rows: JSON {
        var rows: [String: JSON] = [:]
        for setting in declarations { rows[setting.name] = shown(setting) }
        return .object(rows)
    }

    /// Returns the value that the view shows. For a secret setting, that is only whether it is set.
    private func shown(_ setting: SettingDeclaration) -> JSON? {
        setting.argument.isSecret ? .bool(values[setting.name] != nil) : self[setting.name]
    }

    mutating func restore(from reader: inout StateReader) throws(StateError) {
        guard let values = (try? JSON(parsing: Array(try reader.readPart().rest)))?.members else {
            throw StateError("the settings of a board are unreadable")
        }
        self.values = values
    }

    func write(to writer: inout StateWriter) {
        writer.writeBytes(JSON.object(values).canonical)
    }
}

extension BoardDeclaration {
    /// The action that the kernel adds for the board's settings.
    static func configure(
        _ board: String, _ settings: [SettingDeclaration], needsConfirmation: Bool
    ) -> ActionDeclaration {
        ActionDeclaration(
            "\(board).\(BoardSettings.action)",
            "Changes settings of the board; null restores the default value.",
            arguments: settings.map(\.argument), roles: [.owner],
            needsConfirmation: needsConfirmation)
    }

    static func settingsView(
        _ board: String, _ settings: [SettingDeclaration], _ others: [ArgumentDeclaration]
    ) -> ViewDeclaration {
        ViewDeclaration(
            name: "\(board)/\(BoardSettings.viewName)", scope: .shared, readers: [.owner, .host],
            document: Schema(
                .members(
                    of: [
                        ArgumentDeclaration(
                            BoardSettings.member, "Of secrets only whether they are set",
                            schema: Schema(.members(of: settings.map(\.shown))), isRequired: true)
                    ] + others)))
    }
}

extension SettingDeclaration {
    /// The member of the view's document. It is always present if the setting has a default value,
    /// otherwise only once it was set.
    fileprivate var shown: ArgumentDeclaration {
        var member = argument
        member.schema = argument.isSecret ? Schema(.flag) : argument.schema
        member.schema.isNullable = false
        member.isRequired = argument.isSecret || defaultValue != nil
        return member
    }
}

extension Event {
    /// Whether the event changes the declared settings of this board.
    public func isConfigured(of declaration: BoardDeclaration) -> Bool {
        // Few events do, so compare the kind first.
        changesSettings && board == declaration.name && !declaration.settings.isEmpty
    }

    /// Whether the event changes the settings of any board.
    public var changesSettings: Bool { kind == BoardSettings.eventKind }
}
