/* A bot that answers at random by index: what a request costs when the bot thinks nothing.
 *
 * C11 and the standard library. It reads a line, counts the entries of the legal list, which stands behind the
 * observation, and answers with one of their indices, drawn from the seed that new_game brings. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 262144 + 1 }; /* a line of the host has at most 262144 bytes */

static uint64_t state;

static uint64_t drawn(void) /* splitmix64 */
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* The entries of the list of objects that begins at p. */
static int count_entries(const char *p)
{
    int count = 0, depth = 0;
    for (; *p; ++p)
        if (*p == '{' || *p == '[')
            count += depth++ == 1;
        else if ((*p == '}' || *p == ']') && --depth == 0)
            break;
    return count;
}

static void answer(const char *line)
{
    const char *id = strstr(line, "\"id\":"), *legal = strstr(line, "\"legal\":");
    int count = legal ? count_entries(legal + 8) : 0;
    if (id && count)
        printf("{\"type\":\"action\",\"id\":%ld,\"action\":%d}\n", atol(id + 5), (int)(drawn() % (uint64_t)count));
}

int main(void)
{
    static char line[LINE_SIZE];
    while (fgets(line, sizeof line, stdin)) {
        const char *type = line + strlen("{\"type\":\"");
        if (!strncmp(type, "hello\"", 6)) {
            puts("{\"type\":\"hello\",\"major\":1,\"name\":\"random-c\",\"language\":\"C\"}");
        } else if (!strncmp(type, "new_game\"", 9)) {
            const char *seed = strstr(line, "\"seed\":\"");
            state = seed ? strtoull(seed + 8, NULL, 10) : 0;
            puts("{\"type\":\"ready\"}");
        } else if (!strncmp(type, "request\"", 8)) {
            answer(line);
        } else if (!strncmp(type, "quit\"", 5)) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
