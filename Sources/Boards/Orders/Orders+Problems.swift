import Sync

extension Orders {
    static let problems: [ProblemDeclaration] =
        ofArguments + ofMenu + ofTabs + ofLines + ofPlacing + ofBills + ofImport

    private static let ofArguments: [ProblemDeclaration] = [
        .badStock, .badStation, .badAllergens, .badTexts, .badKind, .badMethod, .badLines, .badPart,
        .badCurrency, .noDay, .oneOf, .besideWhat, .beforeAfter, .onlyForTable,
    ]

    private static let ofMenu: [ProblemDeclaration] = [
        .noSection, .noDish, .sameName, .sectionHasDishes, .notBesideItself, .noRoomBetween,
        .tooManySections, .tooManyDishes, .menuTooLarge, .currencyInUse, .currencyOfDishes,
    ]

    private static let ofTabs: [ProblemDeclaration] = [
        .noTab, .noWaitingParty, .tabNotOpen, .tabIsOpen, .tabIsMerged, .leftEarlier, .tooManyTabs,
        .hasTab, .sameTab, .otherKind, .changedMeanwhile, .impossible,
    ]

    private static let ofLines: [ProblemDeclaration] = [
        .noLine, .notInBasket, .otherTabs, .noLineFits, .tooManyLines, .tooManyOfOne,
        .nothingToRepeat, .kitchenHasBegun, .isPaid, .tooManyInPart, .lineIsCancelled,
    ]

    private static let ofPlacing: [ProblemDeclaration] = [
        .nothingToPlace, .offMenu, .soldOut, .onlyLeft,
    ]

    private static let ofBills: [ProblemDeclaration] = [
        .noPayment, .moreThanDue, .nothingToPay, .paidAlready, .notPlaced, .tooManyPayments,
        .stillDue, .stillInKitchen, .nothingCounts, .lessThanPaid,
    ]

    private static let ofImport: [ProblemDeclaration] = [
        .badFile, .nothingNew, .isMissing, .mustBeText, .mustBeNumber, .mustBeObject,
        .tooManyDecimals, .sameDish, .isThereTwice,
    ]
}

/// Problems with arguments.
extension ProblemDeclaration {
    static let badStock = Self(
        "orders.bad_stock", "{label} must be an integer from {min} to {max}, or null")
    static let badStation = Self(
        "orders.bad_station", "{label} must be a text of 1 to {max} characters")
    static let badAllergens = Self(
        "orders.bad_allergens", "{label} must be different ones of {choices}")
    static let badTexts = Self(
        "orders.bad_texts", "{label} must be at most {max} languages, each with a name")
    static let badKind = Self("orders.bad_kind", "{label} must be table, takeaway or delivery")
    static let badMethod = Self("orders.bad_method", "{label} must be cash, card or other")
    static let badLines = Self("orders.bad_lines", "{label} must be 1 to {max} different lines")
    static let badPart = Self("orders.bad_part", "Quantity must be an integer from {min} to {max}")
    static let badCurrency = Self(
        "orders.bad_currency", "{label} must be the code of a currency, such as EUR")
    static let noDay = Self("orders.no_day", "Day must be a date, such as 2026-11-20")
    static let oneOf = Self("orders.one_of", "Give one of amount, lines and person")
    static let besideWhat = Self("orders.beside_whom", "Before or after is a required field.")
    static let beforeAfter = Self(
        "orders.before_and_after", "After must not be given together with before")
    static let onlyForTable = Self("orders.only_for_table", "{label} is only for kind table")
}

/// Problems with the menu.
extension ProblemDeclaration {
    static let noSection = Self("orders.no_section", "There is no such section")
    static let noDish = Self("orders.no_dish", "There is no such dish")
    static let sameName = Self("orders.same_name", "Another one has the name {name} already")
    static let sectionHasDishes = Self("orders.section_has_dishes", "The section still has dishes")
    static let notBesideItself = Self("orders.beside_itself", "Nothing can be moved beside itself")
    static let noRoomBetween = Self(
        "orders.no_place_between", "There is no place between these two")
    static let tooManySections = Self(
        "orders.too_many_sections", "A menu has at most {max} sections")
    static let tooManyDishes = Self("orders.too_many_dishes", "A menu has at most {max} dishes")
    static let menuTooLarge = Self("orders.menu_too_large", "The menu would be too large")
    static let currencyInUse = Self(
        "orders.currency_in_use", "The currency can't change while a tab is open")
    static let currencyOfDishes = Self(
        "orders.currency_of_dishes",
        "The currency can't change to one with other decimals while there are dishes")
}

