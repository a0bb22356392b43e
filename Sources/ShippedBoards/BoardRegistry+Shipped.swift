public import BoardKit
import HouseBoard
import MazeBoard
import NearbyBoard
import NoticeBoard
import OrdersBoard
import PlannerBoard
import WaitlistBoard

extension BoardRegistry {
    /// The boards of this program. A new board is added here, in the manifest, and nowhere else
    /// outside its own folders.
    public static let shipped = BoardRegistry([
        Waitlist.module, Notices.module, House.module, Orders.module, Planner.module, Nearby.module,
        MazeGame.module,
    ])
}
