import Locks

/// Counts the memory of all request contents, so that many large ones can't use all of it. Each
/// sign-in may use a part; all clients that are not signed in share one.
final class ContentAccount: Sendable {
    private struct Counts {
        var total = 0
        /// By device; `nil` for all clients that are not signed in.
        var byDevice: [String?: Int] = [:]
    }

    private let bytesMax: Int
    private let bytesPerDeviceMax: Int
    private let counts = Locked(Counts())

    init(bytesMax: Int, bytesPerDeviceMax: Int) {
        self.bytesMax = bytesMax
        self.bytesPerDeviceMax = bytesPerDeviceMax
    }

    /// - Returns: whether there is room.
    fileprivate func take(_ count: Int, for device: String?) -> Bool {
        counts.with { counts in
            let taken = counts.byDevice[device, default: 0]
            guard counts.total + count <= bytesMax, taken + count <= bytesPerDeviceMax else {
                return false
            }
            counts.total += count
            counts.byDevice[device] = taken + count
            return true
        }
    }

    fileprivate func giveBack(_ count: Int, for device: String?) {
        counts.with { counts in
            counts.total -= count
            let rest = counts.byDevice[device, default: 0] - count
            counts.byDevice[device] = rest > 0 ? rest : nil
        }
    }
}

/// A request's share of the account, for as long as the request exists.
final class ContentShare: Sendable {
    private let account: ContentAccount
    private let device: String?
    private let count = Locked(0)

    init(of account: ContentAccount, for device: String?) {
        self.account = account
        self.device = device
    }

    deinit { account.giveBack(count.with { $0 }, for: device) }

    /// - Returns: whether there is room.
    func take(_ more: Int) -> Bool {
        guard account.take(more, for: device) else { return false }
        count.with { $0 += more }
        return true
    }
}
