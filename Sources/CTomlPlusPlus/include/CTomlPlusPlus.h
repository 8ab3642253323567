#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CTOML_TABLE,
    CTOML_ARRAY,
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    /// A date, a time or both.
    CTOML_DATE,
} ctoml_kind;

/// A place in the text, both from 1; 0 where the parser does not know it.
typedef struct {
    uint32_t line;
    uint32_t column;
} ctoml_position;

/// One value of a document. The texts belong to the document and are not terminated.
typedef struct {
    ctoml_kind kind;
    /// The number of the table or array it is in; its own number for the root, which is 0.
    size_t parent;
    /// NULL for elements of arrays and for the root.
    const char *key;
    size_t key_length;
    ctoml_position key_position;
    ctoml_position position;
    const char *text;
    size_t text_length;
    int64_t integer;
    double number;
    bool boolean;
} ctoml_node;

/// Why a text is not TOML.
typedef struct {
    char message[256];
    ctoml_position position;
} ctoml_error;

typedef struct ctoml_document ctoml_document;

/// Parses TOML 1.0. NULL when it is not, with `error` filled. No C++ exception leaves this function.
ctoml_document *ctoml_parse(const char *bytes, size_t length, ctoml_error *error);

/// The values of the document: each one after the table or array it is in, in the order of the tables.
size_t ctoml_count(const ctoml_document *document);
const ctoml_node *ctoml_node_at(const ctoml_document *document, size_t number);

void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
