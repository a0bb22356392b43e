/// A party's id, made of the revision that added it: `p_8x`.
struct PartyID: RevisionID {
    static let prefix = "p_"

    let rev: Int
}
