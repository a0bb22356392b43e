#include "CICal.h"

#include <libical/ical.h>

/// Returns the days since 1970-01-01, by the algorithm "days from civil".
static int64_t day_number(int year, int month, int day) {
    int64_t shifted = month <= 2 ? year - 1 : year;
    int64_t era = (shifted >= 0 ? shifted : shifted - 399) / 400;
    int64_t year_of_era = shifted - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
           719468;
}

static int64_t wall_seconds(struct icaltimetype time) {
    int64_t seconds = day_number(time.year, time.month, time.day) * 86400;
    return time.is_date ? seconds : seconds + time.hour * 3600 + time.minute * 60 + time.second;
}

static struct icaltimetype wall_time(int64_t seconds, int is_date) {
    return icaltime_from_timet_with_zone((time_t)seconds, is_date, NULL);
}

ptrdiff_t ical_expand(const char *rule, int64_t start, int is_date, int64_t lower, int64_t upper,
                      int64_t *found, size_t count) {
    struct icalrecurrencetype read = icalrecurrencetype_from_string(rule);
    if (read.freq == ICAL_NO_RECURRENCE) return -1;
    icalrecur_iterator *iterator = icalrecur_iterator_new(read, wall_time(start, is_date));
    if (!iterator) return -1;
    if (lower > start) icalrecur_iterator_set_start(iterator, wall_time(lower, is_date));
    size_t place = 0;
    while (place < count) {
        struct icaltimetype next = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(next)) break;
        int64_t seconds = wall_seconds(next);
        if (seconds > upper) break;
        if (seconds >= lower) found[place++] = seconds;
    }
    icalrecur_iterator_free(iterator);
    return (ptrdiff_t)place;
}
