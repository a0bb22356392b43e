import Sync

extension House {
    static let problems: [ProblemDeclaration] =
        [
            .badHouseName, .badTimeZone, .badList, .noBoardList, .badRole, .badCode, .badDigest,
            .badTimeOfDay, .badHours, .badDates, .tooManyDates, .hoursOverlap, .badAddress,
            .privateAddress, .codeNotShown, .sameRole, .signedOutAlready, .noDevice, .ownDevice,
            .noEffect, .badMailHost, .badPort, .badMailAddress, .noSender,
        ] + Weekday.allCases.map(\.phrase)
}

extension ProblemDeclaration {
    static let badHouseName = Self(
        "house.bad_name", "{label} must have 1 to 80 characters, none of them a control character")
    static let badTimeZone = Self(
        "house.bad_time_zone", "{label} must be a time zone, such as Europe/Rome")
    static let badList = Self("house.bad_list", "{label} must be a list of {choices}, each once")
    static let noBoardList = Self(
        "house.no_board_list", "{label} must be a list of boards, each once")
    static let badRole = Self("house.bad_role", "{label} must be {roles} or {last}")
    static let badCode = Self("house.bad_code", "{label} must be the six digits on the screen")
    static let badDigest = Self(
        "house.bad_digest", "{label} must be what the hub itself made of a PIN")
    static let badTimeOfDay = Self(
        "house.bad_time_of_day", "{label} must be a time of day, such as 04:00")
    static let badHours = Self(
        "house.bad_hours",
        #"{label} must be opening times by weekday, such as {"MO":[["12:00","15:00"]]}"#)
    static let badDates = Self(
        "house.bad_dates",
        #"{label} must be opening times by date, such as {"2026-12-25":[["12:00","15:00"]]}"#)
    static let tooManyDates = Self("house.too_many_dates", "{label} must be at most {max} dates")
    /// An opening of one day overlaps the first opening of the next.
    static let hoursOverlap = Self(
        "house.hours_overlap", "{label} of {day} end after those of {next} begin")
    static let badAddress = Self(
        "house.bad_address", "{label} must be an address such as https://example.org/hook")
    static let privateAddress = Self(
        "house.private_address",
        "{label} must be on the internet; whoever runs the hub can allow addresses of private "
            + "networks with --allow-private-webhooks")
    static let badMailHost = Self(
        "house.bad_mail_host", "{label} must be a name such as smtp.example.org, or an IP address")
    static let badPort = Self("house.bad_port", "{label} must be a number from 1 to 65535")
    static let badMailAddress = Self(
        "house.bad_mail_address", "{label} must be an address, such as ada@example.com")
    static let noSender = Self(
        "house.no_sender", "The house can't send mail yet; an owner sets it up on the owner's page")
    static let codeNotShown = Self(
        "house.code_not_shown", "No screen shows this code now; look at it once more")
    static let sameRole = Self("house.same_role", "The device has this role already")
    static let signedOutAlready = Self(
        "house.signed_out_already", "The device is signed out already")
    static let noDevice = Self("house.no_device", "There is no such device")
    /// Prevents people from locking themselves out by mistake.
    static let ownDevice = Self(
        "house.own_device", "This is the device that you are using; do it from another owner's")
    static let noEffect = Self(
        "house.no_effect",
        "This effect neither waits nor has failed; it was carried out, or dropped")
}
