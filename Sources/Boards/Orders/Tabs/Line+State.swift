import BoardKit
import Sync

extension Line: LedgerState {
    func write(to writer: inout StateWriter, after previous: Line?) {
        var difference = DifferenceWriter()
        difference.add(tab.rev, after: previous?.tab.rev)
        difference.add(dish.number, after: previous?.dish.number)
        difference.add(quantity, after: previous?.quantity)
        difference.add(notes, after: previous?.notes)
        difference.add(person, after: previous?.person)
        difference.add(status, after: previous?.status)
        difference.add(at, after: previous?.at)
        difference.add(placed, after: previous?.placed)
        difference.add(placed?.finishedAt, after: previous?.placed?.finishedAt)
        difference.add(reason, after: previous?.reason)
        difference.add(isGivenBack, after: previous?.isGivenBack)
        difference.add(isPaid, after: previous?.isPaid)
        difference.write(to: &writer)
    }

    init(from reader: inout StateReader, after previous: Line?) throws(StateError) {
        var difference = try DifferenceReader(from: &reader)
        tab = TabID(rev: try difference.next(&reader, after: previous?.tab.rev))
        dish = DishID(number: try difference.next(&reader, after: previous?.dish.number))
        quantity = try difference.next(&reader, after: previous?.quantity)
        notes = try difference.nextOptional(&reader, after: previous?.notes)
        person = try difference.nextOptional(&reader, after: previous?.person)
        status = try difference.next(&reader, after: previous?.status)
        at = try difference.next(&reader, after: previous?.at)
        placed = try difference.nextOptional(&reader, after: previous?.placed)
        let finishedAt = try difference.nextOptional(
            &reader, after: previous?.placed?.finishedAt)
        reason = try difference.nextOptional(&reader, after: previous?.reason)
        isGivenBack = try difference.next(&reader, after: previous?.isGivenBack)
        isPaid = try difference.next(&reader, after: previous?.isPaid)
        placed?.finishedAt = finishedAt
    }
}

/// Without `finishedAt`, which a line writes apart from it, because it changes often.
extension Placement: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(name)
        writer.write(price)
        writer.write(vat)
        writer.write(station)
        writer.write(round.number)
        writer.write(at)
        writer.write(fee)
    }

    init(from reader: inout StateReader) throws(StateError) {
        name = try reader.read()
        price = try reader.read()
        vat = try reader.read()
        station = try reader.read()
        round = RoundID(number: try reader.read())
        at = try reader.read()
        fee = try reader.read()
    }

    func isSame(as other: Placement) -> Bool {
        var other = other
        other.finishedAt = finishedAt
        return self == other
    }
}

extension Fee: SavedValue {
    func write(to writer: inout StateWriter) {
        writer.write(amount)
        writer.write(vat)
    }

    init(from reader: inout StateReader) throws(StateError) {
        amount = try reader.read()
        vat = try reader.read()
    }

    func isSame(as other: Fee) -> Bool { self == other }
}
