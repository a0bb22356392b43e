import GRDB
import Locks
package import Storage

extension Store {
    /// Compares the journal's table with its indexes, row by row, and rebuilds an index that
    /// differs. If an index lost a row, a mutation could be applied twice.
    ///
    /// Reads the whole table, in about 1 s for a million events. No event may be added at the same
    /// time.
    ///
    /// - Returns: the names of the indexes that were rebuilt.
    /// - Throws: an error of the disk if the table can't be read; `damaged`, or another error, if
    ///   an index can't be rebuilt. In this case the journal accepts no more events.
    package func checkIndexes() throws(StoreError) -> [String] {
        let check = try compareIndexes()
        do throws(StoreError) {
            // Freeing its damaged pages could damage others.
            if let index = check.unreadable {
                throw .damaged("the index \(index.rawValue) can't be read")
            }
            if !check.differing.isEmpty { try make(check.differing) }
        } catch {
            indexFault.withValue { $0 = error }
            throw error
        }
        return check.differing.map(\.rawValue)
    }

    /// Compares the journal's table with its indexes, without changing anything.
    func compareIndexes() throws(StoreError) -> JournalIndex.Check {
        var check: JournalIndex.Check?
        do throws(StoreError) {
            try read { db in check = try JournalIndex.check(db) }
        } catch {
            // After an unreadable page, ending the transaction fails too.
            guard check != nil else { throw error }
        }
        return check ?? JournalIndex.Check()
    }

    /// Runs `body`, which reads the journal. Events are read by an index, and an index that has
    /// lost rows hides events. So the indexes are checked first if the last event can't be found,
    /// and after `body` fails. If one had to be rebuilt, `body` runs once more.
    ///
    /// - Parameter report: receives a line for the operator if an index was rebuilt.
    /// - Throws: the last error of `body`.
    package func withRepairs<Result>(
        report: (String) -> Void, _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        if try !findsLastEvent() { try repairIndexes(report) }
        do throws(StoreError) {
            return try body()
        } catch {
            guard try repairIndexes(report) else { throw error }
            return try body()
        }
    }

    /// Whether the last event can be found by its revision.
    private func findsLastEvent() throws(StoreError) -> Bool {
        try read { db in
            let last = try db.query(
                """
                SELECT EXISTS (SELECT 1 FROM event WHERE venue = last.venue AND rev = last.rev)
                FROM (SELECT venue, rev FROM event NOT INDEXED ORDER BY id DESC LIMIT 1) AS last
                """)
            return try !last.next() || last.integer(0) != 0
        }
    }

    package func beginJournal(report: (String) -> Void) {
        do throws(StoreError) {
            try repairIndexes(report)
        } catch {
            report("the journal's indexes can't be checked: \(error)")
        }
    }

    /// - Returns: whether an index was rebuilt.
    @discardableResult
    func repairIndexes(_ report: (String) -> Void) throws(StoreError) -> Bool {
        let indexes = try checkIndexes()
        for index in indexes {
            report("the index \(index) did not match the journal, and was rebuilt")
        }
        return !indexes.isEmpty
    }

    private func make(_ indexes: [JournalIndex]) throws(StoreError) {
        do {
            try withWriter { db in
                // A sandboxed hub may have no place for temporary files.
                try db.execute(sql: "PRAGMA temp_store = MEMORY")
                defer { try? db.execute(sql: "PRAGMA temp_store = DEFAULT") }
                try db.inTransaction {
                    for index in indexes {
                        try db.execute(sql: "DROP INDEX IF EXISTS \(index.rawValue)")
                        try db.execute(sql: index.definition)
                    }
                    return .commit
                }
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw .damaged(
                "a mutation or a revision is in the journal twice, and `tablecast verify` says where"
            )
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }
}

/// The indexes of the journal's table.
enum JournalIndex: String, CaseIterable {
    case byRev = "event_by_rev"
    case byMutation = "event_by_mutation"

    var definition: String {
        switch self {
        case .byRev: "CREATE UNIQUE INDEX event_by_rev ON event (venue, rev)"
        case .byMutation:
            """
            CREATE UNIQUE INDEX event_by_mutation ON event (venue, mutation_id)
                WHERE mutation_id IS NOT NULL
            """
        }
    }

    /// The result of comparing the indexes with the table.
    struct Check {
        var missing: [JournalIndex] = []
        /// Indexes whose rows differ from the table's.
        var incomplete: [JournalIndex] = []
        var unreadable: JournalIndex?

        /// Indexes that have to be rebuilt.
        var differing: [JournalIndex] { missing + incomplete }

        /// The faults of the indexes with their remedy, as phrases for a person.
        var faults: [(index: JournalIndex, what: String)] {
            let advice = "; stop the hub and start it again: it rebuilds the index"
            return missing.map { ($0, "the index \($0.rawValue) is missing" + advice) }
                + incomplete.map {
                    ($0, "the index \($0.rawValue) does not match the journal" + advice)
                }
                + [unreadable].compactMap(\.self).map {
                    (
                        $0,
                        "the index \($0.rawValue) can't be read; put the data folder back from a "
                            + "backup"
                    )
                }
        }
    }

    /// - Throws: an error of SQLite if the table can't be read.
    static func check(_ db: Database) throws -> Check {
        var check = Check()
        for index in allCases {
            let expected = try index.sums("NOT INDEXED", db)
            do {
                if try !index.exists(db) {
                    check.missing.append(index)
                } else if try index.sums("INDEXED BY \(index.rawValue)", db) != expected {
                    check.incomplete.append(index)
                }
            } catch {
                check.unreadable = index
            }
        }
        return check
    }

    private func exists(_ db: Database) throws -> Bool {
        try db.query("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?", rawValue)
            .next()
    }

    /// Returns the sums that identify the rows in the index: their count, and the sums of their
    /// numbers.
    ///
    /// - Parameter source: whether to read the index or, without it, the table.
    private func sums(_ source: String, _ db: Database) throws -> [Int64] {
        let (numbers, condition) =
            switch self {
            case .byRev: ("sum(venue), sum(rev)", "true")
            case .byMutation: ("sum(venue), sum(length(mutation_id))", "mutation_id IS NOT NULL")
            }
        let row = try db.query(
            "SELECT count(*), sum(id), \(numbers) FROM event \(source) WHERE \(condition)")
        return try row.next() ? (0..<4).map { try row.optionalInteger($0) ?? 0 } : []
    }
}
