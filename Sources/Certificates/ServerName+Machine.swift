import Glibc
import Transport

extension ServerName {
    /// Returns the names of this machine: its host name, its name on a network without a name
    /// server (`NAME.local`, RFC 6762), `localhost`, and its addresses.
    public static func ofThisMachine() -> [ServerName] {
        names(
            hostName: hostName(), addresses: NetworkAddresses.all())
    }

    /// Returns the names without duplicates, the most useful first.
    static func names(hostName: String?, addresses: [SocketAddress]) -> [ServerName] {
        var texts: [String] = []
        if let hostName {
            let first = String(hostName.prefix { $0 != "." })
            texts = [hostName, first, first + ".local"]
        }
        texts += ["localhost"] + addresses.map(\.host) + ["127.0.0.1", "::1"]
        var names: [ServerName] = []
        for text in texts {
            // The host name may be one that a certificate can't contain.
            guard let name = try? ServerName(text), !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }

    private static func hostName() -> String? {
        var text = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&text, text.count - 1) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
