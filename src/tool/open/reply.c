// reply.c - the head of a reply, and the file behind it.                            [host]
#define _POSIX_C_SOURCE 200809L
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "tool/open/reply.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".mjs", "text/javascript; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".svg", "image/svg+xml"},
                                           {".wasm", "application/wasm"},
                                           {".txt", "text/plain; charset=utf-8"},
                                           {".law", "text/plain; charset=utf-8"}};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static void begin(reply *r, const char *status, const char *type, size_t size, const char *text)
{
    int n = snprintf(r->head, sizeof r->head,
                     "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n"
                     "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                     "Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n%s",
                     status, type, size, text);
    r->head_size = (size_t)n;
    r->sent = r->at = r->size = 0;
}

void reply_refuse(reply *r)
{
    static const char words[] = "not here\n";
    begin(r, "404 Not Found", "text/plain", sizeof words - 1, words);
}

void reply_with_file(reply *r, const char *path, const char *name, bool body)
{
    size_t size;
    if (br_file_open(path, (size_t)-1 / 2, &r->file, &size, NULL) != BR_OK) {
        r->file = -1;
        reply_refuse(r);
        return;
    }
    begin(r, "200 OK", type_of(name), size, "");
    r->size = body ? size : 0;
}

static ssize_t send_at_once(int to, const char *bytes, size_t size)
{
    ssize_t n = send(to, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : n == 0 ? -1 : n;
}

long reply_send(reply *r, int to)
{
    static char piece[PIECE];
    ssize_t n;
    if (r->sent < r->head_size) {
        n = send_at_once(to, r->head + r->sent, r->head_size - r->sent);
        r->sent += n > 0 ? (size_t)n : 0;
    } else {
        size_t size = r->size - r->at < PIECE ? r->size - r->at : PIECE;
        if (size == 0 || br_file_read_at(r->file, "", r->at, piece, size, NULL) != BR_OK)
            return -1;
        n = send_at_once(to, piece, size);
        r->at += n > 0 ? (size_t)n : 0;
    }
    return n >= 0 && r->sent == r->head_size && r->at == r->size ? -1 : (long)n;
}

void reply_end(reply *r)
{
    if (r->file >= 0)
        close(r->file);
    r->file = -1;
    r->head_size = 0;
}
