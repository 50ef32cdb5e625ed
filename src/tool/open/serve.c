// serve.c - files of one folder for one browser: HTTP on 127.0.0.1, and all clients in turn.                 [host]
//
// What may be asked for is listed (files.txt) and compared as text, so no path leads out of the folder. Every address has a
// token in it that other programs and pages do not know, and the Host must be ours, which keeps rebound names out.
#define _POSIX_C_SOURCE 200809L
#include "num/base/fp.h"

#include "file/disk/whole.h"
#include "num/text/buffer.h"
#include "num/text/diag.h"
#include "tool/kit/progress.h"
#include "tool/kit/terminal.h"
#include "tool/open/open.h"
#include "tool/open/reply.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 32, REQUEST = 8192, TOKEN = 32 };
static const double patience = 10; // seconds for a request that has begun, and for each piece of a reply

typedef struct client {
    int file; // -1: none
    size_t used;
    double since; // it came, or took a piece
    reply reply;
    char request[REQUEST + 1];
} client;

typedef struct server {
    const open_site *site;
    char *list; // files.txt
    char token[TOKEN + 1];
    int file, port;
    client client[CLIENTS];
} server;

// ---------------------------------------------------------------- requests

// %20 and the like, in place; false: no text.
static bool decode(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        char c = *at;
        if (c == '%') {
            unsigned code = 0;
            if (sscanf(at + 1, "%2x", &code) != 1 || !at[1] || !at[2] || code == 0)
                return false;
            c = (char)code;
            at += 2;
        }
        *to++ = c;
    }
    *to = 0;
    return true;
}

static bool is_listed(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *line = list; size > 0 && line && *line; line = strchr(line, '\n'), line += line != NULL)
        if (strncmp(line, name, size) == 0 && (line[size] == '\n' || line[size] == 0))
            return true;
    return false;
}

// The Host of a request is this server, by one of its two names.
static bool is_host_ours(const server *s, const char *request)
{
    char own[2][60];
    const char *host = strstr(request, "\r\nHost: ");
    if (!host)
        host = strstr(request, "\r\nhost: ");
    snprintf(own[0], sizeof own[0], "127.0.0.1:%d\r\n", s->port);
    snprintf(own[1], sizeof own[1], "localhost:%d\r\n", s->port);
    return host && (strncmp(host + 8, own[0], strlen(own[0])) == 0 || strncmp(host + 8, own[1], strlen(own[1])) == 0);
}

static void answer_path(const server *s, reply *to, char *path, bool body)
{
    br_buffer file = {0};
    const char *name = path + 1 + TOKEN + 1;
    bool known = strlen(path) >= 1 + TOKEN + 1 && path[0] == '/' && strncmp(path + 1, s->token, TOKEN) == 0 &&
                 path[1 + TOKEN] == '/';
    if (known && !*name)
        name = "index.html";
    if (known && s->site->log && strncmp(name, "log/", 4) == 0 && strcmp(name + 4, s->site->name) == 0)
        br_buffer_put(&file, s->site->log);
    else if (known && is_listed(s->list, name))
        br_buffer_print(&file, "%s/%s", s->site->folder, name);
    if (file.text && file.status == BR_OK)
        reply_with_file(to, file.text, name, body);
    else
        reply_refuse(to);
    br_buffer_free(&file);
}

static void answer(const server *s, client *c)
{
    char *request = c->request, *end = strstr(request, " HTTP/1.");
    bool head = strncmp(request, "HEAD ", 5) == 0;
    char *path = request + (head ? 5 : 4);
    bool ours = (head || strncmp(request, "GET ", 4) == 0) && end && end > path && is_host_ours(s, request);
    if (ours) {
        *end = 0;
        path[strcspn(path, "?#")] = 0;
    }
    if (ours && decode(path))
        answer_path(s, &c->reply, path, !head);
    else
        reply_refuse(&c->reply);
}

static void drop(client *c)
{
    if (c->file >= 0) {
        shutdown(c->file, SHUT_WR);
        close(c->file);
    }
    reply_end(&c->reply);
    c->file = -1;
    c->used = 0;
}

