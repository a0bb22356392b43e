// Reads an XML document with expat (libexpat1-dev), as a stream of elements and texts. Swift can't
// use expat's variadic and versioned interface, and the limits belong beside the parser.
#ifndef CEXPAT_H
#define CEXPAT_H

#include <stddef.h>

/// Separates the namespace from the local part of a name. No URI contains it.
#define EXPAT_NAMESPACE_END '\n'

struct expat_reader {
    /// The maximum number of elements, and their maximum depth.
    size_t elements_max;
    size_t depth_max;
    /// Called where an element begins. Its name is `namespace\nlocal`, or `local` without a namespace.
    /// The attributes are names and values by turns, with a null pointer after the last one. All texts
    /// are UTF-8, end with a zero byte and are valid only during the call.
    void (*begin)(void *context, const char *name, const char *const *attributes);
    /// Called with each part of an element's text. Entities and CDATA sections are resolved.
    void (*text)(void *context, const char *bytes, size_t count);
    /// Called where an element ends.
    void (*end)(void *context);
    void *context;
};

enum expat_outcome {
    expat_read_whole,
    /// The document is not well-formed, or was cut off.
    expat_malformed,
    /// The document has a type declaration. It could define entities, which could name files or
    /// grow without limit, so it is refused.
    expat_has_doctype,
    expat_too_deep,
    expat_too_many_elements,
    expat_no_memory,
};

/// Reads a whole document of `count` bytes. After a problem, the caller must discard what the
/// handlers have received.
enum expat_outcome expat_read(const struct expat_reader *reader, const char *bytes, size_t count);

#endif
