import Certificates
import Glibc
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5)))
struct LocalAuthorityTests {
    private let day: Int64 = 86_400
    private let now = Int64(time(nil))

    private func names(_ texts: String...) throws -> [ServerName] {
        try texts.map { try ServerName($0) }
    }

    @Test func `an authority is made once and found again`() throws {
        let scratch = try CertificateScratch()
        let path = scratch.path + "/tls"
        let made = try LocalAuthority(path: path + "/", at: now)
        #expect(made.isNew)
        #expect(CertificateScratch.names(in: path) == ["authority-key.pem", "authority.pem"])
        #expect(CertificateScratch.mode(of: path) == 0o700)
        #expect(CertificateScratch.mode(of: path + "/authority-key.pem") == 0o600)
        #expect(made.certificate.notAfter - made.certificate.notBefore + 1 == 1096 * day)
        #expect(made.certificate.notBefore <= now)
        let found = try LocalAuthority(path: path, at: now + 1000 * day)
        #expect(!found.isNew)
        #expect(found.certificate == made.certificate)
        #expect(found.fingerprint == made.fingerprint)
    }

    @Test func `a fingerprint is 32 bytes for people to compare`() throws {
        let one = try LocalAuthority(path: CertificateScratch().path, at: now).fingerprint
        #expect(one.count == 95)
        #expect(one.split(separator: ":").allSatisfy { UInt8($0, radix: 16) != nil })
        #expect(one == one.uppercased())
        let other = try LocalAuthority(path: CertificateScratch().path, at: now).fingerprint
        #expect(one != other)
    }

