/// An invitation's id, made of the revision that sent it: `l_8x`.
struct InvitationID: RevisionID {
    static let prefix = "l_"

    let rev: Int
}
