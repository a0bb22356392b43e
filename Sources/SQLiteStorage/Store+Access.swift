import GRDB
import Locks
package import Storage
import Sync

extension Store {
    package var foreignMark: UInt64 { accessMark.value }

    package func observeIdentity(_ report: @escaping @Sendable (IdentityChange) -> Void) {
        identityObserver.withValue { $0 = report }
    }

    package func changed(_ change: IdentityChange) {
        identityObserver.withValue { $0 }?(change)
    }

    /// Changes the lists of devices and links, in the transaction of an event. Does nothing if the
    /// device no longer exists or belongs to another venue.
    static func carryOut(
        _ change: AccessChange, in venue: Int64, _ slug: String, at now: Instant,
        _ folder: DataFolder, _ db: Database
    ) throws {
        switch change {
        case .revoke(let device):
            try db.run(
                """
                UPDATE device SET revoked_at = ? WHERE id = ? AND venue = ? AND revoked_at IS NULL
                """, now.milliseconds, device, venue)
            try withdrawLinks(of: device, in: venue, db)
        case .setRole(let device, let role):
            try db.run(
                "UPDATE device SET role = ? WHERE id = ? AND venue = ?", role.rawValue, device,
                venue)
            try withdrawLinks(of: device, in: venue, db)
        case .rename(let device, let name):
            try db.run("UPDATE device SET name = ? WHERE id = ? AND venue = ?", name, device, venue)
        case .forgiveWrongPINs(let device):
            try db.run(
                """
                UPDATE device SET wrong_pins = 0, wrong_pin_at = NULL WHERE id = ? AND venue = ?
                """, device, venue)
        case .admit(let secret, let role, let name, let maker, let until, _):
            try insertLink(
                hash: try Secret.hash(of: secret), role: role, name: name, maker: maker,
                venue: venue, now: now, until: until, db)
        case .setPIN(let digest): try setPIN(digest, in: venue, db)
        case .setWebhook(let address):
            try keep(
                [OwnSecret.settingWebhook(address)], of: OwnSecret.board, in: slug, folder, db)
        }
    }

    /// Deletes the unused links that the device has made.
    private static func withdrawLinks(
        of device: String, in venue: Int64, _ db: Database
    ) throws {
        try db.run(
            "DELETE FROM link WHERE maker = ? AND venue = ? AND used_at IS NULL", device, venue)
    }

    /// Sets the PIN. Every device has to enter the new one.
    private static func setPIN(_ digest: String?, in venue: Int64, _ db: Database) throws {
        try set(pin: digest, of: venue, db)
        try db.run(
            """
            UPDATE device SET unlocked_until = NULL, wrong_pins = 0, wrong_pin_at = NULL
            WHERE venue = ?
            """, venue)
    }
}
