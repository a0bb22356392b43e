import ArgumentParser
import BoardKit
import ShippedBoards
import Sync

/// The role of a device as a command-line argument.
struct DeviceRole: ExpressibleByArgument {
    let role: Role

    init?(argument: String) {
        role = Role(rawValue: argument)
        guard BoardRegistry.shipped.deviceRoles.contains(role) else { return nil }
    }

    static var allValueStrings: [String] { BoardRegistry.shipped.deviceRoles.map(\.rawValue) }

    /// The help text of an option: the roles.
    static var help: ArgumentHelp {
        ArgumentHelp(
            stringLiteral: allValueStrings.dropLast().joined(separator: ", ")
                + " or \(allValueStrings.last ?? "").")
    }
}
