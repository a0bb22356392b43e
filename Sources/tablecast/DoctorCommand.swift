import ArgumentParser
import Certificates
import Client
import Clocks
import Foundation
import Limits
import Operations
import Server
import Sync
import Terminal
import Transport

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the set-up, and say what to do.",
        discussion: """
            Checks the data folder, its disk, the end of each venue's journal (`tablecast verify` \
            reads all of it), the clock, the certificate, how many files may be open, and whether the \
            hub answers. Changes nothing. The exit status is 1 if something is bad.
            """)

    @OptionGroup var data: DataOption

    @Option(help: "The port of the hub; by default the one at which it last ran.")
    var port: Int?

    @OptionGroup var certificate: TLSCertificateOption

    func run() throws {
        let now = WallClock.now
        var findings = [
            Finding(.good, "version", "tablecast \(Tablecast.configuration.version).")
        ]
        findings += Checkup(try data.place, now: now).data()
        findings += Checkup.machine(for: HubLimits())
        findings.append(try https(now))
        if !certificate.isGiven { findings += authority(now) }
        findings.append(answer())
        for finding in findings {
            let subject = finding.subject.padding(toLength: 8, withPad: " ", startingAt: 0)
            guard say("\(Self.mark(finding.verdict))  \(subject)  \(finding.text)") else { return }
        }
        if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode.failure }
    }

    private static func mark(_ verdict: Finding.Verdict) -> String {
        switch verdict {
        case .good: "ok  "
        case .doubtful: "look"
        case .bad: "BAD "
        }
    }

    private func https(_ now: Instant) throws -> Finding {
        let configuration = try certificate.configuration(in: data.path)
        do throws(TLSError) {
            let context = try configuration.map { (files) throws(TLSError) in try TLSContext(files)
            }
            return Checkup.certificate(
                context?.certificate, now: now, renewal: certificate.renewal)
        } catch {
            return Finding(
                .bad, "https", "The certificate can't be used: \(error). \(certificate.renewal)")
        }
    }

    /// Checks the certificate authority in the data folder, if there is one.
    private func authority(_ now: Instant) -> [Finding] {
        let folder = CertificateCommand.folder(in: data.path)
        do {
            guard let path = LocalAuthority.certificatePath(in: folder),
                let certificate = try LocalAuthority.certificate(in: folder)
            else { return [] }
            return [Checkup.authority(certificate, path: path, now: now)]
        } catch {
            return [Finding(.bad, "https", "The authority can't be used: \(error).")]
        }
    }

    /// Checks whether the hub answers.
    private func answer() -> Finding {
        let known = RunningAddress.read(from: data.path)
        let url = port.map { "http://localhost:\($0)" } ?? known ?? "http://localhost:8080"
        do {
            var address = try HubAddress(url)
            address.authoritiesPath = LocalAuthority.certificatePath(
                in: CertificateCommand.folder(in: data.path))
            return try HTTPClient(address, token: nil, timeout: .seconds(5)).isReady()
                ? Finding(.good, "hub", "It answers at \(url).")
                : Finding(.bad, "hub", "It answers at \(url), and says that it is not ready.")
        } catch {
            return Finding(
                .doubtful, "hub",
                "Nobody answers at \(url) (\(error)). Start it with `tablecast serve`, or name its "
                    + "--port.")
        }
    }
}
