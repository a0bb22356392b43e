import BoardKit
import JSON
import Mazes
import Sync

/// The settings, with their defaults.
extension MazeGame {
    static let settings = [
        SettingDeclaration(
            "guests", Switch.self, "Whether guests who wait may walk in the maze",
            defaultValue: true),
        SettingDeclaration(
            "auto", Switch.self,
            "Whether races and new mazes begin by themselves: a race when somebody has joined, and "
                + "a new maze after each race", defaultValue: false),
        SettingDeclaration(
            "size", MazeSize.self, "The usual size of a maze",
            defaultValue: .string(MazeSize.medium.rawValue)),
        SettingDeclaration(
            "apis", MazeAddressList.self,
            "The addresses of other servers' APIs that may be explored", defaultValue: []),
        SettingDeclaration(
            "allowPrivate", Switch.self, "Whether these servers may be in private networks",
            defaultValue: false),
    ]

    var isOpenToGuests: Bool { boardSettings?["guests"]?.flag ?? true }

    var isAutomatic: Bool { boardSettings?["auto"]?.flag ?? false }

    var usualSize: MazeSize {
        boardSettings?["size"]?.text.flatMap(MazeSize.init(rawValue:)) ?? .medium
    }

    var allowedAddresses: [String] { (boardSettings?["apis"]?.elements ?? []).compactMap(\.text) }

    var allowsPrivateAddresses: Bool { boardSettings?["allowPrivate"]?.flag ?? false }
}
