import CPlatform
import Glibc
public import Limits
package import Storage
public import Sync
public import Transport

/// Checks a hub's requirements on its machine, whether or not a hub is running. Changes nothing.
public struct Checkup {
    private let place: any StoragePlace
    private let now: Instant

    /// - Parameter now: the time by the machine's clock.
    package init(_ place: any StoragePlace, now: Instant) {
        self.place = place
        self.now = now
    }

    /// Checks the data folder, its disk, and each venue's journal.
    public func data() -> [Finding] {
        let storage: any HubStorage
        do throws(StoreError) {
            storage = try place.open(creating: false)
        } catch {
            return [Finding(.bad, "data", error.description)]
        }
        let status = Self.status(of: place.folder)
        var findings = [
            Self.folder(place.folder), Self.user(isRoot: status?.st_uid == 0),
            Finding(.good, storage.engine, storage.release),
            Self.worth(of: storage.durability),
        ]
        if storage.freeBytes < .max { findings.append(Self.disk(freeBytes: storage.freeBytes)) }
        do throws(StoreError) {
            for venue in try storage.venues() { findings += journal(of: venue.slug, in: storage) }
            try storage.checkVenues()
        } catch {
            findings.append(Finding(.bad, "journal", error.description))
        }
        return findings
    }

    private func journal(of venue: String, in storage: any HubStorage) -> [Finding] {
        do throws(StoreError) {
            let rev = try storage.checkEnd(of: venue)
            let last = try storage.events(of: venue, after: rev - 1, limit: 1, bytesMax: .max).last
            var findings = [
                Finding(.good, "journal", "\(venue) goes through revision \(rev).")
            ]
            if let finding = try secrets(of: venue, in: storage) { findings.append(finding) }
            if let last, let finding = Self.clock(lastEventAt: last.at, now: now, of: venue) {
                findings.append(finding)
            }
            return findings
        } catch {
            return [Finding(.bad, "journal", error.description)]
        }
    }

    /// Checks whether the venue's secrets can be opened. Returns `nil` if it has none.
    private func secrets(
        of venue: String, in storage: any Secrets
    ) throws(StoreError) -> Finding? {
        let (all, unreadable) = try storage.secretCounts(of: venue)
        if all == 0 { return nil }
        guard unreadable > 0 else {
            return Finding(
                .good, "secrets",
                "\(all) of \(venue) are sealed with \(storage.keyPath). Keep a copy of it apart: no "
                    + "backup has it.")
        }
        return Finding(
            .bad, "secrets",
            "\(unreadable) of \(all) passwords and tokens of \(venue) can't be opened with "
                + "\(storage.keyPath): put back the key that belongs to them, or set them again.")
    }

