package import BoardKit
import Destinations
import JSON
package import Sync

extension House {
    /// The lifetime of an invitation.
    static let invitationMilliseconds: Int64 = 86_400_000

    package func device(neededFor mutation: Mutation) -> String? {
        switch Action(rawValue: mutation.action) {
        case .revoke, .rename, .setRole, .forgive: mutation.arguments["device"]?.text
        default: nil
        }
    }

    package func decide(
        _ action: Action, _ asked: inout Asked, among boards: BoardStates
    ) throws(Rejection) -> Decision {
        switch action {
        case .configure: return try decideConfigure(&asked.arguments)
        case .invite: return try decideInvite(&asked)
        case .pair: return try decidePair(&asked)
        case .revoke: return try decideRevoke(&asked)
        case .rename: return try decideRename(&asked)
        case .setRole: return try decideSetRole(&asked)
        case .setPIN: return try decideSetPIN(&asked)
        case .clearPIN:
            try asked.checkArguments()
            return Self.decision(.pinCleared, of: "pin", [:], .setPIN(digest: nil))
        case .forgive: return try decideForgive(&asked)
        case .renewJoinLink:
            try asked.checkArguments()
            return Self.decision(.joinLinkRenewed, of: "join_link")
        case .setWebhook: return try decideSetWebhook(&asked.arguments)
        case .setSender:
            return try decideSetSender(&asked.arguments, given: asked.mutation.arguments)
        case .clearSender: return try decideClearSender(&asked)
        case .testSender: return try decideTestSender(&asked)
        case .noteTest: return try decideNoteTest(asked)
        case .retry: return try decideRetry(&asked)
        case .drop: return try decideDrop(&asked)
        case .noteEffect: return try decideNoteEffect(asked)
        }
    }

    private func decideConfigure(_ arguments: inout Arguments) throws(Rejection) -> Decision {
        var data = Self.settings.edit(in: &arguments)
        if let boards = boards(in: &arguments) { data["boards"] = boards.member }
        guard arguments.areGood else { throw arguments.rejection }
        guard !data.isEmpty else {
            arguments.add(.nothingToChange, at: "name")
            throw arguments.rejection
        }
        return Self.decision(.configured, of: "settings", data)
    }

    /// Reads the boards to use. The argument exists only if some boards are optional.
    private func boards(in arguments: inout Arguments) -> [String]? {
        if dependencies.optionalBoards.isEmpty { return nil }
        let boards: BoardNames? = arguments.replacement(of: "boards")
        guard let boards, !boards.names.allSatisfy(dependencies.optionalBoards.contains) else {
            return boards?.names
        }
        let choices = dependencies.optionalBoards.map(JSON.string)
        arguments.add(Reason(.badList, ["choices": .array(choices)]), at: "boards")
        return nil
    }

    /// Reads a role that devices of this hub can have.
    private func role(in arguments: inout Arguments) -> DeviceRole? {
        let role: DeviceRole? = arguments.required("role")
        guard let role, !dependencies.deviceRoles.contains(role.role) else { return role }
        arguments.add(DeviceRole.reason(choosing: dependencies.deviceRoles), at: "role")
        return nil
    }

    private func decideInvite(_ asked: inout Asked) throws(Rejection) -> Decision {
        let role = self.role(in: &asked.arguments)
        let name: DeviceName? = asked.arguments.optional("name")
        guard asked.areGood, let role else { throw asked.rejection }
        return invitation(.invited, role: role.role, name: name, [:], asked)
    }

    private func decidePair(_ asked: inout Asked) throws(Rejection) -> Decision {
        let code: PairingCode? = asked.arguments.required("code")
        let name: DeviceName? = asked.arguments.optional("name")
        guard asked.areGood, let code else { throw asked.rejection }
        guard isWaiting(code: code.digits) else { throw Rejection(.notFound, .codeNotShown) }
        return invitation(
            .paired, role: .display, name: name, ["code": .string(code.digits)],
            code: code.digits, asked)
    }

