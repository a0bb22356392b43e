import Gateway
import HTTPTypes
import Sync

extension Role {
    /// The roles that may see events, devices, metrics and the past.
    static let inspectors: [Role] = [.engineer, .owner]

    /// The rank of the role among the sign-ins of one browser; the lowest one counts. Roles that
    /// boards add rank before displays, since they may do more, and after the inspectors.
    var precedence: Int {
        switch self {
        case .owner: 0
        case .host: 1
        case .engineer: 2
        case .display: 4
        case .guest: 5
        default: 3
        }
    }
}

extension Principal {
    /// Throws 403 unless the role is an inspector's.
    ///
    /// - Parameter deed: what the others may not do, for the error's sentence: `follow the events`.
    func demandInspector(to deed: String) throws(HTTPProblem) {
        guard Role.inspectors.contains(role) else {
            throw HTTPProblem(.forbidden, "Only engineers and owners may \(deed).")
        }
    }
}
