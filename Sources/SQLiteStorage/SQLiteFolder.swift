package import Storage

/// A data folder with an SQLite file in it.
package struct SQLiteFolder: StoragePlace {
    package let folder: String

    package init(_ path: String) { folder = path }

    package func open(creating: Bool) throws(StoreError) -> any HubStorage {
        try Store(folder: folder, creating: creating)
    }

    package func openBackup(_ path: String) throws(StoreError) -> any Backup {
        try BackupFile(path)
    }
}

extension Store: HubStorage, GroupStore {
    package var engine: String { "sqlite" }
    package var durability: Durability { .disk }
    package var release: String { SQLiteRelease.current.advice }
}