static void receive(const server *s, client *c)
{
    ssize_t n = recv(c->file, c->request + c->used, REQUEST - c->used, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    c->used += n > 0 ? (size_t)n : 0;
    c->request[c->used] = 0;
    if (strstr(c->request, "\r\n\r\n"))
        answer(s, c);
    else if (c->used == REQUEST)
        reply_refuse(&c->reply);
    else if (n <= 0)
        drop(c);
}

// One piece, so that a client that takes much or nothing keeps no other waiting.
static void go_on(const server *s, client *c, double now)
{
    if (!reply_has_begun(&c->reply))
        receive(s, c);
    if (!reply_has_begun(&c->reply))
        return;
    long sent = reply_send(&c->reply, c->file);
    if (sent > 0)
        c->since = now;
    if (sent < 0)
        drop(c);
}

// ---------------------------------------------------------------- the server

static void admit(server *s, double now)
{
    int file = accept(s->file, NULL, NULL), free_place = 0;
    if (file < 0)
        return;
    fcntl(file, F_SETFD, FD_CLOEXEC);
    while (free_place < CLIENTS && s->client[free_place].file >= 0)
        free_place++;
    if (free_place == CLIENTS) { // the oldest has had its time
        free_place = 0;
        for (int i = 1; i < CLIENTS; i++)
            free_place = s->client[i].since < s->client[free_place].since ? i : free_place;
        drop(&s->client[free_place]);
    }
    s->client[free_place].file = file;
    s->client[free_place].used = 0;
    s->client[free_place].since = now;
}

static void serve_round(server *s)
{
    struct pollfd wait[CLIENTS + 1] = {{.fd = s->file, .events = POLLIN}};
    for (int i = 0; i < CLIENTS; i++)
        wait[i + 1] =
            (struct pollfd){.fd = s->client[i].file, .events = reply_has_begun(&s->client[i].reply) ? POLLOUT : POLLIN};
    if (poll(wait, CLIENTS + 1, 200) < 0)
        return;
    double now = progress_clock();
    for (int i = 0; i < CLIENTS; i++) {
        client *c = &s->client[i];
        bool begun = c->used > 0;
        if (c->file >= 0 && wait[i + 1].revents)
            go_on(s, c, now);
        else if (c->file >= 0 && begun && now - c->since > patience)
            drop(c);
    }
    for (int i = 0; wait[0].revents && i < CLIENTS / 4; i++)
        admit(s, now);
}

static br_status make_token(char token[TOKEN + 1], br_diag *why)
{
    unsigned char bytes[TOKEN / 2];
    FILE *random = fopen("/dev/urandom", "rb");
    bool read = random && fread(bytes, 1, sizeof bytes, random) == sizeof bytes;
    if (random)
        fclose(random);
    if (!read)
        return br_diag_fail(why, BR_NO_FILE, "bristle open: /dev/urandom cannot be read");
    for (int i = 0; i < TOKEN / 2; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return BR_OK;
}

// Whether a browser here would find the server: without a loopback interface, as in a bare container, nobody does.
static bool can_be_reached(const struct sockaddr_in *at)
{
    int probe = socket(AF_INET, SOCK_STREAM, 0);
    bool found = probe >= 0 && connect(probe, (const struct sockaddr *)at, sizeof *at) == 0;
    int error = errno;
    if (probe >= 0)
        close(probe);
    errno = error;
    return found;
}

static br_status listen_here(server *s, br_diag *why)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    s->file = socket(AF_INET, SOCK_STREAM, 0);
    if (s->file < 0 || bind(s->file, (struct sockaddr *)&at, sizeof at) != 0 || listen(s->file, SOMAXCONN) != 0 ||
        getsockname(s->file, (struct sockaddr *)&at, &size) != 0)
        return br_diag_fail(why, BR_NO_FILE, "bristle open: 127.0.0.1: %s", strerror(errno));
    if (!can_be_reached(&at))
        return br_diag_fail(why, BR_NO_FILE,
                            "bristle open: 127.0.0.1 cannot be reached: %s; is the loopback interface up?",
                            strerror(errno));
    fcntl(s->file, F_SETFD, FD_CLOEXEC);
    fcntl(s->file, F_SETFL, O_NONBLOCK);
    s->port = ntohs(at.sin_port);
    return BR_OK;
}

// The name of the log as part of an address.
static void put_encoded(br_buffer *to, const char *text)
{
    for (; *text; text++)
        if ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || (*text >= '0' && *text <= '9') ||
            strchr("._-", *text))
            br_buffer_add(to, text, 1);
        else
            br_buffer_print(to, "%%%02X", (unsigned)(unsigned char)*text);
}

static void start_browser(const char *address)
{
    extern char **environ;
    static const char *const browsers[] = {"xdg-open", "open"};
    for (size_t i = 0; i < sizeof browsers / sizeof *browsers; i++) {
        pid_t child;
        char *word[] = {(char *)browsers[i], (char *)address, NULL};
        if (posix_spawnp(&child, browsers[i], NULL, NULL, word, environ) == 0)
            return;
    }
}

static br_status announce(const server *s)
{
    br_buffer address = {0};
    br_buffer_print(&address, "http://127.0.0.1:%d/%s/", s->port, s->token);
    if (s->site->log) {
        br_buffer_put(&address, "#open=");
        put_encoded(&address, s->site->name);
    }
    br_status status = address.status;
    if (status == BR_OK) {
        printf("%s\n", address.text);
        fflush(stdout);
        if (s->site->browser)
            start_browser(address.text);
    }
    br_buffer_free(&address);
    return status;
}

static void serve_until_stopped(server *s)
{
    double started = progress_clock();
    watch_open();
    while (!watch_stopped() && (s->site->seconds <= 0 || progress_clock() - started < s->site->seconds))
        serve_round(s);
    watch_close();
}

br_status open_serve(const open_site *site, br_diag *why)
{
    enum { LIST_MOST = 1 << 20 };
    server *s = calloc(1, sizeof *s);
    br_buffer list = {0};
    size_t size;
    if (!s)
        return BR_NO_MEMORY;
    s->site = site;
    s->file = -1;
    for (int i = 0; i < CLIENTS; i++)
        s->client[i].file = s->client[i].reply.file = -1;
    br_buffer_print(&list, "%s/files.txt", site->folder);
    br_status status = list.status == BR_OK ? br_file_read(list.text, LIST_MOST, &s->list, &size, why) : list.status;
    if (status == BR_OK)
        status = make_token(s->token, why);
    if (status == BR_OK)
        status = listen_here(s, why);
    if (status == BR_OK)
        status = announce(s);
    if (status == BR_OK)
        serve_until_stopped(s);
    for (int i = 0; i < CLIENTS; i++)
        drop(&s->client[i]);
    if (s->file >= 0)
        close(s->file);
    br_buffer_free(&list);
    free(s->list);
    free(s);
    return status;
}
