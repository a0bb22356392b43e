public import Sync

/// A job at the server of a tasting's programme.
public enum TastingJob: ConnectorJob {
    case announce(Int)
    /// Reads the programme.
    ///
    /// - Parameter known: the text that the board knows.
    case read(address: String, known: String)
}

public enum TastingResult: ConnectorResult {
    case announced(Int)
    case text(String)
}
