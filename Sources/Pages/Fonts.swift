import Transport

/// Inter and Vollkorn, the fonts of the pages, as `bin/fonts` makes them from Debian's packages.
package enum Fonts {
    /// The folder that `bin/setup` makes, relative to where the hub is started.
    package static let usualFolder = ".build/fonts"

    /// Returns the folder to serve at `/vendor/fonts/`; none if it does not exist. Pages then use
    /// the system's fonts.
    package static func folders(at place: String) -> [PublicFiles.AddedFolder] {
        guard let folder = try? ReadOnlyFolder(path: place) else { return [] }
        return [.init(path: ["vendor", "fonts"], folder: folder, place: place)]
    }
}