    @Test func `a server's certificate has all names and no more days than browsers take`() throws {
        let scratch = try CertificateScratch()
        let names = try names("hub.local", "192.0.2.1", "2001:db8::1")
        let authority = try LocalAuthority(path: scratch.path, permitting: names, at: now)
        let issued = try authority.issue(for: names, at: now)
        let certificate = issued.certificate
        #expect(certificate.names == ["hub.local", "192.0.2.1", "2001:db8:0:0:0:0:0:1"])
        #expect(certificate.notAfter - certificate.notBefore + 1 == 397 * day)
        #expect(certificate.notBefore == now - day)
        #expect(CertificateScratch.mode(of: issued.configuration.keyPath) == 0o600)
        #expect(try TLSContext(issued.configuration).certificate == certificate)
        #expect(
            CertificateScratch.names(in: scratch.path) == [
                "authority-key.pem", "authority.pem", "server-key.pem", "server.pem",
            ])
    }

    @Test func `a server's key stays when its certificate is issued again`() throws {
        let scratch = try CertificateScratch()
        let authority = try LocalAuthority(path: scratch.path, at: now)
        let first = try authority.issue(for: names("one.local"), at: now)
        let key = CertificateScratch.bytes(of: first.configuration.keyPath)
        let again = try LocalAuthority(path: scratch.path, at: now)
        let second = try again.issue(for: names("two.local"), at: now)
        #expect(second.configuration == first.configuration)
        #expect(CertificateScratch.bytes(of: second.configuration.keyPath) == key)
        #expect(second.certificate.names == ["two.local"])
        #expect(try TLSContext(second.configuration).certificate == second.certificate)
        #expect(first.certificate.bytes != second.certificate.bytes)
    }

    @Test func `no certificate outlives its authority`() throws {
        let authority = try LocalAuthority(path: CertificateScratch().path, at: now)
        let end = authority.certificate.notAfter
        let last = try authority.issue(for: names("a.local"), at: end - day)
        #expect(last.certificate.notAfter == end)
        #expect(throws: CertificateError.authorityExpired(path: authority.certificatePath)) {
            try authority.issue(for: names("a.local"), at: end + 1)
        }
    }

    @Test func `a certificate without names is refused`() throws {
        let authority = try LocalAuthority(path: CertificateScratch().path, at: now)
        #expect(throws: CertificateError.noNames) { try authority.issue(for: [], at: now) }
    }

    @Test func `clients that trust the authority trust its servers`() async throws {
        let scratch = try CertificateScratch()
        let authority = try LocalAuthority(path: scratch.path, at: now)
        let issued = try authority.issue(for: names("localhost", "127.0.0.1"), at: now)
        let server = try EchoServer(TLSAcceptor(TLSContext(issued.configuration)))
        let context = try TLSClientContext(authoritiesPath: authority.certificatePath)
        for host in ["localhost", "127.0.0.1"] {
            let client = try ClientSocket(
                host: host, port: server.port, timeout: .seconds(10), tls: context)
            try client.write([1, 2, 3])
            #expect(try client.read(max: 3).first == 1)
        }
        let other = try LocalAuthority(path: scratch.path + "/tls", at: now)
        let stranger = try TLSClientContext(authoritiesPath: other.certificatePath)
        let refusal = #expect(throws: SystemError.self) {
            try ClientSocket(
                host: "localhost", port: server.port, timeout: .seconds(10), tls: stranger)
        }
        #expect(refusal?.errno == EKEYREJECTED)
    }

    @Test func `what is damaged or mixed up is not built on`() throws {
        let scratch = try CertificateScratch()
        let path = scratch.path + "/tls"
        let certificate = path + "/authority.pem"
        let key = path + "/authority-key.pem"
        let other = try LocalAuthority(path: scratch.path, at: now)
        _ = try LocalAuthority(path: path, at: now)
        let whole = CertificateScratch.bytes(of: certificate)
        CertificateScratch.write(whole.prefix(whole.count / 2), to: certificate)
        #expect(throws: CertificateError.damaged(path: certificate)) {
            try LocalAuthority(path: path, at: now)
        }
        CertificateScratch.write(
            CertificateScratch.bytes(of: other.certificatePath), to: certificate)
        #expect(throws: CertificateError.mismatch(certificatePath: certificate, keyPath: key)) {
            try LocalAuthority(path: path, at: now)
        }
        CertificateScratch.write(whole, to: certificate)
        CertificateScratch.write([], to: key)
        #expect(throws: CertificateError.mismatch(certificatePath: certificate, keyPath: key)) {
            try LocalAuthority(path: path, at: now)
        }
        // A new key would not belong to the certificate that devices trust, so none is made.
        unlink(key)
        #expect(throws: CertificateError.missingKey(certificatePath: certificate, keyPath: key)) {
            try LocalAuthority(path: path, at: now)
        }
        #expect(CertificateScratch.names(in: path) == ["authority.pem"])
        // An authority of which only the certificate was lost gets another for the same key.
        unlink(key)
        unlink(certificate)
        #expect(try LocalAuthority(path: path, at: now).isNew)
        let kept = CertificateScratch.bytes(of: key)
        unlink(certificate)
        #expect(try LocalAuthority(path: path, at: now).isNew)
        #expect(CertificateScratch.bytes(of: key) == kept)
    }

    @Test func `a folder that can't be made is named`() {
        #expect(
            throws: CertificateError.unwritable(
                path: "/no/such/folder", reason: "No such file or directory")
        ) {
            try LocalAuthority(path: "/no/such/folder", at: now)
        }
        #expect(throws: CertificateError.self) { try LocalAuthority(path: "", at: now) }
        #expect(throws: CertificateError.self) { try LocalAuthority(path: "a\0b", at: now) }
        #expect(throws: CertificateError.self) { try LocalAuthority(path: "/etc/passwd", at: now) }
    }

    @Test(.enabled(if: access("/usr/bin/openssl", X_OK) == 0))
    func `openssl verifies them and reads what they are for`() throws {
        let scratch = try CertificateScratch()
        let names = try names("hub.local", "192.0.2.1")
        let authority = try LocalAuthority(
            path: scratch.path, name: "K\u{fc}che", permitting: names, at: now)
        let issued = try authority.issue(for: names, at: now)
        let path = issued.configuration.certificatePath
        let verified = openssl(
            "verify -x509_strict -purpose sslserver -verify_hostname hub.local -CAfile "
                + "\(authority.certificatePath) \(path)")
        #expect(verified == "\(path): OK\n")
        let text = openssl("x509 -noout -text -in \(path)")
        for line in [
            "X509v3 Basic Constraints: critical", "CA:FALSE", "X509v3 Key Usage: critical",
            "Digital Signature", "TLS Web Server Authentication",
            "DNS:hub.local, IP Address:192.0.2.1", "ecdsa-with-SHA256", "NIST CURVE: P-256",
            "X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        let own = openssl("x509 -noout -text -in \(authority.certificatePath)")
        #expect(!own.contains("CRL Sign"))
        for line in [
            "CA:TRUE, pathlen:0", "X509v3 Key Usage: critical", "Certificate Sign",
            "NIST CURVE: P-256", "TLS Web Server Authentication",
            "X509v3 Name Constraints: critical", "DNS:local\n", "IP:10.0.0.0/255.0.0.0",
            "IP:192.0.2.1/255.255.255.255",
        ] {
            #expect(own.contains(line), "\(line)")
        }
        let digest = openssl(
            "x509 -noout -fingerprint -sha256 -in \(authority.certificatePath)")
        #expect(digest == "sha256 Fingerprint=\(authority.fingerprint)\n")
        let serials = (0..<4).map { _ in
            _ = try? authority.issue(for: names, at: now)
            return openssl("x509 -noout -serial -in \(path)")
        }
        #expect(Set(serials).count == 4)
    }

    private func openssl(_ arguments: String) -> String {
        ShellCommand.output(of: "openssl \(arguments) 2>&1")
    }
}
