#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ocsp.h>
#include <openssl/pkcs12.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

// What OpenSSL offers as macros only, and the walk through a certificate's names, whose stack types are
// macros too.

static inline int copenssl_set_versions(SSL_CTX *context, int minimum, int maximum) {
  return SSL_CTX_set_min_proto_version(context, minimum) && SSL_CTX_set_max_proto_version(context, maximum);
}

/// Has sessions told through the callback and not kept by OpenSSL.
static inline void copenssl_keep_no_sessions(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
}

/// What `SSL_CTX_set_default_passwd_cb` is given back.
static inline void copenssl_set_password_context(SSL_CTX *context, void *password) {
  SSL_CTX_set_default_passwd_cb_userdata(context, password);
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

enum copenssl_pkcs12 {
  copenssl_pkcs12_good = 1,
  copenssl_pkcs12_unreadable = 0,
  copenssl_pkcs12_wrong_password = -1,
  copenssl_pkcs12_incomplete = -2,
  copenssl_pkcs12_refused = -3,
};

/// Takes the certificate, its key and its chain from a PKCS#12 file.
static inline int copenssl_use_pkcs12(SSL_CTX *context, const char *file, const char *password) {
  BIO *content = BIO_new_file(file, "rb");
  PKCS12 *store = content ? d2i_PKCS12_bio(content, NULL) : NULL;
  BIO_free(content);
  if (!store) return copenssl_pkcs12_unreadable;
  EVP_PKEY *key = NULL;
  X509 *certificate = NULL;
  STACK_OF(X509) *chain = NULL;
  int result = copenssl_pkcs12_wrong_password;
  if (PKCS12_parse(store, password, &key, &certificate, &chain)) {
    result = copenssl_pkcs12_incomplete;
    if (key && certificate) {
      result = SSL_CTX_use_cert_and_key(context, certificate, key, chain, 1) == 1 ? copenssl_pkcs12_good
                                                                                 : copenssl_pkcs12_refused;
    }
  }
  EVP_PKEY_free(key);
  X509_free(certificate);
  sk_X509_pop_free(chain, X509_free);
  PKCS12_free(store);
  return result;
}

/// The SHA-256 of the public key (SubjectPublicKeyInfo) of a certificate of the verified chain, the server's
/// own first; 0 behind the last.
static inline int copenssl_chain_key_digest(SSL *session, int index, unsigned char *digest) {
  STACK_OF(X509) *chain = SSL_get0_verified_chain(session);
  if (!chain || index >= sk_X509_num(chain)) return 0;
  unsigned char *key = NULL;
  int count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(sk_X509_value(chain, index)), &key);
  int result = count > 0 && EVP_Digest(key, (size_t)count, digest, NULL, EVP_sha256(), NULL);
  OPENSSL_free(key);
  return result;
}

static inline void copenssl_ask_for_status(SSL *session) {
  SSL_set_tlsext_status_type(session, TLSEXT_STATUSTYPE_ocsp);
}

enum copenssl_status {
  copenssl_status_good = 1,
  copenssl_status_absent = 0,
  copenssl_status_unbelievable = -1,
  copenssl_status_revoked = -2,
  copenssl_status_stale = -3,
};

/// What the stapled OCSP answer (RFC 6066, 8) says of the server's certificate.
static inline int copenssl_stapled_status(SSL *session) {
  const unsigned char *bytes = NULL;
  long count = SSL_get_tlsext_status_ocsp_resp(session, &bytes);
  STACK_OF(X509) *chain = SSL_get0_verified_chain(session);
  if (count <= 0 || !bytes) return copenssl_status_absent;
  if (!chain || sk_X509_num(chain) < 2) return copenssl_status_unbelievable;
  OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &bytes, count);
  OCSP_BASICRESP *basic = response ? OCSP_response_get1_basic(response) : NULL;
  OCSP_CERTID *name = OCSP_cert_to_id(NULL, sk_X509_value(chain, 0), sk_X509_value(chain, 1));
  X509_STORE *store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(session));
  int status = V_OCSP_CERTSTATUS_UNKNOWN, reason, result = copenssl_status_unbelievable;
  ASN1_GENERALIZEDTIME *revoked = NULL, *from = NULL, *until = NULL;
  if (basic && name && OCSP_basic_verify(basic, chain, store, 0) == 1 &&
      OCSP_resp_find_status(basic, name, &status, &reason, &revoked, &from, &until) == 1) {
    result = status == V_OCSP_CERTSTATUS_REVOKED ? copenssl_status_revoked
             : status != V_OCSP_CERTSTATUS_GOOD  ? copenssl_status_unbelievable
             : OCSP_check_validity(from, until, 300, -1) == 1 ? copenssl_status_good
                                                              : copenssl_status_stale;
  }
  OCSP_CERTID_free(name);
  OCSP_BASICRESP_free(basic);
  OCSP_RESPONSE_free(response);
  return result;
}
