import BoardKit
import ShippedBoards

extension BoardRegistry {
    /// Those of the program, and those that only tests have.
    static let ofTests = BoardRegistry(
        shipped.modules + [
            GuestBook.module
        ])
}
