public import Foundation

/// The programs that were built together with the tests.
public enum BuiltProgram {
    /// Returns the path of a program, in the folder of the tests' own program.
    public static func named(_ name: String) throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let besideOwn = URL(fileURLWithPath: own).deletingLastPathComponent()
            .appendingPathComponent(name)
        // Some versions of the toolchain run the tests in a helper program.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let besideBundle = bundle.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name)
        }
        let places = [besideOwn] + (besideBundle.map { [$0] } ?? [])
        return places.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? besideOwn
    }
}
