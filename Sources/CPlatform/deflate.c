#include "CPlatformDeflate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct platform_deflater {
    z_stream stream;
};

struct platform_inflater {
    z_stream stream;
    int is_between_blocks;
    /// The last input ended a block that is marked as the last one.
    int has_ended;
};

struct platform_deflater *platform_deflater_new(int level, int window_bits) {
    if (window_bits < 8 || window_bits > MAX_WBITS) return NULL;
    struct platform_deflater *deflater = calloc(1, sizeof *deflater);
    if (deflater == NULL) return NULL;
    // zlib has no raw stream with a window of 256 bytes. Run lengths refer back by one byte only,
    // so they are valid for any window.
    const int is_smallest = window_bits == 8;
    // A small window is moved often, and each move goes through the whole hash table. With the
    // default table, 64 KiB of JSON take 3.8 ms at 9 bits; with this one they take 1.2 ms.
    const int memory_level = window_bits < 14 ? 5 : 8;
    if (deflateInit2(&deflater->stream, level, Z_DEFLATED, is_smallest ? -12 : -window_bits,
                     memory_level, is_smallest ? Z_RLE : Z_DEFAULT_STRATEGY) != Z_OK) {
        free(deflater);
        return NULL;
    }
    return deflater;
}

void platform_deflater_free(struct platform_deflater *deflater) {
    if (deflater == NULL) return;
    deflateEnd(&deflater->stream);
    free(deflater);
}

size_t platform_deflate(struct platform_deflater *deflater, const void *bytes, size_t count,
                        void *out, size_t capacity) {
    if (count > UINT_MAX || capacity > UINT_MAX) return 0;
    z_stream *stream = &deflater->stream;
    if (deflateReset(stream) != Z_OK) return 0;
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)count;
    stream->next_out = out;
    stream->avail_out = (uInt)capacity;
    // A flush is complete only if it leaves room (zlib.h, deflate).
    if (deflate(stream, Z_SYNC_FLUSH) != Z_OK || stream->avail_out == 0) return 0;
    return capacity - stream->avail_out;
}

struct platform_inflater *platform_inflater_new(int window_bits) {
    if (window_bits < 8 || window_bits > MAX_WBITS) return NULL;
    struct platform_inflater *inflater = calloc(1, sizeof *inflater);
    if (inflater == NULL) return NULL;
    if (inflateInit2(&inflater->stream, -window_bits) != Z_OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void platform_inflater_free(struct platform_inflater *inflater) {
    if (inflater == NULL) return;
    inflateEnd(&inflater->stream);
    free(inflater);
}

void platform_inflater_reset(struct platform_inflater *inflater) {
    inflateReset(&inflater->stream);
    inflater->is_between_blocks = 0;
    inflater->has_ended = 0;
}

int platform_inflate(struct platform_inflater *inflater, const uint8_t **next, size_t *left,
                     uint8_t *out, size_t capacity, size_t *written) {
    z_stream *stream = &inflater->stream;
    const uInt given = *left > UINT_MAX ? UINT_MAX : (uInt)*left;
    const uInt room = capacity > UINT_MAX ? UINT_MAX : (uInt)capacity;
    stream->next_in = (Bytef *)*next;
    stream->avail_in = given;
    stream->next_out = out;
    stream->avail_out = room;
    int result;
    do {
        result = inflate(stream, Z_SYNC_FLUSH);
        // A block that is marked as the last one ends zlib's stream but not the message: more
        // blocks may follow from the next byte on and refer to earlier bytes (RFC 7692, 7.2.1,
        // 7.2.3.4). inflateReset would forget these. Saving and restoring the window would copy 64
        // KiB for each such block, and a peer can send one in two bytes.
        if (result == Z_STREAM_END && inflateResetKeep(stream) != Z_OK)
            return PLATFORM_INFLATE_BROKEN;
    } while (result == Z_STREAM_END && stream->avail_in > 0 && stream->avail_out > 0);

    *next += given - stream->avail_in;
    *left -= given - stream->avail_in;
    *written = room - stream->avail_out;
    if (result == Z_STREAM_END)
        inflater->has_ended = 1;
    else if (stream->avail_in < given || stream->avail_out < room)
        inflater->has_ended = 0;
    // Bit 7 means that a block has just ended, and the lowest six bits count the unused bits of the
    // last byte (zlib.h, inflate).
    const int ends_on_byte = (stream->data_type & (128 | 63)) == 128;
    inflater->is_between_blocks = inflater->has_ended || ends_on_byte;
    switch (result) {
    case Z_OK:
    case Z_STREAM_END:
    case Z_BUF_ERROR:  // There was nothing to do.
        return stream->avail_out == 0 || *left > 0 ? PLATFORM_INFLATE_FULL : PLATFORM_INFLATE_DONE;
    case Z_MEM_ERROR:
        return PLATFORM_INFLATE_NO_MEMORY;
    default:
        return PLATFORM_INFLATE_BROKEN;
    }
}

int platform_inflater_is_between_blocks(const struct platform_inflater *inflater) {
    return inflater->is_between_blocks;
}
