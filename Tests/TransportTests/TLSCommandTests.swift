import Certificates
import Glibc
import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5)), .enabled(if: access("/usr/bin/openssl", X_OK) == 0))
struct TLSCommandTests {
    private static let answer: Recorder.Script = { told, connection in
        guard case .received = told else { return }
        connection.send(Array("answered\n".utf8))
        connection.finish()
    }

    /// Returns the output of OpenSSL's own client for a host.
    private func client(_ options: String, _ host: LiveHost, _ authority: TestAuthority) -> String {
        let command =
            "echo | openssl s_client -connect 127.0.0.1:\(host.port) -servername localhost"
            + " -ign_eof -verify_return_error -verify_hostname localhost"
            + " -CAfile \(authority.authority.certificatePath) \(options) 2>&1"
        return ShellCommand.output(of: "bash -c '\(command)'")
    }

    @Test(arguments: [
        ("-tls1_3", "TLSv1.3, Cipher is TLS_AES_128_GCM_SHA256"),
        ("-tls1_2", "Cipher is ECDHE-ECDSA-AES128-GCM-SHA256"),
        ("-tls1_3 -groups P-521:P-256", "Server Temp Key: ECDH, prime256v1"),
        ("-alpn h2,http/1.1", "ALPN protocol: http/1.1"),
        ("-tls1_2", "Secure Renegotiation IS supported"),
    ])
    func `OpenSSL's own client connects`(options: String, expected: String) async throws {
        let authority = try TestAuthority()
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.answer)
        let text = client(options, host, authority)
        #expect(text.contains(expected), "\(text)")
        #expect(text.contains("Verify return code: 0 (ok)"))
        #expect(text.contains("answered"))
    }

    @Test(arguments: [
        ("-tls1_1 -cipher DEFAULT@SECLEVEL=0", "alert protocol version"),
        ("-tls1_2 -cipher AES128-SHA:ECDHE-ECDSA-AES128-SHA", "alert handshake failure"),
        ("-alpn h2", "alert no application protocol"),
        ("-groups P-521", "alert handshake failure"),
    ])
    func `refuses weak or unknown versions, ciphers, protocols and groups`(
        options: String, expected: String
    ) async throws {
        let authority = try TestAuthority()
        let host = try await LiveHost(tls: authority.acceptor(), script: Self.answer)
        let text = client(options, host, authority)
        #expect(text.contains(expected), "\(text)")
        #expect(!text.contains("answered"))
    }
}
