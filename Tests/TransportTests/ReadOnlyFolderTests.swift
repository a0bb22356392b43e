import Glibc
import Testing

@testable import Transport

struct ReadOnlyFolderTests {
    /// `site/` in a new folder, with files beside it that must not be readable.
    private final class Site {
        let path: String
        let folder: ReadOnlyFolder

        init() throws {
            var template = Array("\(P_tmpdir)/tablecast-XXXXXX".utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
            try Site.make(folders: ["", "/site", "/site/css", "/site/.git"], under: path)
            try Site.write("secret", to: path + "/secret")
            try Site.write("index", to: path + "/site/index.html")
            try Site.write("body{}", to: path + "/site/css/a.css")
            try Site.write("hidden", to: path + "/site/.hidden")
            try Site.write("hidden", to: path + "/site/.git/config")
            #expect(symlink("../secret", path + "/site/link") == 0)
            #expect(symlink("index.html", path + "/site/inner") == 0)
            #expect(symlink("..", path + "/site/up") == 0)
            #expect(symlink("css", path + "/site/styles") == 0)
            #expect(mkfifo(path + "/site/pipe", 0o600) == 0)
            folder = try ReadOnlyFolder(path: path + "/site")
        }

        deinit {
            for name in ["site/index.html", "site/css/a.css", "site/.hidden", "site/.git/config"] {
                unlink("\(path)/\(name)")
            }
            for name in [
                "site/link", "site/inner", "site/up", "site/styles", "site/pipe", "secret",
            ] {
                unlink("\(path)/\(name)")
            }
            for name in ["/site/css", "/site/.git", "/site", ""] { rmdir(path + name) }
        }

        private static func make(folders: [String], under path: String) throws {
            for folder in folders where !folder.isEmpty {
                try #require(mkdir(path + folder, 0o700) == 0)
            }
        }

        private static func write(_ text: String, to path: String) throws {
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
        }
    }

    @Test func `reads files with their size and time`() throws {
        let site = try Site()
        let content = try #require(try site.folder.read(["css", "a.css"], bytesMax: 100))
        #expect(content.bytes == Array("body{}".utf8))
        #expect(content.size == 6)
        let status = try #require(site.folder.status(["css", "a.css"]))
        #expect(status.kind == .file)
        #expect(status.size == 6)
        #expect(status.modifiedSeconds == content.modifiedSeconds)
        #expect(status.modifiedNanoseconds == content.modifiedNanoseconds)
        #expect(status.inode != 0)
        #expect(site.folder.status(["css"])?.kind == .folder)
        #expect(site.folder.status([])?.kind == .folder)
    }

    @Test(arguments: [
        [], [""], ["."], [".."], ["..", "secret"], ["css", "..", "index.html"], ["../secret"],
        ["css/a.css"], ["/etc/passwd"], ["", "etc", "passwd"], [".hidden"], [".git", "config"],
        ["link"], ["inner"], ["up", "secret"], ["up", "site", "index.html"], ["styles", "a.css"],
        ["index.html\0"], ["index.html", ""], ["index.html", "x"], ["css", ""], ["css"], ["pipe"],
        ["none"], ["none", "none"], [String(repeating: "x", count: 300)], ["css", "a.css", ".."],
    ])
    func `no path leaves the folder or reads anything but a file`(components: [String]) throws {
        let site = try Site()
        let content = try site.folder.read(components, bytesMax: 1000)
        #expect(content == nil)
        if !components.isEmpty, components != ["css"] {
            #expect(site.folder.status(components) == nil)
        }
    }

    @Test func `refuses a file that is too large`() throws {
        let site = try Site()
        let size = try site.folder.read(["index.html"], bytesMax: 5)?.size
        #expect(size == 5)
        #expect(throws: SystemError(errno: EFBIG, call: "read")) {
            try site.folder.read(["index.html"], bytesMax: 4)
        }
    }

    @Test func `refuses a missing folder`() throws {
        #expect(throws: SystemError(errno: ENOENT, call: "open")) {
            try ReadOnlyFolder(path: "/no/such/folder")
        }
        #expect(throws: SystemError(errno: ENOTDIR, call: "open")) {
            try ReadOnlyFolder(path: "/etc/passwd")
        }
    }
}
