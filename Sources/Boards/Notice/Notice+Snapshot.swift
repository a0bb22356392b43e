import BoardKit
import Sync

extension Notice: LedgerState {
    func write(to writer: inout StateWriter, after previous: Notice?) {
        var difference = DifferenceWriter()
        difference.add(text, after: previous?.text)
        difference.add(level, after: previous?.level)
        difference.add(at, after: previous?.at)
        difference.add(until, after: previous?.until)
        difference.add(isCleared, after: previous?.isCleared)
        difference.write(to: &writer)
    }

    init(from reader: inout StateReader, after previous: Notice?) throws(StateError) {
        var difference = try DifferenceReader(from: &reader)
        text = try difference.next(&reader, after: previous?.text)
        level = try difference.next(&reader, after: previous?.level)
        at = try difference.next(&reader, after: previous?.at)
        until = try difference.nextOptional(&reader, after: previous?.until)
        isCleared = try difference.next(&reader, after: previous?.isCleared)
    }
}
