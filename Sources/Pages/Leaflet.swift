import Transport

/// Leaflet, the library that draws maps, as Debian's package `libjs-leaflet` has it.
package enum Leaflet {
    /// The folder with the library.
    package static let usualFolder = "/usr/share/javascript/leaflet"
    /// The folder with its licence.
    private static let licenceFolder = "/usr/share/doc/libjs-leaflet"
    private static let path = ["vendor", "leaflet"]

    /// Returns what is served at `/vendor/leaflet/`; nothing if the folder is not there. Then pages show
    /// their lists alone.
    package static func folders(at place: String) -> [PublicFiles.AddedFolder] {
        guard let folder = try? ReadOnlyFolder(path: place) else { return [] }
        let library = PublicFiles.AddedFolder(path: path, folder: folder, place: place)
        guard place == usualFolder, let licences = try? ReadOnlyFolder(path: licenceFolder) else {
            return [library]
        }
        return [
            library,
            PublicFiles.AddedFolder(
                path: path, folder: licences, place: licenceFolder, names: ["copyright"]),
        ]
    }
}
