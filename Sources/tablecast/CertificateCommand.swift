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
            told to trust, once. It then signs a certificate for this machine's names and addresses, \
            which `serve` takes from the data folder. Run it again when the machine has got another \
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
        let authority = try LocalAuthority(path: Self.folder(in: data.path), at: now)
        var names = ServerName.ofThisMachine()
        for name in self.names { names.append(try ServerName(name)) }
        let issued = try authority.issue(for: names, at: now)
        let lastDay = Date(timeIntervalSince1970: Double(issued.certificate.notAfter))
        say("A certificate for \(issued.certificate.names.joined(separator: ", "))")
        say("good until \(lastDay.formatted(.iso8601.year().month().day()))")
        say("")
        say("Each device has to trust \(authority.certificatePath) as an authority, once.")
        say("Its fingerprint (SHA-256), to compare there: \(authority.fingerprint)")
        if !authority.isNew { say("It is the one from before: who trusts it already, still does.") }
    }

    static func folder(in dataFolder: String) -> String { dataFolder + "/tls" }
}
