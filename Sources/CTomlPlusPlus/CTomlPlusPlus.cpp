#include "CTomlPlusPlus.h"

#include <cstring>
#include <exception>
#include <string_view>
#include <vector>

#define TOML_MAX_NESTED_VALUES 32
#include <toml++/toml.h>

struct ctoml_document {
    toml::table root;
    std::vector<ctoml_node> nodes;
};

namespace {

/// Tables inside one another, as dotted keys make them; destroying a table recurses into its members.
constexpr size_t deepest_key = 32;

ctoml_position place(const toml::source_region &region) {
    return {region.begin.line, region.begin.column};
}

void fail(ctoml_error *error, std::string_view message, ctoml_position position) {
    if (!error) return;
    const size_t length = std::min(message.size(), sizeof(error->message) - 1);
    std::memcpy(error->message, message.data(), length);
    error->message[length] = 0;
    error->position = position;
}

/// Finds a key of so many parts that the tables it makes could exhaust the stack: the parser limits the
/// nesting of values only. Counts the points of a line outside quotes and comments.
bool has_endless_key(std::string_view text, ctoml_position &position) {
    uint32_t line = 1;
    size_t points = 0;
    char quote = 0;
    bool comment = false;
    for (size_t index = 0; index < text.size(); index++) {
        const char byte = text[index];
        if (byte == '\n') {
            line++;
            points = 0;
            quote = 0;
            comment = false;
        } else if (comment) {
            continue;
        } else if (quote) {
            if (byte == '\\' && quote == '"') index++;
            else if (byte == quote) quote = 0;
        } else if (byte == '"' || byte == '\'') {
            quote = byte;
        } else if (byte == '#') {
            comment = true;
        } else if (byte == '.' && ++points > deepest_key) {
            position = {line, 1};
            return true;
        }
    }
    return false;
}

void add(ctoml_document &document, const toml::node &node, size_t parent, const toml::key *key) {
    ctoml_node entry{};
    entry.parent = parent;
    entry.position = place(node.source());
    if (key) {
        entry.key = key->data();
        entry.key_length = key->length();
        entry.key_position = place(key->source());
    }
    const size_t number = document.nodes.size();
    if (auto *value = node.as_string()) {
        entry.kind = CTOML_STRING;
        entry.text = value->get().data();
        entry.text_length = value->get().size();
    } else if (auto *value = node.as_integer()) {
        entry.kind = CTOML_INTEGER;
        entry.integer = value->get();
    } else if (auto *value = node.as_floating_point()) {
        entry.kind = CTOML_FLOAT;
        entry.number = value->get();
    } else if (auto *value = node.as_boolean()) {
        entry.kind = CTOML_BOOLEAN;
        entry.boolean = value->get();
    } else if (node.is_table()) {
        entry.kind = CTOML_TABLE;
    } else if (node.is_array()) {
        entry.kind = CTOML_ARRAY;
    } else {
        entry.kind = CTOML_DATE;
    }
    document.nodes.push_back(entry);
    if (auto *table = node.as_table()) {
        for (auto &&[name, value] : *table) add(document, value, number, &name);
    } else if (auto *array = node.as_array()) {
        for (auto &&value : *array) add(document, value, number, nullptr);
    }
}

}  // namespace

extern "C" ctoml_document *ctoml_parse(const char *bytes, size_t length, ctoml_error *error) {
    ctoml_document *document = nullptr;
    try {
        const std::string_view text(bytes ? bytes : "", bytes ? length : 0);
        ctoml_position position{};
        if (has_endless_key(text, position)) {
            fail(error, "a key has too many parts", position);
            return nullptr;
        }
        document = new ctoml_document();
        document->root = toml::parse(text);
        add(*document, document->root, 0, nullptr);
        return document;
    } catch (const toml::parse_error &failure) {
        fail(error, failure.description(), place(failure.source()));
    } catch (const std::exception &failure) {
        fail(error, failure.what(), {});
    } catch (...) {
        fail(error, "the parser failed", {});
    }
    delete document;
    return nullptr;
}

extern "C" size_t ctoml_count(const ctoml_document *document) { return document ? document->nodes.size() : 0; }

extern "C" const ctoml_node *ctoml_node_at(const ctoml_document *document, size_t number) {
    return document && number < document->nodes.size() ? &document->nodes[number] : nullptr;
}

extern "C" void ctoml_free(ctoml_document *document) { delete document; }
