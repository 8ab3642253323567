#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

// What OpenSSL offers as macros only, and the walk through a certificate's names, whose stack types are
// macros too.

static inline int copenssl_set_minimum_tls12(SSL_CTX *context) {
  return (int)SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline void copenssl_refuse_renegotiation(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
}

static inline int copenssl_set_server_name(SSL *session, const char *name) {
  return (int)SSL_set_tlsext_host_name(session, name);
}

static inline X509 *copenssl_peer_certificate(SSL *session) {
  return SSL_get1_peer_certificate(session);
}

/// The seconds since 1970 at which the certificate begins or stops to be valid; 0 when unreadable.
static inline int64_t copenssl_validity_bound(const X509 *certificate, int end) {
  struct tm time;
  memset(&time, 0, sizeof time);
  const ASN1_TIME *bound = end ? X509_get0_notAfter(certificate) : X509_get0_notBefore(certificate);
  return ASN1_TIME_to_tm(bound, &time) ? (int64_t)timegm(&time) : 0;
}

/// Writes the certificate's DNS names and addresses into `text`, separated by ", ", as many as fit.
static inline void copenssl_names(X509 *certificate, char *text, size_t capacity) {
  if (capacity == 0) return;
  text[0] = 0;
  size_t used = 0;
  GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  for (int index = 0; names && index < sk_GENERAL_NAME_num(names); index++) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    char piece[256];
    size_t length = 0;
    if (name->type == GEN_DNS) {
      int size = ASN1_STRING_length(name->d.dNSName);
      length = size > 0 && (size_t)size < sizeof piece ? (size_t)size : 0;
      memcpy(piece, ASN1_STRING_get0_data(name->d.dNSName), length);
    } else if (name->type == GEN_IPADD) {
      const unsigned char *bytes = ASN1_STRING_get0_data(name->d.iPAddress);
      int size = ASN1_STRING_length(name->d.iPAddress);
      if (size == 4) {
        length = (size_t)BIO_snprintf(piece, sizeof piece, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2],
                                      bytes[3]);
      }
    }
    if (length == 0 || used + length + 3 > capacity) continue;
    if (used) {
      memcpy(text + used, ", ", 2);
      used += 2;
    }
    memcpy(text + used, piece, length);
    used += length;
    text[used] = 0;
  }
  GENERAL_NAMES_free(names);
  if (used == 0) {
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, text, (int)capacity);
  }
}
