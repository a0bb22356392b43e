import Locks
import Sync
import Transport

/// The roles of devices that were looked up for pending decisions. A venue's loop adds a role
/// before the decision, and removes it afterwards.
package final class DeviceRoles: Sendable {
    private struct Key: Hashable {
        var venue: String
        var device: String
    }

    /// A role is `nil` if the device does not exist.
    private let roles = Locked<[Key: Role?]>([:])

    package init() {}

    func put(_ role: Role?, of device: String, in venue: String) {
        roles.with { $0[Key(venue: venue, device: device)] = .some(role) }
    }

    func takeOut(_ device: String, in venue: String) {
        _ = roles.with { $0.removeValue(forKey: Key(venue: venue, device: device)) }
    }

    /// Returns the role of a device; `nil` if the device does not exist.
    ///
    /// - Throws: `unavailable` if the role was not looked up.
    func role(of device: String, in venue: String) throws(Rejection) -> Role? {
        guard let role = roles.with({ $0[Key(venue: venue, device: device)] }) else {
            throw Rejection(.unavailable, .devicesUnreadable)
        }
        return role
    }
}
