import ArgumentParser
import Certificates
import Foundation
import Server
import Terminal
import Time
import Transport

struct CertificateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Make a certificate, so that devices on this network can use https.",
        discussion: """
            The first time, it makes a certificate authority, which each device has to trust once in \
            three years. The authority may vouch only for this machine's names, those given with \
            --name, and private networks. It then signs a certificate for this machine's names and \
            addresses, which `serve` reads from the data folder.

            Run it again with the same --name within 397 days, or when the machine's name or address \
            has changed. Then send SIGHUP to the hub, which closes no connection. A hub that served \
            plain http has to be restarted.
            """)

    @OptionGroup var data: DataOption

    @Option(name: .customLong("name"), help: "Another name or address. Can be repeated.")
    var names: [String] = []

    func run() throws {
        let now = MachineTime.wallMilliseconds / 1_000
        guard FileManager.default.fileExists(atPath: data.path) else {
            throw HubError(
                "There is no folder \(data.path). Name the hub's data folder with --data, or start "
                    + "`tablecast serve` once.")
        }
        let machineNames = ServerName.ofThisMachine()
        let givenNames = try names.map { try ServerName($0) }
        let authority = try LocalAuthority(
            path: Self.folder(in: data.path), permitting: machineNames + givenNames, at: now)
        // The authority may not vouch for a new name of the machine.
        let permitted = try machineNames.filter { try authority.permits($0) }
        let issued = try authority.issue(for: permitted + givenNames, at: now)
        say("A certificate for \(issued.certificate.names.joined(separator: ", "))")
        say("valid until \(Self.day(issued.certificate.notAfter))")
        let left = machineNames.filter { !permitted.contains($0) }.map(\.text)
        if !left.isEmpty {
            let names = left.joined(separator: ", ")
            say("but not for \(names), for which the authority may not vouch.")
        }
        say("")
        announce(authority, endingWith: issued.certificate)
    }

    private func announce(_ authority: LocalAuthority, endingWith issued: TLSCertificate) {
        let path = authority.certificatePath
        let end = authority.certificate.notAfter
        say("Each device has to trust \(path) as an authority, once, until \(Self.day(end)).")
        say("Its fingerprint (SHA-256), to compare there: \(authority.fingerprint)")
        if !authority.isNew { say("It has not changed: devices that trust it need nothing.") }
        let renewal =
            "Move \(path) away and run this again, then let each device trust the new one"
        if issued.notAfter == end {
            say("The certificate ends with the authority. \(renewal): both are valid until then.")
        }
        if !authority.certificate.isNameConstrained {
            say("It may vouch for any site, which one made today may not. \(renewal) instead.")
        }
    }

    /// - Parameter seconds: since 1970.
    static func day(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
    }

    static func folder(in dataFolder: String) -> String { dataFolder + "/tls" }
}
