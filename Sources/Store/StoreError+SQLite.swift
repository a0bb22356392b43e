import GRDB

extension StoreError {
    /// Translates an error of SQLite, met while working on the file at `path`.
    ///
    /// Only the part of SQLite's message that names tables and columns is kept, never a statement's
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
        let said = error.message ?? "no reason given"
        let reason = "\(said) (SQLite \(error.extendedResultCode.rawValue))"
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .full
            case .SQLITE_NOTADB: .notAStore(path: path, reason: "it is no SQLite database")
            case .SQLITE_CORRUPT: .damaged(reason)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
                .folderNotWritable(path: path, reason: reason)
            default: .disk(reason)
            }
    }
}
