import Transport

/// Leaflet, the library that draws maps, from Debian's package `libjs-leaflet`.
package enum Leaflet {
    /// The folder with the library.
    package static let usualFolder = "/usr/share/javascript/leaflet"
    /// The folder with its licence.
    private static let licenceFolder = "/usr/share/doc/libjs-leaflet"
    private static let path = ["vendor", "leaflet"]

    /// Returns the folder to serve at `/vendor/leaflet/`; none if it does not exist. Pages then
    /// show their lists without maps.
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
