/// The problems that every board can have. Placeholders are named after their content.
extension ProblemDeclaration {
    /// The problems for which a mutation can be rejected.
    public static let ofEveryBoard = ofArguments + ofMutations + ofUndo

    // MARK: Arguments

    private static let ofArguments = [
        required, unknownField, noText, noID, noInstant, noObject, notPositive, tooLarge, tooLong,
        controlCharacters, invisible, noChoice, noFlag, outOfRange, nothingToChange,
    ]

    public static let required = ProblemDeclaration("required", "{label} is a required field.")
    public static let unknownField = ProblemDeclaration(
        "unknown_field", "{label} is not a field of this action")
    public static let noText = ProblemDeclaration("no_text", "{label} must be a text")
    public static let noID = ProblemDeclaration("no_id", "{label} must be an id, which is a text")
    public static let noInstant = ProblemDeclaration(
        "no_instant", "{label} must be an instant, such as 2026-11-20T18:04:05.123Z")
    public static let noObject = ProblemDeclaration("no_object", "{label} must be an object")
    public static let notPositive = ProblemDeclaration(
        "not_positive", "{label} must be a positive integer")
    public static let tooLarge = ProblemDeclaration("too_large", "{label} must be at most {max}")
    public static let tooLong = ProblemDeclaration(
        "too_long", "{label} must be at most {max} characters")
    public static let controlCharacters = ProblemDeclaration(
        "control_characters", "{label} must not contain control characters")
    public static let invisible = ProblemDeclaration(
        "invisible", "{label} must have a visible character")
    public static let noChoice = ProblemDeclaration(
        "no_choice", "{label} must be one of {choices}")
    public static let noFlag = ProblemDeclaration("no_flag", "{label} must be true or false")
    public static let outOfRange = ProblemDeclaration(
        "out_of_range", "{label} must be an integer from {min} to {max}")
    public static let nothingToChange = ProblemDeclaration(
        "nothing_to_change", "Something to change is required")

    // MARK: Mutations

    private static let ofMutations = [
        noAction, signedOut, notForRole, pinFirst, tooManyUnconfirmed, tooManyUnconfirmedHere,
        tooFast, idReused, journalUnreadable, journalUnwritable, devicesUnreadable,
    ]

    public static let noAction = ProblemDeclaration("no_action", "There is no such action")
    static let signedOut = ProblemDeclaration("signed_out", "This device was signed out")
    package static let notForRole = ProblemDeclaration(
        "not_for_role", "A device of role {role} may not do this")
    static let pinFirst = ProblemDeclaration(
        "pin_first", "Enter the PIN first, on the owner's page")
    static let tooManyUnconfirmed = ProblemDeclaration(
        "too_many_unconfirmed", "Too many wait to be confirmed; ask the host")
    static let tooManyUnconfirmedHere = ProblemDeclaration(
        "too_many_unconfirmed_here", "Too many from here wait to be confirmed; ask the host")
    package static let tooFast = ProblemDeclaration(
        "too_fast", "Too much at once; it can be tried again in a moment")
    static let idReused = ProblemDeclaration(
        "id_reused", "This id was used before, for something else; make a new one")
    static let journalUnreadable = ProblemDeclaration(
        "journal_unreadable", "The journal can't be read; nothing has changed")
    static let journalUnwritable = ProblemDeclaration(
        "journal_unwritable", "The journal can't be written; nothing has changed, try again")
    public static let devicesUnreadable = ProblemDeclaration(
        "devices_unreadable", "The list of devices can't be read; nothing has changed")

    // MARK: Undo

    private static let ofUndo = [noEvent, undoneAlready, neededLater, byTime, settingsStay]

    public static let noEvent = ProblemDeclaration(
        "no_event", "This board has no event of that revision")
    public static let undoneAlready = ProblemDeclaration(
        "undone_already", "This has been taken back already")
    public static let neededLater = ProblemDeclaration(
        "needed_later", "Something that was done later depends on this; take that back first")
    /// The problem of undoing an event that no person caused.
    public static let byTime = ProblemDeclaration(
        "by_time", "This happened by itself; it can't be taken back")
    static let settingsStay = ProblemDeclaration(
        "settings_stay", "Settings can't be taken back; set them again")
}

/// Problems with views. Their sentences are in English only, for developers of clients, because
/// pages request only existing views.
extension ProblemDeclaration {
    static let noView = ProblemDeclaration("no_view", "There is no such view")
    static let viewIsGone = ProblemDeclaration("view_is_gone", "This no longer exists")
    static let viewOfOtherRoles = ProblemDeclaration(
        "view_of_other_roles", "A device of role {role} may not read this view")
    static let viewOfOthers = ProblemDeclaration("view_of_others", "This view is for others")
    static let tooManyViewsHere = ProblemDeclaration(
        "too_many_views_here", "Too many views at once on this connection; unsubscribe from one")
    static let tooManyViews = ProblemDeclaration(
        "too_many_views", "Too many views are watched; try again later")
    static let viewSetAside = ProblemDeclaration(
        "view_set_aside",
        "The hub ended twice while it made this view, so it is set aside; the owner can try again")
    static let noPair = ProblemDeclaration(
        "no_pair", "A view's parameters are written as name=value")
    static let otherName = ProblemDeclaration("other_name", "This view is named {name}")
    static let longName = ProblemDeclaration(
        "long_name", "A view's name is of at most {max} bytes")
    static let unknownParameter = ProblemDeclaration(
        "unknown_parameter", "{name} is not a parameter of this view")
    static let parameterTwice = ProblemDeclaration(
        "parameter_twice", "{name} may be given once only")
    static let requiredParameter = ProblemDeclaration(
        "required_parameter", "{name} is a required parameter")
    static let shortParameter = ProblemDeclaration("short_parameter", "{name} is too short")
    static let parameterLength = ProblemDeclaration(
        "parameter_length", "{name} must be {min} to {max} characters")
    static let parameterLengthIs = ProblemDeclaration(
        "parameter_length_is", "{name} must be {count} characters",
        ofOne: "{name} must be 1 character")
    static let parameterRange = ProblemDeclaration(
        "parameter_range", "{name} must be a whole number from {min} to {max}")
    static let parameterMin = ProblemDeclaration(
        "parameter_min", "{name} must be a whole number of at least {min}")
    static let parameterChoice = ProblemDeclaration(
        "parameter_choice", "{name} must be one of {choices}")
    static let noParameter = ProblemDeclaration(
        "no_parameter", "{name} can't be part of a view's name")
}

/// A reason to reject a request, with its English sentence. Catalogues have the sentences of other
/// languages, by code.
public struct ProblemDeclaration: Sendable, Equatable {
    /// The code: `too_long`, or `waitlist.beside_itself` for a problem of a board.
    public let code: String
    /// The sentence, with placeholders such as `{max}`, which a `Reason` fills. `{label}` is the name of
    /// the field with the problem. A phrase that fills a placeholder is a declared problem too.
    public let sentence: String
    /// The sentence where `{count}` is 1; `nil` if the number makes no difference. Catalogues have the
    /// forms that their languages need, as `<code>.one` and `<code>.other`.
    public let sentenceOfOne: String?

    public init(_ code: String, _ sentence: String, ofOne sentenceOfOne: String? = nil) {
        self.code = code
        self.sentence = sentence
        self.sentenceOfOne = sentenceOfOne
    }
}
