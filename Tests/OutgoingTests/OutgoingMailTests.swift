import Certificates
import Destinations
import Foundation
import JSON
import Mail
import TestSupport
import Testing
import Transport

@testable import Outgoing

/// Mail to a real server, and how it is read there.
@Suite(.timeLimit(.minutes(5))) struct OutgoingMailTests {
    private static func letter(
        to recipient: String = "ada@example.org", subject: String = "Dinner",
        text: String = "At eight."
    ) throws -> MailMessage {
        MailMessage(
            from: try #require(MailAddress("house@example.com")), fromName: "Da Ada",
            to: try #require(MailAddress(recipient)), subject: subject, text: text,
            id: "main:k3f9:42:0", unixSeconds: 1_795_197_845)
    }

    private static func mail(
        _ message: MailMessage, from sender: String? = nil, to host: String = "127.0.0.1",
        at port: Int, by security: MailServer.Security = .none,
        login: (user: String, password: String)? = nil, timeout: Duration = .seconds(30)
    ) -> OutgoingMail {
        OutgoingMail(
            message.bytes, from: sender ?? message.from.text, to: message.to.text,
            by: MailServer(
                host: host, port: port, security: security, user: login?.user,
                password: login?.password),
            timeout: timeout)
    }

    /// What went wrong.
    private static func problem(
        of mail: OutgoingMail, by client: OutgoingClient = OutgoingClient(allowsLocal: true)
    ) async throws -> OutgoingMailError? {
        try await onOwnThread {
            do throws(OutgoingMailError) {
                try client.send(mail)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test(arguments: [
        #"Ada "The <Count>" & Sons, \o/ =?UTF-8?Q?x?="#, "山田太郎さんの夕食会、銀座で八時から",
        "مطعم آدا، العشاء في الثامنة",
        "Zoë 👩🏽‍🍳🍝", String(repeating: "ずっと長い題名 ", count: 30) + "終",
    ])
    func `whatever people are called arrives as it is`(text: String) async throws {
        let office = try PostOffice()
        let lines = "\(text)\n.\n..\r\nFrom \(text)\n\n  <b>&amp;</b>\t\n"
        var message = try Self.letter(subject: text, text: lines)
        message.fromName = text
        message.html = "<p title=\"\(text.count)\">\(text)</p>"
        #expect(try await Self.problem(of: Self.mail(message, at: office.port)) == nil)
        let read = try office.next()
        #expect(read["subject"]?.text == text)
        #expect(read["fromName"]?.text == text)
        #expect(read["from"] == "house@example.com" && read["sender"] == "house@example.com")
        #expect(read["to"] == "ada@example.org" && read["recipients"] == ["ada@example.org"])
        #expect(read["type"] == "multipart/alternative")
        #expect(
            read["texts"]?["text/plain"]?.text
                == lines.replacingOccurrences(of: "\r\n", with: "\n"))
        #expect(read["texts"]?["text/html"]?.text == message.html)
        #expect(read["id"] == "<main.k3f9.42.0@example.com>")
        #expect(read["date"] == "2026-11-20T18:04:05+00:00")
        #expect(read["defects"] == [])
        #expect(read["helo"] == "example.com")
        #expect(try #require(read["longest"]?.integer) <= 78)
    }

    /// A message that another part of the program might write.
    @Test func `dots at the beginnings of lines arrive`() async throws {
        let office = try PostOffice()
        let head =
            "From: house@example.com\r\nTo: ada@example.org\r\nSubject: Dots\r\n"
            + "Message-ID: <1@example.com>\r\nDate: Fri, 20 Nov 2026 18:04:05 +0000\r\n\r\n"
        var mail = Self.mail(try Self.letter(), at: office.port)
        mail.message = Array((head + ".\r\n..\r\n.a\r\n.\r\n").utf8)
        #expect(try await Self.problem(of: mail) == nil)
        #expect(try office.next()["texts"]?["text/plain"]?.text == ".\n..\n.a\n.\n")
    }

    @Test func `what the server refuses is told by what it was asked for`() async throws {
        let office = try PostOffice()
        func problem(_ recipient: String, from sender: String? = nil) async throws
            -> OutgoingMailError?
        {
            let message = try Self.letter(to: recipient)
            return try await Self.problem(of: Self.mail(message, from: sender, at: office.port))
        }
        let busy = try await problem("450.once.ada@example.org")
        #expect(busy == .refused(.recipient, status: 450))
        #expect(busy?.mayPass == true)
        #expect(try await problem("450.once.ada@example.org") == nil)
        let unknown = try await problem("550.ada@example.org")
        #expect(unknown == .refused(.recipient, status: 550))
        #expect(unknown?.mayPass == false)
        #expect(
            try await problem("ada@example.org", from: "553.house@example.com")
                == .refused(.sender, status: 553))
        #expect(
            try await problem("554.data.ada@example.org") == .refused(.message, status: 554))
        #expect(
            try await problem("452.data.ada@example.org") == .refused(.message, status: 452))
    }

    @Test func `who signs in is let in with the right password only`() async throws {
        let login = (user: "ada@example.com", password: "pässword & \"more\"")
        let office = try PostOffice(["--login", login.user, login.password])
        let message = try Self.letter()
        #expect(
            try await Self.problem(of: Self.mail(message, at: office.port, login: login)) == nil)
        #expect(try office.next()["user"]?.text == login.user)
        let wrong = try await Self.problem(
            of: Self.mail(message, at: office.port, login: (login.user, "guess")))
        #expect(wrong == .refused(.login, status: 535))
        #expect(
            try await Self.problem(of: Self.mail(message, at: office.port))
                == .refused(.sender, status: 530))
    }

    @Test func `a private address is refused before anything is sent, unless it is allowed`()
        async throws
    {
        let strict = OutgoingClient(allowsLocal: false)
        for host in ["127.0.0.1", "localhost", "::1", "10.0.0.1", "169.254.169.254"] {
            let mail = Self.mail(try Self.letter(), to: host, at: 25)
            #expect(try await Self.problem(of: mail, by: strict) == .forbiddenAddress)
        }
        let name = OutgoingClient(
            allowsLocal: false, resolvedName: "mail.example:25:192.168.1.7")
        let mail = Self.mail(try Self.letter(), to: "mail.example", at: 25)
        #expect(try await Self.problem(of: mail, by: name) == .forbiddenAddress)
    }

    @Test func `where nobody listens or answers, that is said`() async throws {
        let office = try PostOffice()
        let held = Self.mail(
            try Self.letter(to: "hold.ada@example.org"), at: office.port,
            timeout: .milliseconds(500))
        #expect(try await Self.problem(of: held) == .timedOut)
        let port = office.port
        let unheard = Self.mail(try Self.letter(), to: "127.0.0.2", at: port)
        #expect(try await Self.problem(of: unheard) == .failed)
    }

    @Test(arguments: [MailServer.Security.starttls, .tls])
    func `an encrypted connection is to the server of that name`(
        security: MailServer.Security
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tablecast-mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let now = Int64(Date.now.timeIntervalSince1970)
        let names = [try ServerName("mail.example")]
        let authority = try LocalAuthority(path: folder.path, permitting: names, at: now)
        let issued = try authority.issue(for: names, at: now).configuration
        let login = (user: "ada", password: "secret")
        let office = try PostOffice([
            "--tls", security.rawValue, "--certificate", issued.certificatePath,
            "--key", issued.keyPath, "--login", login.user, login.password,
        ])
        let port = office.port
        func problem(
            _ host: String, trusting path: String?, by security: MailServer.Security = security
        ) async throws -> OutgoingMailError? {
            let client = OutgoingClient(
                allowsLocal: true, authoritiesPath: path,
                resolvedName: "\(host):\(port):127.0.0.1")
            let mail = Self.mail(
                try Self.letter(), to: host, at: port, by: security, login: login)
            return try await Self.problem(of: mail, by: client)
        }
        let trusted = authority.certificatePath
        #expect(try await problem("mail.example", trusting: trusted) == nil)
        let read = try office.next()
        #expect(read["isEncrypted"] == true && read["user"] == "ada")
        #expect(try await problem("other.example", trusting: trusted) == .untrusted)
        #expect(try await problem("mail.example", trusting: nil) == .untrusted)
    }

    @Test func `a server that does not encrypt is told nothing`() async throws {
        let office = try PostOffice(["--login", "ada", "secret"])
        let message = try Self.letter()
        let mail = Self.mail(
            message, at: office.port, by: .starttls, login: ("ada", "secret"))
        #expect(try await Self.problem(of: mail) == .unencrypted)
    }
}
