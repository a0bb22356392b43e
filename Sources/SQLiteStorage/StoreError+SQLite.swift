import GRDB
import Storage

/// The reasons why a data folder can't be used.
extension StoreError {
    /// The data folder or its file can't be made or written.
    static func folderNotWritable(path: String, reason: String) -> StoreError {
        .unusable(
            "The data folder can't be written at \(path): \(reason). "
                + "Give the user who runs tablecast this folder, or choose another with --data.")
    }

    /// Another server, or an import, holds the data folder.
    static func inUse(path: String) -> StoreError {
        .unusable(
            "Another tablecast runs on the data folder \(path). "
                + "Stop it first, or choose another folder with --data.")
    }

    /// The file is not an SQLite database, or belongs to another program.
    static func notAStore(path: String, reason: String) -> StoreError {
        .unusable(
            "\(path) is not Tablecast's: \(reason). Move it away, or choose another folder with "
                + "--data.")
    }

    /// The file was written by a version before 0.1.
    static let tooOld = StoreError.unusable(
        "This folder was made by a version before 0.1; export it with that version.")

    /// The file was written by a later version of Tablecast.
    static func tooNew(found: Int, known: Int) -> StoreError {
        .unusable(
            "The data folder was written by a later version of Tablecast (format \(found), "
                + "this one knows up to \(known)). Install the later version again.")
    }

    /// There is no data folder, or no journal in it.
    static func missing(path: String) -> StoreError {
        .unusable(
            "There is no journal in \(path). Check --data, or make one there with tablecast "
                + "serve.")
    }

    /// A file of the data folder was removed while in use.
    static func takenAway(path: String) -> StoreError {
        .unusable(
            "\(path) is gone, though tablecast runs on it, and nothing more can be kept. Put the very "
                + "file back, or stop tablecast and put a backup into a new folder.")
    }

    /// Another command kept the file locked for too long.
    static let busy = StoreError.unusable(
        "Another command keeps the data folder's file locked. Let it finish or stop it, then "
            + "try again.")
}

extension StoreError {
    /// Translates an error of SQLite for the file at `path`.
    ///
    /// Keeps only the part of SQLite's message that names tables and columns, never a statement's
    /// arguments, which may be personal.
    init(_ error: any Error, path: String) {
        if let error = error as? StoreError {
            self = error
            return
        }
        if let error = error as? ColumnError {
            self = .damaged(error.description)
            return
        }
        guard let error = error as? DatabaseError else {
            self = .disk("an unknown failure")
            return
        }
        let reason = error.reason
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_NOTADB: .notAStore(path: path, reason: reason)
            case .SQLITE_CORRUPT: .damaged(reason)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
                .folderNotWritable(path: path, reason: reason)
            default: .disk(reason)
            }
    }
}

extension DatabaseError {
    /// A phrase for the operator.
    var reason: String {
        resultCode == .SQLITE_NOTADB
            ? "it is not an SQLite database"
            : "\(message ?? "no reason given") (SQLite \(extendedResultCode.rawValue))"
    }
}