    /// Checks that other users of the machine can't read the data folder.
    package static func folder(_ path: String) -> Finding {
        folder(path, mode: (status(of: path)?.st_mode ?? 0) & 0o777)
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    static func folder(_ path: String, mode: mode_t) -> Finding {
        guard mode & 0o077 == 0 else {
            return Finding(
                .doubtful, "data",
                "Others on this machine can look into \(path), where guests' names are: chmod 700 "
                    + "\(path).")
        }
        return Finding(.good, "data", "\(path) is for its owner only.")
    }

    /// The advice that a hub run as root logs, and `doctor` gives about a folder of root's.
    public static let rootAdvice =
        "Give the hub a user of its own, as the systemd unit in docs/operations does: whoever breaks "
        + "into a hub of root's has the whole machine."

    static func user(isRoot: Bool) -> Finding {
        isRoot
            ? Finding(.doubtful, "user", "The hub's files belong to root. \(rootAdvice)")
            : Finding(.good, "user", "The hub's files belong to a user other than root.")
    }

    static func worth(of durability: Durability) -> Finding {
        switch durability {
        case .memory: Finding(.bad, "ack", "What is acknowledged is lost when the hub ends.")
        case .disk: Finding(.good, "ack", "What is acknowledged is on one disk.")
        case .replicated: Finding(.good, "ack", "What is acknowledged is on two machines' disks.")
        }
    }

    private static let megabyte: UInt64 = 1_048_576

    static func disk(freeBytes: UInt64) -> Finding {
        let text = "\(freeBytes / megabyte) MiB are free"
        return switch freeBytes {
        case ..<(64 * megabyte):
            Finding(.bad, "disk", "Only \(text): make room, or nobody can be added soon.")
        case ..<(1_024 * megabyte):
            Finding(.doubtful, "disk", "\(text): make room before it is filled.")
        default: Finding(.good, "disk", "\(text).")
        }
    }

    /// Returns `nil` if the journal agrees with the clock.
    static func clock(lastEventAt: Instant, now: Instant, of venue: String) -> Finding? {
        let ahead = lastEventAt.milliseconds(since: now)
        guard ahead > 60_000 else { return nil }
        return Finding(
            .bad, "clock",
            "The last event of \(venue) is \(ahead / 60_000) minutes ahead of this machine's clock. Set "
                + "the clock if it is wrong. If it is right, it was wrong at that event: a running hub "
                + "follows it within minutes, and new events have right times from then on.")
    }

    /// - Parameter isSynchronised: what the kernel reports (adjtimex(2)).
    static func clock(isSynchronised: Bool) -> Finding {
        isSynchronised
            ? Finding(.good, "clock", "It is kept right from the network.")
            : Finding(
                .doubtful, "clock",
                "Nobody keeps it right: turn on time from the network (timedatectl set-ntp true), or "
                    + "waiting times drift.")
    }

    /// Checks that the machine's clock is synchronised and the hub may have all its connections.
    public static func machine(for limits: HubLimits) -> [Finding] {
        [
            clock(isSynchronised: platform_clock_is_synchronised() == 1),
            files(limit: DescriptorLimit.raise(), for: limits),
        ]
    }

    static func files(limit: Int, for limits: HubLimits) -> Finding {
        guard limit < limits.descriptorsMax else {
            return Finding(.good, "files", "\(limit) may be open, enough for all connections.")
        }
        return Finding(
            .doubtful, "files",
            "Only \(limit) may be open, so the hub has fewer than \(limits[.connections]) connections: "
                + "raise the hard limit (ulimit -H -n, or LimitNOFILE= in the unit).")
    }

    private static let daySeconds: Int64 = 86_400

    /// - Parameters:
    ///   - certificate: the one in use; `nil` if the hub uses plain http.
    ///   - renewal: a sentence that says how to get another one.
    public static func certificate(
        _ certificate: TLSCertificate?, now: Instant, renewal: String
    ) -> Finding {
        guard let certificate else {
            return Finding(
                .doubtful, "https",
                "The hub speaks plain http, so tablets let their screens go dark and show no "
                    + "notifications. \(renewal)")
        }
        let seconds = now.milliseconds / 1_000
        let days = (certificate.notAfter - seconds) / daySeconds
        let names = certificate.names.joined(separator: ", ")
        return switch certificate.validity(at: seconds) {
        case .expired: Finding(.bad, "https", "The certificate for \(names) ran out. \(renewal)")
        case .notYet:
            Finding(
                .bad, "https", "The certificate for \(names) is not good yet: look at the clock.")
        case .valid where days < 14:
            Finding(
                .doubtful, "https",
                "The certificate for \(names) is good for \(days) days more. \(renewal)")
        case .valid:
            Finding(.good, "https", "The certificate for \(names) is good for \(days) days more.")
        }
    }

    /// Checks the house's own authority. When it expires, each device has to trust a new one.
    ///
    /// - Parameter path: the path of its certificate.
    public static func authority(
        _ certificate: TLSCertificate, path: String, now: Instant
    ) -> Finding {
        let seconds = now.milliseconds / 1_000
        let days = (certificate.notAfter - seconds) / daySeconds
        let renewal =
            "Move \(path) away and run `tablecast certificate`, then have each device trust the new "
            + "one"
        return switch certificate.validity(at: seconds) {
        case .expired:
            Finding(.bad, "https", "The authority that devices trust ran out. \(renewal).")
        case .valid where days < 60:
            Finding(
                .doubtful, "https",
                "Devices trust the authority for \(days) days more only. \(renewal): both are good "
                    + "until then.")
        case _ where !certificate.isNameConstrained:
            Finding(
                .doubtful, "https",
                "The authority that devices trust may vouch for any site, which one made today may "
                    + "not. \(renewal) instead.")
        case .notYet, .valid:
            Finding(.good, "https", "Devices trust the authority for \(days) days more.")
        }
    }
}