    private func invitation(
        _ kind: Kind, role: Role, name: DeviceName?, _ data: [String: JSON],
        code: String? = nil, _ asked: Asked
    ) -> Decision {
        var data = data
        let id = InvitationID(rev: asked.moment.rev).text
        data["role"] = .string(role.rawValue)
        if let name { data["name"] = .string(name.text) }
        return Self.decision(
            kind, of: id, data,
            .admit(
                secret: secret(of: id), role: role, name: name?.text,
                maker: asked.principal.device,
                until: asked.moment.now.adding(milliseconds: Self.invitationMilliseconds),
                code: code))
    }

    private func decideRevoke(_ asked: inout Asked) throws(Rejection) -> Decision {
        let (device, role) = try subject(&asked)
        try demandOther(device, than: asked.principal)
        return Self.decision(
            .revoked, of: device, ["role": .string(role.rawValue)], .revoke(device: device))
    }

    private func decideRename(_ asked: inout Asked) throws(Rejection) -> Decision {
        let name: DeviceName? = asked.arguments.required("name")
        let (device, _) = try subject(&asked)
        guard let name else { throw asked.rejection }
        return Self.decision(
            .renamed, of: device, ["name": .string(name.text)],
            .rename(device: device, name: name.text))
    }

    private func decideSetRole(_ asked: inout Asked) throws(Rejection) -> Decision {
        let role = self.role(in: &asked.arguments)
        let (device, before) = try subject(&asked)
        guard let role else { throw asked.rejection }
        try demandOther(device, than: asked.principal)
        guard role.role != before else { throw Rejection(.conflict, .sameRole) }
        return Self.decision(
            .roleSet, of: device,
            ["role": .string(role.role.rawValue), "before": .string(before.rawValue)],
            .setRole(device: device, role.role))
    }

    private func decideSetPIN(_ asked: inout Asked) throws(Rejection) -> Decision {
        let digest: PINDigestText = try asked.last("digest")
        return Self.decision(.pinSet, of: "pin", [:], .setPIN(digest: digest.text))
    }

    private func decideForgive(_ asked: inout Asked) throws(Rejection) -> Decision {
        let (device, _) = try subject(&asked)
        return Self.decision(.forgiven, of: device, [:], .forgiveWrongPINs(device: device))
    }

    /// The URL is secret, so the event does not contain it.
    private func decideSetWebhook(_ arguments: inout Arguments) throws(Rejection) -> Decision {
        let change: ValueChange<WebAddress>? = arguments.requiredChange(of: "url")
        // The addresses of a host name are checked at each call.
        if case .set(let address) = change, let reach = address.reach,
            !reach.mayBeCalled(allowsLocal: dependencies.allowsPrivateAddresses)
        {
            arguments.add(.privateAddress, at: "url")
        }
        guard arguments.areGood, let change else { throw arguments.rejection }
        switch change {
        case .set(let address):
            return Self.decision(
                .webhookSet, of: "webhook", [:], .setWebhook(address: address.text))
        case .remove:
            return Self.decision(.webhookCleared, of: "webhook", [:], .setWebhook(address: nil))
        }
    }

    /// Reads the device that an action changes, after all other arguments.
    private func subject(_ asked: inout Asked) throws(Rejection) -> (device: String, role: Role) {
        let named: ItemID = try asked.last("device")
        if revoked.contains(named.text) { throw Rejection(.conflict, .signedOutAlready) }
        guard let role = try role(of: named.text) else { throw Rejection(.notFound, .noDevice) }
        return (named.text, role)
    }

    /// Prevents people from locking themselves out.
    private func demandOther(
        _ device: String, than principal: Principal
    ) throws(Rejection) {
        guard device == principal.device else { return }
        throw Rejection(.conflict, .ownDevice)
    }
}
