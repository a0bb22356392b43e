/// The media types of files, by their extensions.
enum MediaType {
    static func of(_ fileName: String) -> String {
        // Debian's name for the licence of a package.
        if fileName == "copyright" { return "text/plain; charset=utf-8" }
        guard let dot = fileName.lastIndex(of: ".") else { return "application/octet-stream" }
        return switch fileName[fileName.index(after: dot)...].lowercased() {
        case "html": "text/html; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "json", "map": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        case "txt", "md", "ts", "service", "jsonl": "text/plain; charset=utf-8"
        case "yaml", "yml": "application/yaml"
        default: "application/octet-stream"
        }
    }

    /// Whether gzip makes files of this type smaller. Images and fonts are usually compressed
    /// already.
    static func isCompressible(_ type: String) -> Bool {
        type.hasPrefix("text/") || type.hasPrefix("application/json")
            || type.hasPrefix("application/manifest") || type.hasPrefix("application/yaml")
            || type.hasPrefix("image/svg")
    }
}
