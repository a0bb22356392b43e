#include "CExpat.h"

#include <expat.h>
#include <limits.h>

struct reading {
    XML_Parser parser;
    const struct expat_reader *reader;
    size_t elements;
    size_t depth;
    /// The reason why parsing was stopped, or `expat_read_whole`.
    enum expat_outcome problem;
};

/// Stops parsing. Expat may call one more handler, if it is due to the same tag.
static void stop(struct reading *reading, enum expat_outcome problem) {
    if (reading->problem != expat_read_whole) return;
    reading->problem = problem;
    XML_StopParser(reading->parser, XML_FALSE);
}

static void begin(void *pointer, const XML_Char *name, const XML_Char **attributes) {
    struct reading *reading = pointer;
    if (reading->problem != expat_read_whole) return;
    if (reading->depth == reading->reader->depth_max) {
        stop(reading, expat_too_deep);
    } else if (reading->elements == reading->reader->elements_max) {
        stop(reading, expat_too_many_elements);
    } else {
        reading->depth++;
        reading->elements++;
        reading->reader->begin(reading->reader->context, name, attributes);
    }
}

static void end(void *pointer, const XML_Char *name) {
    struct reading *reading = pointer;
    (void)name;
    if (reading->problem != expat_read_whole) return;
    reading->depth--;
    reading->reader->end(reading->reader->context);
}

static void text(void *pointer, const XML_Char *bytes, int count) {
    struct reading *reading = pointer;
    if (reading->problem != expat_read_whole) return;
    reading->reader->text(reading->reader->context, bytes, (size_t)count);
}

static void begin_doctype(void *pointer, const XML_Char *name, const XML_Char *system_id,
                          const XML_Char *public_id, int has_internal_subset) {
    (void)name, (void)system_id, (void)public_id, (void)has_internal_subset;
    stop(pointer, expat_has_doctype);
}

enum expat_outcome expat_read(const struct expat_reader *reader, const char *bytes, size_t count) {
    if (count > INT_MAX) return expat_malformed;
    XML_Parser parser = XML_ParserCreateNS(NULL, EXPAT_NAMESPACE_END);
    if (!parser) return expat_no_memory;
    struct reading reading = {.parser = parser, .reader = reader, .problem = expat_read_whole};
    XML_SetUserData(parser, &reading);
    XML_SetElementHandler(parser, begin, end);
    XML_SetCharacterDataHandler(parser, text);
    XML_SetStartDoctypeDeclHandler(parser, begin_doctype);
    enum expat_outcome outcome = expat_read_whole;
    if (XML_Parse(parser, bytes, (int)count, XML_TRUE) != XML_STATUS_OK) {
        outcome = reading.problem;
        if (outcome == expat_read_whole) {
            outcome = XML_GetErrorCode(parser) == XML_ERROR_NO_MEMORY ? expat_no_memory
                                                                      : expat_malformed;
        }
    }
    XML_ParserFree(parser);
    return outcome;
}
