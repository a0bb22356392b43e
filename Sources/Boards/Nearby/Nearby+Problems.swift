import Sync

extension Nearby {
    static let problems: [ProblemDeclaration] =
        ofArguments + ofFavourites + ofRounds + ofPlaces + ofUndo

    private static let ofArguments: [ProblemDeclaration] = [
        .badRating, .badURL, .badNumber, .badVisitDate, .badUntil, .badComing, .badVotes,
        .badFeed, .badTiles, .badMailAddresses, .refWithName, .refWithFavourite, .givenWithRef,
    ]

    private static let ofFavourites: [ProblemDeclaration] = [
        .noFavourite, .favouriteIsGone, .sameFavourite, .saidBySource, .noVisit, .visitIsGone,
        .tooManyFavourites, .tooManyVisits, .nearbyIsFull, .nearbyChanged,
    ]

    private static let ofRounds: [ProblemDeclaration] = [
        .noRound, .noOption, .noFriend, .friendIsGone, .optionIsGone, .roundIsClosed, .roundIsOpen,
        .samePlace,
        .opensTooLong, .tooManyRounds, .tooManyOptions, .tooManyFriends,
        .tooMuchMail, .noLetter,
    ]

    private static let ofPlaces: [ProblemDeclaration] = [
        .noPlace, .noStop, .noPosition, .noSource, .noAddress, .badPosition, .badRefs,
        .notForReader, .noFile,
        .sameFile, .partialFile, .tooManyFeedsHere, .noNewsOfSource,
    ]

    private static let ofUndo: [ProblemDeclaration] = [.staysAsItIs, .roundTimePassed]
}

/// Problems with arguments.
extension ProblemDeclaration {
    static let badRating = Self("nearby.bad_rating", "{label} must be from 0.5 to 5 in halves")
    static let badURL = Self(
        "nearby.bad_url", "{label} must be an address that begins with http:// or https://")
    static let badNumber = Self("nearby.bad_number", "{label} must be a number from {min} to {max}")
    static let badVisitDate = Self(
        "nearby.bad_visit_date",
        "{label} must be a date that is not in the future, such as 2026-05-04")
    static let badUntil = Self("nearby.bad_until", "{label} must be an instant in the future")
    static let badComing = Self("nearby.bad_coming", "{label} must be yes, no or maybe")
    static let badVotes = Self("nearby.bad_votes", "{label} must be a list of options")
    static let badFeed = Self("nearby.bad_feed", "{label} must be 1 to 24 of a-z, 0-9 and -")
    static let badTiles = Self(
        "nearby.bad_tiles",
        "{label} must be an address that has z, x and y in braces")
    static let badMailAddresses = Self(
        "nearby.bad_mail_addresses", "{label} must be 1 to 20 e-mail addresses")
    static let refWithName = Self("nearby.ref_with_name", "{label} can't be given with a name")
    static let refWithFavourite = Self(
        "nearby.ref_with_favourite", "{label} can't be given with a favourite")
    static let givenWithRef = Self("nearby.given_with_ref", "{label} can't be given with a ref")
}

/// Problems with favourites.
extension ProblemDeclaration {
    static let noFavourite = Self("nearby.no_favourite", "There is no such favourite")
    static let favouriteIsGone = Self("nearby.favourite_is_gone", "The favourite was removed")
    static let sameFavourite = Self("nearby.same_favourite", "This place is a favourite already")
    static let saidBySource = Self(
        "nearby.said_by_source", "What the source says of a place can't be changed")
    static let noVisit = Self("nearby.no_visit", "There is no such visit")
    static let visitIsGone = Self("nearby.visit_is_gone", "The visit was removed")
    static let tooManyFavourites = Self(
        "nearby.too_many_favourites", "There can be at most {max} favourites")
    static let tooManyVisits = Self(
        "nearby.too_many_visits", "A favourite has at most {max} visits")
    static let nearbyIsFull = Self(
        "nearby.is_full", "There is no room for more; remove something first")
    static let nearbyChanged = Self("nearby.changed_meanwhile", "This has changed in the meantime")
}

/// Problems with rounds.
extension ProblemDeclaration {
    static let noRound = Self("nearby.no_round", "There is no such round")
    static let noOption = Self("nearby.no_option", "There is no such option in the round")
    static let noFriend = Self("nearby.no_friend", "There is no such friend")
    static let friendIsGone = Self("nearby.friend_is_gone", "A host has taken you out of the round")
    static let optionIsGone = Self("nearby.option_is_gone", "The option was dropped")
    static let roundIsClosed = Self("nearby.round_is_closed", "The round is closed")
    static let roundIsOpen = Self("nearby.round_is_open", "The round is open")
    static let samePlace = Self("nearby.same_place", "This place is an option of the round already")
    static let opensTooLong = Self(
        "nearby.opens_too_long", "A round can be open for at most {max} days")
    static let tooManyRounds = Self("nearby.too_many_rounds", "At most {max} rounds can be open")
    static let tooManyOptions = Self("nearby.too_many_options", "A round has at most {max} options")
    static let tooManyFriends = Self("nearby.too_many_friends", "A round has at most {max} friends")
    static let tooMuchMail = Self(
        "nearby.too_much_mail", "At most {max} letters about a round can be on their way")
    static let noLetter = Self("nearby.no_letter", "There is no such letter")
}

/// Problems with places and with imports.
extension ProblemDeclaration {
    static let noPlace = Self("nearby.no_place", "There is no such place")
    static let noStop = Self("nearby.no_stop", "There is no such stop")
    static let noPosition = Self("nearby.no_position", "Nobody has said yet where the house is")
    static let noSource = Self("nearby.no_source", "The source of the places can't be reached now")
    static let noAddress = Self(
        "nearby.no_address", "Nobody has said yet where the source of the places is")
    static let noNewsOfSource = Self("nearby.no_news", "That is known of the source already")
    static let badPosition = Self(
        "nearby.bad_position", "{label} must be house, stop:<id> or lat,lon")
    static let badRefs = Self(
        "nearby.bad_refs", "{label} must be 1 to {max} refs with commas between them")
    static let notForReader = Self("nearby.not_for_reader", "These places are not for this device")
    static let noFile = Self("nearby.no_file", "Only the import of a file brings a feed")
    static let sameFile = Self("nearby.same_file", "The feed has the same content already")
    static let partialFile = Self(
        "nearby.partial_file",
        "The file was cut short, and has only {count} of the feed's {known} places")
    static let tooManyFeedsHere = Self("nearby.too_many_feeds", "There can be at most {max} feeds")
}

/// Problems with undoing.
extension ProblemDeclaration {
    static let staysAsItIs = Self("nearby.stays_as_it_is", "This can't be taken back")
    static let roundTimePassed = Self(
        "nearby.round_time_passed", "The round's time has passed; open it again instead")
}
