public import Foundation

/// The programs that were built together with these tests.
public enum BuiltProgram {
    /// Beside the tests' own, which runs this.
    public static func named(_ name: String) throws -> URL {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let besideOwn = URL(fileURLWithPath: own).deletingLastPathComponent()
            .appendingPathComponent(name)
        // Some versions of the toolchain have a helper of their own run the tests.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        let besideBundle = bundle.map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().appendingPathComponent(name)
        }
        let places = [besideOwn] + (besideBundle.map { [$0] } ?? [])
        return places.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? besideOwn
    }
}
