package import Sync

/// A row in the list of screens: a connection, or a device without one.
package enum ScreenKey: Sendable, Hashable {
    case connection(ClientID)
    case device(String)

    /// The row's id in the list.
    package var text: String {
        switch self {
        case .connection(let id): "c_\(id.number)"
        case .device(let id): id
        }
    }
}

/// The state of a screen.
package enum ScreenState: String, Sendable, CaseIterable {
    case ok
    case silent
    /// Not connected, as expected.
    case away
}
