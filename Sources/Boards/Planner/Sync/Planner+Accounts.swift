import BoardKit
import CalendarMerging
import JSON
import Sync

extension Planner {
    func decideConnect(_ asked: inout Asked) throws(Rejection) -> Decision {
        let kind: AccountKind? = asked.arguments.required("kind")
        let hasClientSecret = asked.arguments.hasValue("clientSecret")
        let server = kind.flatMap { Self.readServer($0, &asked) }
        let name: CalendarName? = asked.arguments.optional("name")
        let allowsPrivate: Switch? = asked.arguments.optional("allowPrivate")
        let named: ItemID? = asked.arguments.optional("account")
        if let url = server?.url, url.isPlain, allowsPrivate?.isOn != true {
            asked.arguments.add(.needsSafety, at: "url")
        }
        guard asked.areGood, let server else { throw asked.rejection }
        var account = server.account
        account.name = name?.text ?? account.name
        account.allowsPrivate = allowsPrivate?.isOn ?? false
        let id: AccountID
        var secrets: [SecretChange] = []
        if let named {
            let known = try presentAccount(named, asked)
            guard known.account.kind == account.kind else {
                throw Rejection(.conflict, .otherServer)
            }
            id = known.id
            account.name = name?.text ?? known.account.name
            account.remotes = known.account.remotes
            secrets = Self.forgetting(["verifier", "address", "refreshToken"], of: id)
            let isOther = (account.url, account.user) != (known.account.url, known.account.user)
            if isOther, !hasClientSecret {
                secrets += Self.forgetting(["clientSecret"], of: id)
            }
        } else {
            try Rejection.check(
                accounts.count(where: { !$0.value.isGone }) + 1, atMost: Self.accountCountMax,
                else: .tooManyAccounts)
            id = AccountID(rev: asked.moment.rev)
        }
        account.step = kind == .google ? .signIn : .find
        var decision = Self.decision(.connected, of: id.text, ["account": account.json])
        decision.secrets = secrets
        return decision
    }

    private struct AskedServer {
        /// The account, named after the server.
        var account: PlannerAccount
        var url: ServerAddress?
    }

    private static func readServer(_ kind: AccountKind, _ asked: inout Asked) -> AskedServer? {
        switch kind {
        case .caldav:
            let url: ServerAddress? = asked.arguments.required("url")
            let user: AccountUser? = asked.arguments.required("user")
            let password: AccountSecret? = asked.arguments.required("password")
            guard let url, let user, password != nil else { return nil }
            return AskedServer(
                account: PlannerAccount(
                    kind: kind, url: url.text, user: user.text,
                    name: title(url.host) ?? importedName),
                url: url)
        case .google:
            let client: AccountUser? = asked.arguments.required("clientId")
            let _: AccountSecret? = asked.arguments.optional("clientSecret")
            guard let client else { return nil }
            return AskedServer(
                account: PlannerAccount(kind: kind, user: client.text, name: "Google"))
        }
    }

    func decideAuthorise(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID? = asked.arguments.required("account")
        let address: ReturnAddress? = asked.arguments.required("address")
        guard asked.areGood, let named, let address else { throw asked.rejection }
        var (id, account) = try presentAccount(named, asked)
        guard let state = account.signInState, state == address.state else {
            throw Rejection(.conflict, .wrongSignIn)
        }
        account.signInState = nil
        account.authorize = nil
        account.problem = nil
        account.state = .checking
        account.step = .authorise
        return Self.decision(.authorised, of: id.text, ["account": account.json])
    }

    func decideDisconnect(_ asked: inout Asked) throws(Rejection) -> Decision {
        let named: ItemID = try asked.last("account")
        var (id, account) = try presentAccount(named, asked)
        let name = account.name
        // Google is asked to revoke the token. A failure makes no difference here.
        let isRevoked = account.isSignedIn
        account.state = .checking
        account.step = .revoke
        account.authorize = nil
        account.signInState = nil
        account.problem = nil
        account.remotes = [:]
        let unlinked = links.filter { $0.value.account == id }.keys
        var decision = Self.decision(
            .disconnected, of: id.text,
            [
                "name": .string(name), "account": isRevoked ? account.json : .null,
                "issues": dropped(from: Set(unlinked)),
            ])
        decision.secrets = Self.forgetting(
            ["password", "clientSecret", "verifier", "address"]
                + (isRevoked ? [] : ["refreshToken"]), of: id)
        return decision
    }

    static func forgetting(_ names: [String], of id: AccountID) -> [SecretChange] {
        names.map { SecretChange(name: "\(id.text)/\($0)", value: nil) }
    }

    /// Returns the account with this id. Throws if it has changed since the sender saw it.
    func presentAccount(
        _ named: ItemID, _ asked: Asked
    ) throws(Rejection) -> (id: AccountID, account: PlannerAccount) {
        guard let id = AccountID(named.text),
            accounts[id] != nil || goneAccounts.contains(id)
        else { throw Rejection(.notFound, .noAccount) }
        guard let account = accounts[id], !account.isGone else {
            throw Rejection(.conflict, .accountIsGone)
        }
        try asked.check(account.lastRev)
        return (id, account)
    }

    /// Returns the account whose sign-in is under way with this state.
    func account(signingInWith state: String) -> AccountID? {
        accounts.first { $0.value.signInState == state }?.key
    }
}
