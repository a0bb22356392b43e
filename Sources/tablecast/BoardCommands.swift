import ArgumentParser
import BoardKit
import NearbyBoard
import OrdersBoard
import PlannerBoard
import WaitlistBoard

extension ImportCommand {
    /// The commands that import other systems' data.
    static let ofBoards: [any ParsableCommand.Type] = [
        BoardImportCommand<RestaurantQueueOptions>.self, BoardImportCommand<MenuOptions>.self,
        BoardImportCommand<CalendarOptions>.self,
        BoardImportCommand<FeedOptions<StopImporter>>.self,
        BoardImportCommand<FeedOptions<ZipImporter>>.self,
        BoardImportCommand<FeedOptions<PlaceImporter>>.self,
    ]
}

extension ExportCommand {
    /// The commands that export data for other systems.
    static let ofBoards: [any ParsableCommand.Type] = [BoardExportCommand<MenuExporter>.self]
}

struct RestaurantQueueOptions: ImporterOptions {
    var importer: RestaurantQueueImporter { RestaurantQueueImporter() }
}

struct MenuOptions: ImporterOptions {
    var importer: MenuImporter { MenuImporter() }
}

struct CalendarOptions: ImporterOptions {
    @Option(help: "The calendar's id, such as main; a new one is made without it.")
    var calendar: String?

    var importer: CalendarImporter { CalendarImporter(into: calendar) }
}

struct FeedOptions<Importer: FeedImporter>: ImporterOptions {
    @Option(help: "What the feed is called.")
    var feed = "main"

    var importer: Importer { Importer(feed: feed) }
}
