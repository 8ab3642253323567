#include "CTomlPlusPlus.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <exception>
#include <string_view>
#include <vector>

namespace {
/// The parser has met a text that it did not think of (3.3.0 does so at a section without a name).
struct parser_surprise {};
}  // namespace

// Its assertions stay on in every build and are errors of the text, not the end of the process.
#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? static_cast<void>(0) : throw parser_surprise())
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

/// The place of a key of so many parts that the tables it makes could exhaust the stack: the parser limits the
/// nesting of values only. Counts the points of a line outside quotes and comments.
ctoml_position endless_key(std::string_view text) {
    uint32_t line = 1;
    size_t line_start = 0;
    size_t points = 0;
    char quote = 0;
    bool comment = false;
    for (size_t index = 0; index < text.size(); index++) {
        const char byte = text[index];
        if (byte == '\n') {
            line++;
            line_start = index + 1;
            points = 0;
            quote = 0;
            comment = false;
        } else if (comment) {
            continue;
        } else if (quote) {
            if (byte == '\\' && quote == '"' && index + 1 < text.size() && text[index + 1] != '\n') index++;
            else if (byte == quote) quote = 0;
        } else if (byte == '"' || byte == '\'') {
            quote = byte;
        } else if (byte == '#') {
            comment = true;
        } else if (byte == '.' && ++points > deepest_key) {
            return {line, static_cast<uint32_t>(index - line_start + 1)};
        }
    }
    return {};
}

/// The place of the first section without a name.
ctoml_position nameless_section(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    uint32_t line = 1;
    for (size_t start = 0; start < text.size(); line++) {
        const size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view content = text.substr(start, end - start);
        start = end + 1;
        size_t at = content.find_first_not_of(blanks);
        if (at == std::string_view::npos || content[at] != '[') continue;
        const auto column = static_cast<uint32_t>(at + 1);
        at++;
        if (at < content.size() && content[at] == '[') at++;
        at = content.find_first_not_of(blanks, at);
        if (at == std::string_view::npos) return {line, column};
        const auto byte = static_cast<unsigned char>(content[at]);
        if (!std::isalnum(byte) && byte != '_' && byte != '-' && byte != '"' && byte != '\'') return {line, column};
    }
    return {};
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
    const std::string_view text(bytes ? bytes : "", bytes ? length : 0);
    try {
        if (const auto position = endless_key(text); position.line) {
            fail(error, "a key has too many parts", position);
            return nullptr;
        }
        document = new ctoml_document();
        document->root = toml::parse(text);
        add(*document, document->root, 0, nullptr);
        return document;
    } catch (const toml::parse_error &failure) {
        fail(error, failure.description(), place(failure.source()));
    } catch (const parser_surprise &) {
        fail(error, "a section has no name", nameless_section(text));
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
