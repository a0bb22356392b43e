// Expands recurrence rules with libical (libical-dev). Swift can't use libical's iterator directly:
// a rule is a struct of 3 KB that is passed by value, and its lists are C arrays.
#ifndef CICAL_H
#define CICAL_H

#include <stddef.h>
#include <stdint.h>

/// Finds the occurrences of a rule in wall-clock time. A single step of libical's iterator has no
/// bound, so use this only for rules that surely happen again soon.
///
/// - `rule`: an RRULE without its name, and without COUNT if `lower` is given.
/// - `start`: the first occurrence, in wall seconds since 1970.
/// - `is_date`: whether the start is a date.
/// - `lower`: the earliest occurrence to find; `INT64_MIN` for all.
/// - `upper`: the last occurrence to find.
/// - Returns: the number found, at most `count`, or -1 if libical can't read the rule.
ptrdiff_t ical_expand(const char *rule, int64_t start, int is_date, int64_t lower, int64_t upper,
                      int64_t *found, size_t count);

#endif
