public import Sync

/// What a tasting has done at the place of its programme.
public enum TastingJob: ConnectorJob {
    /// Say there how many sign-ups are open.
    case announce(Int)
    /// Read the programme.
    ///
    /// - Parameter known: what the board knows of it.
    case read(address: String, known: String)
}

/// What comes of it.
public enum TastingResult: ConnectorResult {
    case announced(Int)
    case text(String)
}
