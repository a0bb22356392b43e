import Sync

/// A row of the list of screens: a connection, or a device that has none.
enum ScreenKey: Sendable, Hashable {
    case connection(ClientID)
    case device(String)

    /// As it is called in the list.
    var text: String {
        switch self {
        case .connection(let id): "c_\(id.number)"
        case .device(let id): id
        }
    }
}

/// How a screen is.
enum ScreenState: String, Sendable, CaseIterable {
    case ok
    case behind
    case silent
    case drifted
    /// Not connected, and nobody minds.
    case away
}
