// DEFLATE without a header (RFC 1951), in messages that end on a byte as RFC 7692 has them. zlib's
// own streams stay behind these types: setting one up takes macros that Swift can't see.
#ifndef CPLATFORM_DEFLATE_H
#define CPLATFORM_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

struct platform_deflater;
struct platform_inflater;

/// Compresses messages apart from each other, with references that reach back less than
/// 2^`window_bits` bytes (8 to 15). NULL when there is no memory or the values are out of range.
struct platform_deflater *platform_deflater_new(int level, int window_bits);
void platform_deflater_free(struct platform_deflater *deflater);
/// Compresses one message and gives how many bytes it became, of which the last four are 0x00 0x00
/// 0xff 0xff. 0 when that is not below `capacity`.
size_t platform_deflate(struct platform_deflater *deflater, const void *bytes, size_t count,
                        void *out, size_t capacity);

/// Inflates what was compressed with a window of 2^`window_bits` bytes (8 to 15) or less. NULL when
/// there is no memory or the value is out of range.
struct platform_inflater *platform_inflater_new(int window_bits);
void platform_inflater_free(struct platform_inflater *inflater);
/// Forgets all that was inflated, so that nothing can refer to it any more.
void platform_inflater_reset(struct platform_inflater *inflater);

/// All input was taken in, and all that it stands for was written.
#define PLATFORM_INFLATE_DONE 0
/// The output is full: to be called again with an empty one.
#define PLATFORM_INFLATE_FULL 1
/// The input is not in the format. Nothing but freeing may follow.
#define PLATFORM_INFLATE_BROKEN 2
/// There is no memory. Nothing but freeing may follow.
#define PLATFORM_INFLATE_NO_MEMORY 3

/// Inflates from `*next`, moving it on and `*left` down by what was taken in, to `out`; `*written`
/// says how much of `capacity` that filled.
int platform_inflate(struct platform_inflater *inflater, const uint8_t **next, size_t *left,
                     uint8_t *out, size_t capacity, size_t *written);
/// 1 when what was taken in ends where a block does, on a byte.
int platform_inflater_is_between_blocks(const struct platform_inflater *inflater);

#endif
