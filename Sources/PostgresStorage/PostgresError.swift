import Storage

/// The reason why a statement failed.
struct PostgresError: Error {
    /// The server's code (`SQLSTATE`); `nil` if no connection was made or it was lost, so that the
    /// statement's outcome is unknown.
    var state: String?
    /// The server's or libpq's message, without the values of parameters.
    var message: String
    var constraint: String?

    static func lost(_ message: String) -> PostgresError {
        PostgresError(state: nil, message: message)
    }

    var isLost: Bool { state == nil }

    /// Raised by the schema's function `fence`.
    var isFenced: Bool { state == Schema.fencedState }

    /// Whether the statement's values are the reason (classes 22, 23 and 54), so that other
    /// statements may succeed.
    var isAboutValues: Bool { ["22", "23", "54"].contains(state?.prefix(2)) }

    var breaksUniqueness: Bool { state == "23505" }

    /// A phrase for the operator.
    var reason: String { state.map { "\(message) (SQLSTATE \($0))" } ?? message }
}

extension StoreError {
    /// Translates an error for the database at an address.
    init(_ error: any Error, at address: PostgresAddress) {
        if let error = error as? StoreError {
            self = error
            return
        }
        guard let error = error as? PostgresError else {
            self = .unusable("An unknown failure of \(address).")
            return
        }
        self =
            switch error.state {
            case nil: .unreachable(address, error.message)
            case "53100": .full
            case "42501": .notPermitted(address, error.message)
            case let state? where state.hasPrefix("XX"): .damaged(error.reason)
            default: .unusable("\(address) refuses to work: \(error.reason). See its log.")
            }
    }

    static func unreachable(_ address: PostgresAddress, _ reason: String) -> StoreError {
        .unusable(
            "\(address) can't be used: \(reason). Check the address, that PostgreSQL runs there, and "
                + "the password in PGPASSFILE or PGPASSWORD; a hub that runs then goes on by itself."
        )
    }

    static func notPermitted(_ address: PostgresAddress, _ reason: String) -> StoreError {
        .unusable(
            "The user of \(address) may not do what a hub needs: \(reason). Make the user the owner of "
                + "the database, or grant CREATE and USAGE on its schema.")
    }
}
