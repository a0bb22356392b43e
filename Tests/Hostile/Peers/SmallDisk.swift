import TestSupport

/// A small file system in memory that only one process and its children see. It is mounted in a
/// separate namespace, which needs no privileges on most machines.
public struct SmallDisk: Sendable {
    private let mebibytes: Int

    public init(mebibytes: Int) { self.mebibytes = mebibytes }

    /// Whether this machine permits it.
    public static var isPossible: Bool {
        ShellCommand.output(of: "unshare -rm mount -t tmpfs none /mnt 2>&1 && echo yes") == "yes\n"
    }

    /// Returns a prefix that mounts the disk at `path` and runs the command after it in the same
    /// process.
    func mounting(at path: String) -> [String] {
        [
            "unshare", "-rm", "sh", "-c",
            "mount -t tmpfs -o mode=0700,size=\(mebibytes)m none \"$0\" && exec \"$@\"", path,
        ]
    }

    /// Returns a prefix that runs the command after it in the namespace of a process that has the
    /// disk.
    func entering(_ process: Int32) -> [String] {
        ["nsenter", "--target", "\(process)", "--user", "--mount", "--preserve-credentials"]
    }
}
