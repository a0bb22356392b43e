// Expands recurrence rules with libical (libical-dev). Swift can't use its iterator itself: the rule is a
// struct of 3 KB that is passed by value, and its lists are C arrays.
#ifndef CICAL_H
#define CICAL_H

#include <stddef.h>
#include <stdint.h>

/// Finds the occurrences of a rule on the clock on the wall, which knows no time zones. A single step of
/// libical's iterator has no bound, so only rules that surely happen again soon may be given to it.
///
/// - `rule`: an RRULE without its name, and without COUNT when `lower` is given.
/// - `start`: the first occurrence, in seconds since 1970 on the wall's clock.
/// - `is_date`: whether the start is a day.
/// - `lower`: what is before it is skipped; `INT64_MIN` skips nothing.
/// - `upper`: the last time that is wanted.
/// - Returns: how many were found, at most `count`, or -1 for a rule that libical can't read.
ptrdiff_t ical_expand(const char *rule, int64_t start, int is_date, int64_t lower, int64_t upper,
                      int64_t *found, size_t count);

#endif
