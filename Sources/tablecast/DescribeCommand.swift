import ArgumentParser
import BoardKit
import Foundation
import JSON
import ShippedBoards
import Terminal

struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Write down what the boards declare: actions, views, pages and routes.",
        discussion: """
            Without an option it prints all of it as JSON. With --into it writes the files that a \
            running hub makes of that: docs/asyncapi.yaml, docs/openapi.yaml, docs/boards.json, \
            js/boards.d.ts and js/schemas/<board>.js.
            """)

    @Option(help: "The folder for the files; created if it does not exist.")
    var into: String?

    func run() throws {
        let description = BoardDescription(of: .shipped)
        guard let into else {
            _ = sayAsItIs(description.json.canonicalText)
            return
        }
        for path in BoardDescription.paths(of: .shipped) {
            let place = URL(fileURLWithPath: into).appendingPathComponent(path)
            let text = Data(description.text(of: path).utf8)
            // Keep unchanged files, so that tools need not read them again.
            if (try? Data(contentsOf: place)) == text { continue }
            do {
                try FileManager.default.createDirectory(
                    at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try text.write(to: place, options: .atomic)
            } catch {
                throw HubError("\(place.path) can't be written. \(error.localizedDescription)")
            }
        }
    }
}
