import Certificates
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CertificateCommandTests {
    private let commands: CommandLine
    private let folder: String
    private let now = Int64(Date().timeIntervalSince1970)

    init() throws {
        commands = try CommandLine()
        folder = commands.path("data") + "/tls"
        try FileManager.default.createDirectory(
            atPath: commands.path("data"), withIntermediateDirectories: false)
    }

    private func make(_ names: String...) throws -> CommandLine.Answer {
        try commands.run(["certificate", "--data", "data"] + names.flatMap { ["--name", $0] })
    }

    @Test func `certificate and doctor report an authority that expires soon`() throws {
        _ = try LocalAuthority(path: folder, at: now - 1050 * 86_400)
        let made = try make()
        #expect(made.status == 0, "\(made.error)")
        #expect(made.output.contains("The certificate ends with the authority. Move data/tls/"))
        let doctor = try commands.run(["doctor", "--data", "data"]).output
        #expect(
            doctor.contains("look  https     Devices trust the authority for 44 days more only."))
        try FileManager.default.removeItem(atPath: folder + "/authority.pem")
        let again = try make()
        #expect(!again.output.contains("ends with the authority"))
        let better = try commands.run(["doctor", "--data", "data"]).output
        #expect(better.contains("ok    https     Devices trust the authority for 1094 days more."))
    }

    @Test func `rejects a name that the authority may not vouch for, in one line`() throws {
        #expect(try make("hub.example").output.contains("hub.example"))
        #expect(try make("hub.example", "pi.local").status == 0)
        let refused = try make("hub.example", "other.example")
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.error.contains("may not vouch for other.example; move it away"))
        #expect(refused.error.split(separator: "\n").count == 1)
    }

    @Test func `reports an authority that may vouch for any site`() throws {
        _ = try make()
        try FileManager.default.removeItem(atPath: folder + "/authority.pem")
        let old = try commands.shell(
            "openssl req -x509 -key data/tls/authority-key.pem -days 3652 -subj /CN=Old "
                + "-out data/tls/authority.pem -addext keyUsage=critical,keyCertSign")
        #expect(old.isEmpty)
        let made = try make("any.example")
        #expect(made.output.contains("It may vouch for any site, which one made today may not."))
        let doctor = try commands.run(["doctor", "--data", "data"]).output
        #expect(
            doctor.contains("look  https     The authority that devices trust may vouch for any"))
        let damaged = try commands.shell(
            "echo x > data/tls/authority.pem; tablecast doctor --data data")
        #expect(damaged.contains("BAD   https     The authority can't be used: "))
    }
}
