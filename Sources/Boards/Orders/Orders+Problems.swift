import BoardKit
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
    static let badStock = ProblemDeclaration(
        "orders.bad_stock", "{label} must be an integer from {min} to {max}, or null")
    static let badStation = ProblemDeclaration(
        "orders.bad_station", "{label} must be a text of 1 to {max} characters")
    static let badAllergens = ProblemDeclaration(
        "orders.bad_allergens", "{label} must be different ones of {choices}")
    static let badTexts = ProblemDeclaration(
        "orders.bad_texts", "{label} must be at most {max} languages, each with a name")
    static let badKind = ProblemDeclaration(
        "orders.bad_kind", "{label} must be table, takeaway or delivery")
    static let badMethod = ProblemDeclaration(
        "orders.bad_method", "{label} must be cash, card or other")
    static let badLines = ProblemDeclaration(
        "orders.bad_lines", "{label} must be 1 to {max} different lines")
    static let badPart = ProblemDeclaration(
        "orders.bad_part", "Quantity must be an integer from {min} to {max}")
    static let badCurrency = ProblemDeclaration(
        "orders.bad_currency", "{label} must be the code of a currency, such as EUR")
    static let noDay = ProblemDeclaration(
        "orders.no_day", "Day must be a date, such as 2026-11-20")
    static let oneOf = ProblemDeclaration("orders.one_of", "Give one of amount, lines and person")
    static let besideWhat = ProblemDeclaration(
        "orders.beside_whom", "Before or after is a required field.")
    static let beforeAfter = ProblemDeclaration(
        "orders.before_and_after", "After must not be given together with before")
    static let onlyForTable = ProblemDeclaration(
        "orders.only_for_table", "{label} is only for kind table")
}

/// Problems with the menu.
extension ProblemDeclaration {
    static let noSection = ProblemDeclaration("orders.no_section", "There is no such section")
    static let noDish = ProblemDeclaration("orders.no_dish", "There is no such dish")
    static let sameName = ProblemDeclaration(
        "orders.same_name", "Another one has the name {name} already")
    static let sectionHasDishes = ProblemDeclaration(
        "orders.section_has_dishes", "The section still has dishes")
    static let notBesideItself = ProblemDeclaration(
        "orders.beside_itself", "Nothing can be moved beside itself")
    static let noRoomBetween = ProblemDeclaration(
        "orders.no_place_between", "There is no place between these two")
    static let tooManySections = ProblemDeclaration(
        "orders.too_many_sections", "A menu has at most {max} sections")
    static let tooManyDishes = ProblemDeclaration(
        "orders.too_many_dishes", "A menu has at most {max} dishes")
    static let menuTooLarge = ProblemDeclaration(
        "orders.menu_too_large", "The menu would be too large")
    static let currencyInUse = ProblemDeclaration(
        "orders.currency_in_use", "The currency can't change while a tab is open")
    static let currencyOfDishes = ProblemDeclaration(
        "orders.currency_of_dishes",
        "The currency can't change to one with other decimals while there are dishes")
}

