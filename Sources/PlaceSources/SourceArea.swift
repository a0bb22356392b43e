public import Destinations

/// A circle in which a source is asked for places.
public struct SourceArea: Sendable, Hashable {
    /// In degrees.
    public var latitude: Double
    public var longitude: Double
    /// In metres.
    public var radius: Int

    public init(latitude: Double, longitude: Double, radius: Int) {
        self.latitude = latitude
        self.longitude = longitude
        self.radius = radius
    }
}

/// Why a source did not answer.
public struct SourceTrouble: Error, Sendable, Equatable {
    public var failure: TransferFailure
    /// For how many seconds it is not to be asked again, if the source says so.
    public var secondsMin: Int?

    public init(_ failure: TransferFailure, secondsMin: Int? = nil) {
        self.failure = failure
        self.secondsMin = secondsMin
    }
}
