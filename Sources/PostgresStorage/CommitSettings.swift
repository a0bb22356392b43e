import Storage

/// The server's settings that decide what a commit is worth.
struct CommitSettings {
    /// `synchronous_commit`
    let commits: String
    /// `synchronous_standby_names`
    let standbys: String
    /// `fsync`
    let flushes: Bool
}

extension CommitSettings {
    init(_ connection: PostgresConnection) throws {
        let row = try connection.query(
            """
            SELECT current_setting('synchronous_commit'),
                current_setting('synchronous_standby_names'), current_setting('fsync')
            """
        ).first
        self.init(
            commits: row?.optionalText(0) ?? "", standbys: row?.optionalText(1) ?? "",
            flushes: row?.optionalText(2) == "on")
    }

    /// Throws an error if a commit is not durable.
    func require(at address: PostgresAddress) throws(StoreError) {
        let setting = !flushes ? "fsync" : commits == "off" ? "synchronous_commit" : nil
        guard let setting else { return }
        throw .unusable(
            "\(address) would lose acknowledged changes, because \(setting) is off. Set it to on, for "
                + "the server, the database and the user.")
    }

    /// Commits wait for a standby's disk unless they are only local or only sent.
    var durability: Durability {
        !standbys.isEmpty && ["on", "remote_apply"].contains(commits) ? .replicated : .disk
    }
}