/// Problems with tabs and their lines.
extension ProblemDeclaration {
    static let noTab = Self("orders.no_tab", "There is no such tab")
    static let noWaitingParty = Self(
        "orders.no_party", "There is no such party on the waiting list")
    static let tabNotOpen = Self("orders.tab_not_open", "The tab is not open")
    static let tabIsOpen = Self("orders.tab_is_open", "The tab is open")
    static let tabIsMerged = Self("orders.tab_is_merged", "The tab was merged into another one")
    static let leftEarlier = Self("orders.left_earlier", "The tab left before this service day")
    static let tooManyTabs = Self("orders.too_many_tabs", "At most {max} tabs can be open")
    static let hasTab = Self("orders.has_tab", "The party has a tab already")
    static let sameTab = Self("orders.same_tab", "A tab can't be merged into itself")
    static let otherKind = Self("orders.other_kind", "Only tabs of one kind can be merged")
    static let changedMeanwhile = Self(
        "orders.changed_meanwhile", "This has changed in the meantime")
    static let impossible = Self("orders.impossible", "This can no longer be taken back")
    static let noLine = Self("orders.no_line", "There is no such line")
    static let notInBasket = Self("orders.not_in_basket", "The line is no longer in the basket")
    static let otherTabs = Self("orders.other_tabs", "The lines must be of one tab")
    static let noLineFits = Self("orders.no_line_fits", "None of the lines is in a state for this")
    static let tooManyLines = Self("orders.too_many_lines", "A tab has at most {max} lines")
    static let tooManyOfOne = Self("orders.too_many_of_one", "A line has at most {max} of a dish")
    static let nothingToRepeat = Self("orders.nothing_to_repeat", "There is nothing to repeat")
    static let kitchenHasBegun = Self(
        "orders.kitchen_has_begun", "The kitchen has begun; ask the staff")
    static let tooManyInPart = Self("orders.too_many_in_part", "The line has only {count}")
    static let lineIsCancelled = Self("orders.line_is_cancelled", "The line was cancelled")
}

/// Problems with placing.
extension ProblemDeclaration {
    static let nothingToPlace = Self("orders.nothing_to_place", "There is nothing to place")
    static let offMenu = Self("orders.off_menu", "{name} is no longer on the menu")
    static let soldOut = Self("orders.sold_out", "{name} is sold out")
    static let onlyLeft = Self(
        "orders.only_left", "Only {count} of {name} are left", ofOne: "Only 1 of {name} is left")
}

/// Problems with bills.
extension ProblemDeclaration {
    static let noPayment = Self("orders.no_payment", "There is no such payment")
    static let moreThanDue = Self("orders.more_than_due", "Only {due} is due")
    static let nothingToPay = Self("orders.nothing_to_pay", "There is nothing to pay")
    static let paidAlready = Self("orders.paid_already", "This line is paid already")
    static let notPlaced = Self(
        "orders.not_placed", "Only lines that were placed and not cancelled can be paid")
    static let tooManyPayments = Self(
        "orders.too_many_payments", "A tab has at most {max} payments")
    static let isPaid = Self("orders.is_paid", "What is paid can neither be cancelled nor moved")
    static let stillDue = Self("orders.still_due", "Something is still to be paid")
    static let stillInKitchen = Self(
        "orders.still_in_kitchen", "The kitchen still has something to make")
    static let nothingCounts = Self("orders.nothing_counts", "Nothing was ordered; cancel the tab")
    static let lessThanPaid = Self("orders.less_than_paid", "Less would remain than was paid")
}

/// Problems with a file that is imported.
extension ProblemDeclaration {
    static let badFile = Self("orders.bad_file", "Line {line}, column {column}: {what}")
    static let nothingNew = Self("orders.nothing_new", "The file says nothing new")
    static let isMissing = Self("orders.is_missing", "is missing")
    static let mustBeText = Self("orders.must_be_text", "must be a text")
    static let mustBeNumber = Self("orders.must_be_number", "must be a number")
    static let mustBeObject = Self("orders.must_be_object", "must be an object")
    static let tooManyDecimals = Self("orders.too_many_decimals", "has more than {max} decimals")
    static let sameDish = Self("orders.same_dish", "is the same dish as in line {line}")
    static let isThereTwice = Self("orders.is_there_twice", "is there twice")
}
