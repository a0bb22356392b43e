import ArgumentParser
import Sync

/// The roles that a device can be given; a guest signs in with a ticket.
enum DeviceRole: String, ExpressibleByArgument, CaseIterable {
    case owner
    case host
    case display
    case engineer

    var role: Role {
        switch self {
        case .owner: .owner
        case .host: .host
        case .display: .display
        case .engineer: .engineer
        }
    }
}
