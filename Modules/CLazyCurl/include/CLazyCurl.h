#ifndef METSCHED_LAZY_CURL_H
#define METSCHED_LAZY_CURL_H

/// Loads libcurl, unless it is loaded already; safe from any thread.
///
/// Returns NULL where that works, else what the loader says, which stays valid.
const char *lazy_curl_load(void);

#endif
