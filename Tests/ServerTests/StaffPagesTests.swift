import BoardKit
import Foundation
import JSON
import ShippedBoards
import Sync
import TestSupport
import Testing

@testable import Pages
@testable import Server

/// The links between staff pages, and their languages.
@Suite struct StaffPagesTests {
    private let hub: LiveHub

    init() throws { hub = try LiveHub() }

    private static let index = PageIndex(.shipped)
    /// The pages that a device can open.
    private static let addresses = BoardRegistry.shipped.pages
        .filter { $0.reader != .guest }.compactMap(\.address)
    private static let workingRoles = BoardRegistry.shipped.deviceRoles.filter {
        index.home(of: $0)?.declaration.reader == .staff
    }

    private func page(
        _ path: String, as role: Role, _ fields: [String: String] = [:]
    ) throws -> RawAnswer {
        let cookies = ["tablecast=\(try hub.token(role))", fields["Cookie"]].compactMap(\.self)
        let own = ["Cookie": cookies.joined(separator: "; "), "Accept": "text/html"]
        return try hub.get(path, as: nil, fields.merging(own) { _, own in own })
    }

    private func document(
        _ path: String, as role: Role, _ fields: [String: String] = [:]
    ) throws -> JSON {
        let cookies = ["tablecast=\(try hub.token(role))", fields["Cookie"]].compactMap(\.self)
        let answer = try hub.document(of: path, ["Cookie": cookies.joined(separator: "; ")])
        return try JSON(parsing: answer.text, depthMax: 64)
    }

    /// The menu of a role's pages.
    private func named(to role: Role) throws -> [JSON] {
        let home = try #require(Self.index.home(of: role))
        return try document("/\(home.address)", as: role)["pages"]?.elements ?? []
    }

    private func expectNamedPagesAreThoseThatOpen(to role: Role) throws {
        let opened = try Self.addresses.filter { try page("/\($0)", as: role).status == 200 }
        let named = try named(to: role)
        expectEqual(named.map { $0["name"]?.text }, opened)
        expectEqual(named.map { $0["address"]?.text }, opened.map { "/\($0)" })
        let ofRoom = named.filter { $0["isOfRoom"] == true }.compactMap { $0["name"]?.text }
        expectEqual(ofRoom, opened.filter { Self.index[$0]?.declaration.reader == .room })
    }

    private func switchOff() throws {
        let answer = try hub.connect(.owner).ask("off", "house.configure", ["boards": []])
        expectEqual(answer["type"], "ack")
    }

    @Test(arguments: workingRoles)
    func `a page names exactly the pages that its reader may open`(role: Role) throws {
        try expectNamedPagesAreThoseThatOpen(to: role)
        #expect(try named(to: role).count > 1)
    }

    @Test(arguments: Role.ofEveryDevice.filter(workingRoles.contains))
    func `a page names no pages of disabled boards`(role: Role) throws {
        let before = try named(to: role).count
        try switchOff()
        try expectNamedPagesAreThoseThatOpen(to: role)
        #expect(try named(to: role).count < before)
    }

    @Test func `pages of another venue lead to that venue's pages`() throws {
        try hub.makeVenue("annex")
        let cookie = "tablecast=\(try hub.token(.host, venue: "annex"))"
        let answer = try hub.document(of: "/host?venue=annex", ["Cookie": cookie])
        let pages = try JSON(parsing: answer.text, depthMax: 64)["pages"]?.elements
        let addresses = pages?.map { $0["address"]?.text }
        expectEqual(addresses?.first, "/host?venue=annex")
        expectEqual(addresses?.allSatisfy { $0?.hasSuffix("?venue=annex") == true }, true)
    }

    @Test func `pages of guests and of the room link to no staff pages`() throws {
        let display = try document("/display", as: .display)
        expectNil(display["pages"])
        expectNil(display["languages"])
    }

    @Test func `a page of a disabled board gives advice to staff, but not to guests`() throws {
        let optional = BoardRegistry.shipped.modules.filter { !$0.declaration.isAlwaysOn }
        try switchOff()
        for page in optional.flatMap(\.pages) {
            let path = "/\(try #require(page.address))"
            let isOfGuests = page.reader == .guest
            for (language, unused, nothing) in [
                ("en", "This house does not use this page", "Page not found"),
                ("es", "Esta casa no usa esta página", "Página no encontrada"),
            ] {
                let answer = try hub.get(
                    path, as: nil,
                    ["Accept": "application/problem+json", "Accept-Language": language])
                expectEqual(answer.status, 404)
                let advice = answer.json?["advice"]?.text ?? ""
                let title = answer.json?["texts"]?["title.\(advice)"]
                expectEqual(title?.text, isOfGuests ? nothing : unused, "\(path)")
            }
            #expect(try hub.get(path).isProblem)
        }
    }

    @Test func `a browser keeps the language that was chosen for the pages`() throws {
        let english = try page("/host", as: .host)
        expectEqual(english["set-cookie"]?.contains("language"), false)
        try expectEqual(
            document("/host", as: .host)["languages"],
            [
                ["code": "en", "name": "English"], ["code": "es", "name": "Español"],
            ])
        let chosen = try page("/host?lang=es", as: .host)
        try expectEqual(document("/host?lang=es", as: .host)["language"], "es")
        expectEqual(
            chosen["set-cookie"]?.hasSuffix(
                "\ntablecast-language=es; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"), true)
        for (cookie, path, language) in [
            ("tablecast-language=es", "/host", "es"), ("a=1; tablecast-language=es", "/host", "es"),
            ("tablecast-language=es", "/host?lang=en", "en"),
            // The room reads the house's own language.
            ("tablecast-language=es", "/display", "en"),
            // Languages that staff pages, or all pages, lack.
            ("tablecast-language=de", "/host", "en"), ("tablecast-language=xx", "/host", "en"),
            ("not-tablecast-language=es", "/host", "en"),
        ] {
            let told = try document(path, as: .host, ["Cookie": cookie])
            expectEqual(told["language"]?.text, language, "\(cookie) \(path)")
        }
    }
}