/// Problems with tabs and their lines.
extension ProblemDeclaration {
    static let noTab = ProblemDeclaration("orders.no_tab", "There is no such tab")
    static let noWaitingParty = ProblemDeclaration(
        "orders.no_party", "There is no such party on the waiting list")
    static let tabNotOpen = ProblemDeclaration("orders.tab_not_open", "The tab is not open")
    static let tabIsOpen = ProblemDeclaration("orders.tab_is_open", "The tab is open")
    static let tabIsMerged = ProblemDeclaration(
        "orders.tab_is_merged", "The tab was merged into another one")
    static let leftEarlier = ProblemDeclaration(
        "orders.left_earlier", "The tab left before this service day")
    static let tooManyTabs = ProblemDeclaration(
        "orders.too_many_tabs", "At most {max} tabs can be open")
    static let hasTab = ProblemDeclaration("orders.has_tab", "The party has a tab already")
    static let sameTab = ProblemDeclaration(
        "orders.same_tab", "A tab can't be merged into itself")
    static let otherKind = ProblemDeclaration(
        "orders.other_kind", "Only tabs of one kind can be merged")
    static let changedMeanwhile = ProblemDeclaration(
        "orders.changed_meanwhile", "This has changed in the meantime")
    static let impossible = ProblemDeclaration(
        "orders.impossible", "This can't be taken back any more")
    static let noLine = ProblemDeclaration("orders.no_line", "There is no such line")
    static let notInBasket = ProblemDeclaration(
        "orders.not_in_basket", "The line is not in the basket any more")
    static let otherTabs = ProblemDeclaration(
        "orders.other_tabs", "The lines must be of one tab")
    static let noLineFits = ProblemDeclaration(
        "orders.no_line_fits", "None of the lines is in a state for this")
    static let tooManyLines = ProblemDeclaration(
        "orders.too_many_lines", "A tab has at most {max} lines")
    static let tooManyOfOne = ProblemDeclaration(
        "orders.too_many_of_one", "A line has at most {max} of a dish")
    static let nothingToRepeat = ProblemDeclaration(
        "orders.nothing_to_repeat", "There is nothing to repeat")
    static let kitchenHasBegun = ProblemDeclaration(
        "orders.kitchen_has_begun", "The kitchen has begun; ask the staff")
    static let tooManyInPart = ProblemDeclaration(
        "orders.too_many_in_part", "The line has only {count}")
    static let lineIsCancelled = ProblemDeclaration(
        "orders.line_is_cancelled", "The line was cancelled")
}

/// Problems with placing.
extension ProblemDeclaration {
    static let nothingToPlace = ProblemDeclaration(
        "orders.nothing_to_place", "There is nothing to place")
    static let offMenu = ProblemDeclaration("orders.off_menu", "{name} is no longer on the menu")
    static let soldOut = ProblemDeclaration("orders.sold_out", "{name} is sold out")
    static let onlyLeft = ProblemDeclaration(
        "orders.only_left", "Only {count} of {name} are left", ofOne: "Only 1 of {name} is left")
}

/// Problems with bills.
extension ProblemDeclaration {
    static let noPayment = ProblemDeclaration("orders.no_payment", "There is no such payment")
    static let moreThanDue = ProblemDeclaration("orders.more_than_due", "Only {due} is due")
    static let nothingToPay = ProblemDeclaration("orders.nothing_to_pay", "There is nothing to pay")
    static let paidAlready = ProblemDeclaration("orders.paid_already", "This line is paid already")
    static let notPlaced = ProblemDeclaration(
        "orders.not_placed", "Only lines that were placed and not cancelled can be paid")
    static let tooManyPayments = ProblemDeclaration(
        "orders.too_many_payments", "A tab has at most {max} payments")
    static let isPaid = ProblemDeclaration(
        "orders.is_paid", "What is paid can neither be cancelled nor moved")
    static let stillDue = ProblemDeclaration("orders.still_due", "Something is still to be paid")
    static let stillInKitchen = ProblemDeclaration(
        "orders.still_in_kitchen", "The kitchen still has something to make")
    static let nothingCounts = ProblemDeclaration(
        "orders.nothing_counts", "Nothing was ordered; cancel the tab")
    static let lessThanPaid = ProblemDeclaration(
        "orders.less_than_paid", "Less would remain than was paid")
}

/// Problems with a file that is imported.
extension ProblemDeclaration {
    static let badFile = ProblemDeclaration(
        "orders.bad_file", "Line {line}, column {column}: {what}")
    static let nothingNew = ProblemDeclaration(
        "orders.nothing_new", "The file says nothing new")
    static let isMissing = ProblemDeclaration("orders.is_missing", "is missing")
    static let mustBeText = ProblemDeclaration("orders.must_be_text", "must be a text")
    static let mustBeNumber = ProblemDeclaration("orders.must_be_number", "must be a number")
    static let mustBeObject = ProblemDeclaration("orders.must_be_object", "must be an object")
    static let tooManyDecimals = ProblemDeclaration(
        "orders.too_many_decimals", "has more than {max} decimals")
    static let sameDish = ProblemDeclaration(
        "orders.same_dish", "is the same dish as in line {line}")
    static let isThereTwice = ProblemDeclaration("orders.is_there_twice", "is there twice")
}
