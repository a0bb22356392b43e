import Glibc
import Transport

extension ServerName {
    /// Under what other devices and this one reach this machine: its name, the name that it has on
    /// a network without a name server (`NAME.local`, RFC 6762), `localhost`, and its addresses.
    public static func ofThisMachine() -> [ServerName] {
        names(
            hostName: hostName(), addresses: NetworkAddresses.all())
    }

    /// Each once, in the order in which one would try them.
    static func names(hostName: String?, addresses: [SocketAddress]) -> [ServerName] {
        var texts: [String] = []
        if let hostName {
            let first = String(hostName.prefix { $0 != "." })
            texts = [hostName, first, first + ".local"]
        }
        texts += ["localhost"] + addresses.map(\.host) + ["127.0.0.1", "::1"]
        var names: [ServerName] = []
        for text in texts {
            // A machine may be called what no certificate can hold.
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
