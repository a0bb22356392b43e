import BoardKit
import ShippedBoards

extension BoardRegistry {
    /// The program's boards and the tests' boards.
    static let ofTests = BoardRegistry(
        shipped.modules + [
            GuestBook.module
        ])
}
