package import Storage

/// A database, with a folder for what the hub keeps beside it.
package struct PostgresPlace: StoragePlace {
    package let folder: String
    let address: PostgresAddress
    let hub: String
    let lease: Duration
    let keyPath: String

    /// - Parameters:
    ///   - folder: the hub's own folder.
    ///   - hub: the hub's name, which differs from those of other hubs.
    ///   - keyPath: the file with the key of the secrets, which all hubs share; by default in the
    ///     folder.
    ///   - lease: how long a hub owns the journals after it was last heard of.
    package init(
        _ address: PostgresAddress, folder: String, hub: String, keyPath: String? = nil,
        lease: Duration = .seconds(6)
    ) {
        self.address = address
        self.folder = folder
        self.hub = hub
        self.keyPath = keyPath ?? folder + "/tablecast.key"
        self.lease = lease
    }

    package func open(creating: Bool) throws(StoreError) -> any HubStorage {
        let store = try PostgresStore(self, creating: creating)
        guard creating else { return store }
        do throws(SystemError) {
            try FileSystem.makeFolder(folder)
        } catch {
            throw .unusable(
                "The hub's own folder can't be made at \(folder): \(error.text). Choose another with "
                    + "--data.")
        }
        return store
    }

    package func openBackup(_ path: String) throws(StoreError) -> any Backup {
        throw .notABackup(path: path, reason: "PostgreSQL has backups of its own (pg_dump)")
    }
}
