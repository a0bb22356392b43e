/// A circle to search for places.
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
