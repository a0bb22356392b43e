// The system's zlib (zlib1g-dev).
#include <zlib.h>
