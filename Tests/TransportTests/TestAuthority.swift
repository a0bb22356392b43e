import Certificates
import Glibc
import Testing

@testable import Transport

/// An authority in a temporary folder, with a server's certificate for this machine's names.
final class TestAuthority: Sendable {
    /// The time in seconds since 1970.
    static var now: Int64 { Int64(time(nil)) }

    let path: String
    let authority: LocalAuthority
    let configuration: TLSConfiguration

    /// Creates the authority at `now`, with a validity from the day before.
    init(at now: Int64 = TestAuthority.now, names: [String] = ["localhost", "127.0.0.1"]) throws {
        var template = Array("\(P_tmpdir)/tablecast-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
        let names = try names.map { try ServerName($0) }
        authority = try LocalAuthority(path: path, permitting: names, at: now)
        let issued = try authority.issue(for: names, at: now)
        configuration = issued.configuration
    }

    deinit {
        for name in ["authority", "authority-key", "server", "server-key", "other"] {
            unlink("\(path)/\(name).pem")
        }
        rmdir(path)
    }

    /// Writes a file to the authority's folder.
    func write(_ text: String) throws -> String {
        let file = try #require(fopen(path + "/other.pem", "w"))
        fputs(text, file)
        fclose(file)
        return path + "/other.pem"
    }

    func acceptor(
        plainPolicy: TLSAcceptor.PlainPolicy = .refused,
        admits: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
    ) throws -> TLSAcceptor {
        TLSAcceptor(try TLSContext(configuration), plainPolicy: plainPolicy, admits: admits)
    }

    func client(
        versionMax: UInt16 = TLSVersion.oneThree, protocols: [String] = ["http/1.1"]
    ) throws -> TLSClientContext {
        var rules = TLSRules()
        rules.versionMax = versionMax
        rules.protocols = protocols
        return try TLSClientContext(authoritiesPath: authority.certificatePath, rules: rules)
    }
}
