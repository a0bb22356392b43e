import Certificates
import Glibc
import TestSupport
import Testing
import Transport

/// What an authority may vouch for, by OpenSSL's judgement and not by the code that made it.
@Suite(.timeLimit(.minutes(5)), .enabled(if: access("/usr/bin/openssl", X_OK) == 0))
struct PermittedNamesTests {
    private let now = Int64(time(nil))
    private let scratch: CertificateScratch
    private var path: String { scratch.path }

    init() throws { scratch = try CertificateScratch() }

    private func authority(_ names: String..., at now: Int64? = nil) throws -> LocalAuthority {
        try LocalAuthority(
            path: path, permitting: names.map { try ServerName($0) }, at: now ?? self.now)
    }

    @Test(arguments: [
        ("hub.example", true), ("a.hub.example", true), ("203.0.113.5", true),
        ("2001:db8::5", true), ("localhost", true), ("kitchen.local", true),
        ("kitchen.home.arpa", true), ("kitchen.lan", true), ("10.200.0.1", true),
        ("172.31.255.255", true), ("192.168.7.7", true), ("169.254.0.9", true),
        ("100.64.0.1", true), ("127.0.0.1", true), ("::1", true), ("fd12::1", true),
        ("fe80::1", true),
        ("example", false), ("bank.example", false), ("nothub.example", false),
        ("local.example", false), ("notlocal", false), ("203.0.113.6", false),
        ("172.32.0.1", false), ("192.169.0.1", false), ("11.0.0.1", false), ("8.8.8.8", false),
        ("2001:db8::6", false), ("fec0::1", false), ("::2", false),
    ])
    func `an authority vouches for private networks and for what it was made for`(
        name: String, isPermitted: Bool
    ) throws {
        let authority = try authority("hub.example", "203.0.113.5", "2001:db8::5")
        let name = try ServerName(name)
        #expect(try authority.permits(name) == isPermitted)
        guard !isPermitted else { return }
        let refusal = CertificateError.notPermitted(
            names: [name.text], path: authority.certificatePath)
        #expect(throws: refusal) {
            try authority.issue(for: [ServerName("hub.example"), name], at: now)
        }
        #expect(!CertificateScratch.names(in: path).contains("server.pem"))
    }

    @Test func `another name and address of the machine need no other authority`() throws {
        _ = try authority("kitchen", "192.0.2.7")
        let again = try authority("pi")
        #expect(!again.isNew)
        let names = try ["pi.local", "pi.lan", "10.1.2.3", "fd00::3"].map { try ServerName($0) }
        let issued = try again.issue(for: names, at: now)
        #expect(verify(issued.configuration.certificatePath, by: again.certificatePath) == "OK")
    }

    @Test func `clients refuse what a stolen key signs for another site`() throws {
        let authority = try authority()
        openssl(
            "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=bank.example "
                + "-keyout \(path)/thief-key.pem -out \(path)/thief.csr")
        let violation = "permitted subtree violation"
        for (names, verdict) in [
            ("DNS:localhost", "OK"), ("DNS:localhost,DNS:bank.example", violation),
            ("DNS:localhost,IP:8.8.8.8", violation),
        ] {
            CertificateScratch.write("subjectAltName=\(names)".utf8, to: path + "/extensions")
            openssl(
                "x509 -req -in \(path)/thief.csr -CA \(path)/authority.pem "
                    + "-CAkey \(path)/authority-key.pem -days 30 -extfile \(path)/extensions "
                    + "-out \(path)/thief.pem")
            #expect(verify(path + "/thief.pem", by: authority.certificatePath) == verdict)
            let server = try EchoServer(
                TLSAcceptor(
                    TLSContext(
                        TLSConfiguration(
                            certificatePath: path + "/thief.pem",
                            keyPath: path + "/thief-key.pem"))))
            let context = try TLSClientContext(authoritiesPath: authority.certificatePath)
            let client = Result {
                try ClientSocket(
                    host: "localhost", port: server.port, timeout: .seconds(10), tls: context)
            }
            if verdict == "OK" {
                _ = try client.get()
            } else {
                let refusal = #expect(throws: SystemError.self) { try client.get() }
                #expect(refusal?.errno == EKEYREJECTED)
            }
        }
    }

    /// As it was made before authorities were held to names.
    @Test func `an authority that may vouch for any name goes on`() throws {
        openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3652 -subj /CN=Old "
                + "-keyout \(path)/authority-key.pem -out \(path)/authority.pem "
                + "-addext keyUsage=critical,keyCertSign,cRLSign")
        let old = try authority()
        #expect(!old.isNew)
        #expect(!old.certificate.isNameConstrained)
        let issued = try old.issue(for: [ServerName("hub.example")], at: now)
        #expect(verify(issued.configuration.certificatePath, by: old.certificatePath) == "OK")
        #expect(try LocalAuthority.certificate(in: path) == old.certificate)
        unlink(old.certificatePath)
        #expect(try LocalAuthority.certificate(in: path) == nil)
        #expect(try authority().certificate.isNameConstrained)
    }

    @Test func `devices that trust an authority accept what its successor signs`() throws {
        let first = try authority("hub.example")
        let old = path + "/old.pem"
        CertificateScratch.write(CertificateScratch.bytes(of: first.certificatePath), to: old)
        unlink(first.certificatePath)
        let later = now + 1000 * 86_400
        let second = try authority("hub.example", at: later)
        #expect(second.isNew)
        #expect(second.certificate != first.certificate)
        let issued = try second.issue(for: [ServerName("hub.example")], at: later)
        for authority in [old, second.certificatePath] {
            #expect(
                verify(issued.configuration.certificatePath, by: authority, at: later) == "OK")
        }
    }

    /// OK, or OpenSSL's words for what is wrong.
    ///
    /// - Parameter time: in seconds since 1970; the present when `nil`, which is later than `now` by
    ///   as long as the test has taken.
    private func verify(
        _ certificate: String, by authority: String, at time: Int64? = nil
    ) -> String {
        let said = openssl(
            "verify -x509_strict -purpose sslserver \(time.map { "-attime \($0)" } ?? "") "
                + "-CAfile \(authority) \(certificate)")
        if said == "\(certificate): OK\n" { return "OK" }
        let reason = said.split(separator: "\n").first { $0.hasPrefix("error ") }
        return String(reason?.split(separator: ": ").last ?? "\(said)")
    }

    @discardableResult
    private func openssl(_ arguments: String) -> String {
        ShellCommand.output(of: "openssl \(arguments) 2>&1")
    }
}
