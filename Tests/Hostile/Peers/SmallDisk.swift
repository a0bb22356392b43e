import TestSupport

/// A file system in memory that is soon full, and that only one process and its like see: it is
/// mounted in a name space of their own, for which no special right is needed on most machines.
public struct SmallDisk: Sendable {
    private let mebibytes: Int

    public init(mebibytes: Int) { self.mebibytes = mebibytes }

    /// Whether this machine lets us have one.
    public static var isPossible: Bool {
        ShellCommand.output(of: "unshare -rm mount -t tmpfs none /mnt 2>&1 && echo yes") == "yes\n"
    }

    /// Runs the command that follows with the disk at `path`, as the same process.
    func mounting(at path: String) -> [String] {
        [
            "unshare", "-rm", "sh", "-c",
            "mount -t tmpfs -o mode=0700,size=\(mebibytes)m none \"$0\" && exec \"$@\"", path,
        ]
    }

    /// Runs the command that follows where a process that has the disk sees it.
    func entering(_ process: Int32) -> [String] {
        ["nsenter", "--target", "\(process)", "--user", "--mount", "--preserve-credentials"]
    }
}
