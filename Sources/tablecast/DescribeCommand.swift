import ArgumentParser
import Boards
import Foundation
import JSON
import Terminal

struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Write down what the boards declare: actions, views, pages and routes.",
        discussion: """
            Without an option it prints all of it as JSON. With --public it renews the boards' parts \
            of docs/asyncapi.yaml and docs/openapi.yaml, and the files docs/boards.json, \
            js/boards.d.ts and js/schemas.js in the folder with the pages.
            """)

    @Option(name: .customLong("public"), help: "The folder with the pages.")
    var publicFolder: String?

    func run() throws {
        let description = BoardDescription(of: .shipped)
        guard let publicFolder else {
            _ = sayAsItIs(description.json.canonicalText)
            return
        }
        for file in BoardDescription.File.allCases {
            let path = "\(publicFolder)/\(file.rawValue)"
            let now = try? String(contentsOfFile: path, encoding: .utf8)
            do {
                let text = try description.text(of: file, now: now)
                if text == now { continue }
                try text.write(toFile: path, atomically: true, encoding: .utf8)
                say("\(path) was renewed.")
            } catch {
                throw HubError("\(path) can't be renewed. \(error)")
            }
        }
    }
}
