import GRDB

extension Store {
    /// Compares the journal's table with its indexes, row by row, and makes an index that does not
    /// agree anew: by a lost row of it a mutation could be applied twice.
    ///
    /// Reads the whole table; takes about 1 s for a million events. No event may be added meanwhile.
    ///
    /// - Returns: the names of the indexes that were made anew.
    /// - Throws: what the disk says when the table can't be read; `damaged`, or another reason, when an
    ///   index is at fault and can't be made anew. Then nothing more is added to the journal.
    public func checkIndexes() throws(StoreError) -> [String] {
        var check: JournalIndex.Check?
        do throws(StoreError) {
            try read { db in check = try JournalIndex.check(db) }
        } catch {
            // After a page that can't be read, the end of the transaction fails once more.
            guard check != nil else { throw error }
        }
        guard let check else { return [] }
        do throws(StoreError) {
            // To let go of its pages could take others with them.
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

    /// Reads the journal by `body`. Events are read by an index, and one that has lost rows hides
    /// events that are there: when its last event can't be found, or `body` fails, the indexes are
    /// compared with the table first, and `body` runs once more if one had to be made anew.
    ///
    /// - Parameter report: gets a line for whoever runs the hub when an index was made anew.
    /// - Throws: what `body` throws the last time.
    public func readingByGoodIndexes<Result>(
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

    /// Whether the event that was added last is found by its revision.
    private func findsLastEvent() throws(StoreError) -> Bool {
        try read { db in
            let last = try Query(
                """
                SELECT EXISTS (SELECT 1 FROM event WHERE venue = last.venue AND rev = last.rev)
                FROM (SELECT venue, rev FROM event NOT INDEXED ORDER BY id DESC LIMIT 1) AS last
                """, db)
            return try !last.next() || last.integer(0) != 0
        }
    }

    /// - Returns: whether an index was made anew.
    @discardableResult
    func repairIndexes(_ report: (String) -> Void) throws(StoreError) -> Bool {
        let indexes = try checkIndexes()
        for index in indexes {
            report("the index \(index) did not agree with the journal, and was made anew")
        }
        return !indexes.isEmpty
    }

    private func make(_ indexes: [JournalIndex]) throws(StoreError) {
        do {
            try pool.writeWithoutTransaction { db in
                // A hub that is shut in may have no other place to sort in.
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
                "a mutation or a revision stands twice in the journal, and `tablecast verify` says where"
            )
        } catch {
            throw StoreError(error, path: folder.databasePath)
        }
    }
}

/// What events are looked up by.
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

    /// What was found when the indexes were compared with the table.
    struct Check {
        /// Those that are not there, or whose rows are not the table's.
        var differing: [JournalIndex] = []
        var unreadable: JournalIndex?
    }

    /// - Throws: what SQLite says when the table can't be read.
    static func check(_ db: Database) throws -> Check {
        let rows = try Query("SELECT id, venue, rev, mutation_id FROM event NOT INDEXED", db)
        var byRev = RowSum()
        var byMutation = RowSum()
        while try rows.next() {
            byRev.add(rows, key: 2)
            if !rows.isNull(3) { byMutation.add(rows, key: 3) }
        }
        var check = Check()
        for index in allCases {
            do {
                let expected = index == .byRev ? byRev : byMutation
                if try index.sum(db) != expected { check.differing.append(index) }
            } catch {
                check.unreadable = index
            }
        }
        return check
    }

    /// - Returns: `nil` when there is no such index.
    private func sum(_ db: Database) throws -> RowSum? {
        var known = try Query("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?", db)
        try known.bind(rawValue)
        guard try known.next() else { return nil }
        let rows =
            switch self {
            case .byRev: try Query("SELECT id, venue, rev FROM event INDEXED BY event_by_rev", db)
            case .byMutation:
                try Query(
                    """
                    SELECT id, venue, mutation_id FROM event INDEXED BY event_by_mutation
                    WHERE mutation_id IS NOT NULL
                    """, db)
            }
        var sum = RowSum()
        while try rows.next() { sum.add(rows, key: 2) }
        return sum
    }
}

/// How many rows there are, and the sum of their hashes: the same in whichever order they come.
private struct RowSum: Equatable {
    private var count = 0
    private var hashes: UInt64 = 0

    /// - Parameter key: the column that is looked up by, beside the venue.
    mutating func add(_ row: borrowing Query, key: Int32) {
        var hasher = Hasher()
        for column in [0, 1, key] { row.hash(column, into: &hasher) }
        count += 1
        hashes &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
