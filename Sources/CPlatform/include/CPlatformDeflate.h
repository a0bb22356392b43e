// Raw DEFLATE (RFC 1951), in messages that end on a byte boundary, as in RFC 7692. zlib's streams
// are hidden behind these types, because setting them up needs macros that Swift can't import.
#ifndef CPLATFORM_DEFLATE_H
#define CPLATFORM_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

struct platform_deflater;
struct platform_inflater;

/// Creates a compressor of independent messages, whose references reach back less than
/// 2^`window_bits` bytes (8 to 15). Returns NULL if there is no memory or a value is out of range.
struct platform_deflater *platform_deflater_new(int level, int window_bits);
void platform_deflater_free(struct platform_deflater *deflater);
/// Compresses one message and returns its compressed size. The last four bytes are 0x00 0x00 0xff
/// 0xff. Returns 0 if the size would not be below `capacity`.
size_t platform_deflate(struct platform_deflater *deflater, const void *bytes, size_t count,
                        void *out, size_t capacity);

/// Creates an inflater for messages with a window of at most 2^`window_bits` bytes (8 to 15).
/// Returns NULL if there is no memory or the value is out of range.
struct platform_inflater *platform_inflater_new(int window_bits);
void platform_inflater_free(struct platform_inflater *inflater);
/// Discards everything that was inflated, so that nothing can refer to it.
void platform_inflater_reset(struct platform_inflater *inflater);

/// All input was taken, and everything was written.
#define PLATFORM_INFLATE_DONE 0
/// The output is full. Call again with an empty one.
#define PLATFORM_INFLATE_FULL 1
/// The input is not valid DEFLATE. The inflater must only be freed after that.
#define PLATFORM_INFLATE_BROKEN 2
/// There is no memory. The inflater must only be freed after that.
#define PLATFORM_INFLATE_NO_MEMORY 3

/// Inflates from `*next` to `out`. Advances `*next` and reduces `*left` by the bytes that were
/// taken, and sets `*written` to how much of `capacity` was filled.
int platform_inflate(struct platform_inflater *inflater, const uint8_t **next, size_t *left,
                     uint8_t *out, size_t capacity, size_t *written);
/// Returns 1 if the input so far ends where a block ends, on a byte boundary.
int platform_inflater_is_between_blocks(const struct platform_inflater *inflater);

#endif
