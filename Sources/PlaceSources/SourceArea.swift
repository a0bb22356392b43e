public import Destinations

/// A circle in which places are searched.
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

/// The reason why a source did not answer.
public struct SourceTrouble: Error, Sendable, Equatable {
    public var failure: TransferFailure
    /// The pause in seconds that the source asks for, if any.
    public var secondsMin: Int?

    public init(_ failure: TransferFailure, secondsMin: Int? = nil) {
        self.failure = failure
        self.secondsMin = secondsMin
    }
}
