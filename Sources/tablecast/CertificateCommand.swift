import ArgumentParser
import Certificates
import Foundation
import Server
import Transport

struct CertificateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Make a certificate, so that devices on this network can use https.",
        discussion: """
            The first time it makes an authority of this house's own, which each device has to be \
            told to trust, once in three years. It vouches for nothing but this machine's names, those \
            given by --name, and private networks. It then signs a certificate for this machine's \
            names and addresses, which `serve` takes from the data folder. Run it again when the machine has got another \
            name or address, or within 397 days, with the same --name; then send the hub SIGHUP, and \
            nobody is cut off. One that spoke plain http until then has to be started anew.
            """)

    @OptionGroup var data: DataOption

    @Option(name: .customLong("name"), help: "A further name or address. Can be repeated.")
    var names: [String] = []

    func run() throws {
        let now = Int64(Date().timeIntervalSince1970)
        guard FileManager.default.fileExists(atPath: data.path) else {
            throw HubError(
                "There is no folder \(data.path). Name the hub's data folder with --data, or start "
                    + "`tablecast serve` once.")
        }
        let machineNames = ServerName.ofThisMachine()
        let givenNames = try names.map { try ServerName($0) }
        let authority = try LocalAuthority(
            path: Self.folder(in: data.path), permitting: machineNames + givenNames, at: now)
        // The machine may have got a name since, that the authority may not vouch for.
        let permitted = try machineNames.filter { try authority.permits($0) }
        let issued = try authority.issue(for: permitted + givenNames, at: now)
        say("A certificate for \(issued.certificate.names.joined(separator: ", "))")
        say("good until \(Self.day(issued.certificate.notAfter))")
        let left = machineNames.filter { !permitted.contains($0) }.map(\.text)
        if !left.isEmpty {
            let names = left.joined(separator: ", ")
            say("but not for \(names), which the authority may not vouch for.")
        }
        say("")
        announce(authority, endingWith: issued.certificate)
    }

    private func announce(_ authority: LocalAuthority, endingWith issued: TLSCertificate) {
        let path = authority.certificatePath
        let end = authority.certificate.notAfter
        say("Each device has to trust \(path) as an authority, once, until \(Self.day(end)).")
        say("Its fingerprint (SHA-256), to compare there: \(authority.fingerprint)")
        if !authority.isNew { say("It is the one from before: who trusts it already, still does.") }
        let renewal =
            "Move \(path) away and run this again, then have each device trust the new one"
        if issued.notAfter == end {
            say("The certificate ends with the authority. \(renewal): both are good until then.")
        }
        if !authority.certificate.isNameConstrained {
            say("It may vouch for any site, which one made today may not. \(renewal) instead.")
        }
    }

    private static func day(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
    }

    static func folder(in dataFolder: String) -> String { dataFolder + "/tls" }
}
