public import BoardKit
import HouseBoard
import MazeBoard
import NearbyBoard
import NoticeBoard
import OrdersBoard
import PlannerBoard
import WaitlistBoard

extension BoardRegistry {
    /// The boards of this program. Outside its own folders, a new board is added only here and in
    /// the manifest.
    public static let shipped = BoardRegistry([
        Waitlist.module, Notices.module, House.module, Orders.module, Planner.module, Nearby.module,
        MazeGame.module,
    ])
}
