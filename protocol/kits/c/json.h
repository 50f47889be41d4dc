/* Just enough JSON to read the host's messages: nothing is copied, nothing is allocated.
 *
 * A value is a pointer to where it begins in the line; NULL stands for a value that is not there. Numbers are
 * read with atoi() or atof(). */

#ifndef JSON_H
#define JSON_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static inline const char *json_spaces(const char *p)
{
    return p + strspn(p, " \t\r\n");
}

/* Behind the value at p. Brackets within strings do not count. */
static inline const char *json_skip(const char *p)
{
    int depth = 0;
    do {
        p = json_spaces(p);
        if (*p == '"') {
            for (++p; *p && *p != '"'; ++p)
                if (*p == '\\' && p[1])
                    ++p;
            p += *p == '"';
        } else if (*p && strchr("{[]},:", *p)) {
            depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
            ++p;
        } else {
            p += strcspn(p, " \t\r\n{[]},:\""); /* a number, true, false or null */
        }
    } while (depth > 0 && *p);
    return p;
}

/* The first item of the list or object at p; an object's items are key, value, key, value ... */
static inline const char *json_first(const char *p)
{
    if (!p || (*p != '[' && *p != '{'))
        return NULL;
    p = json_spaces(p + 1);
    return *p && *p != ']' && *p != '}' ? p : NULL;
}

/* The item after the one at p. */
static inline const char *json_next(const char *p)
{
    p = json_spaces(json_skip(p));
    return *p == ',' || *p == ':' ? json_spaces(p + 1) : NULL;
}

/* The string at p, cut to size; letters beyond ASCII written as \uXXXX become '?'. False if it is no string. */
static inline bool json_text(const char *p, char *text, size_t size)
{
    size_t length = 0;
    if (!p || *p != '"')
        return false;
    for (++p; *p && *p != '"'; ++p) {
        unsigned char letter = (unsigned char)*p;
        if (letter == '\\' && p[1]) {
            const char *sign = strchr("b\bf\fn\nr\rt\t", *++p);
            letter = (unsigned char)(sign && isalpha((unsigned char)*p) ? sign[1] : *p);
            if (*p == 'u' && p[1] && p[2] && p[3] && p[4]) {
                char digits[5] = {p[1], p[2], p[3], p[4], 0};
                unsigned long code = strtoul(digits, NULL, 16);
                letter = code > 0 && code < 128 ? (unsigned char)code : '?';
                p += 4;
            }
        }
        if (length + 1 < size)
            text[length++] = (char)letter;
    }
    text[length] = 0;
    return true;
}

static inline bool json_is(const char *p, const char *word)
{
    char text[96]; /* words of the protocol are shorter */
    return json_text(p, text, sizeof text) && strcmp(text, word) == 0;
}

/* The value of a key of the object, not of one further inside. */
static inline const char *json_get(const char *object, const char *key)
{
    const char *name = object && *object == '{' ? json_first(object) : NULL;
    while (name) {
        const char *value = json_next(name);
        if (!value || json_is(name, key))
            return value;
        name = json_next(value);
    }
    return NULL;
}

#endif
