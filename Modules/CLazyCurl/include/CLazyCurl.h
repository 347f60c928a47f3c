#ifndef METSCHED_LAZY_CURL_H
#define METSCHED_LAZY_CURL_H

// libcurl from Debian's libcurl4-openssl-dev; the only place that names its header. Each function
// hands on to the one that its name ends with, which libcurl's own pages describe.

// Swift would warn of options that stay because older libraries know no others.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

#pragma GCC visibility push(hidden)

/// Loads libcurl, unless it is loaded already; safe from any thread. Comes before all others.
///
/// Returns NULL where that works, else what is wrong, which stays valid.
const char *lazy_curl_load(void);

/// Makes the calling thread one for transfers, until it ends.
///
/// It and the threads that libcurl starts from it take no signals: those are for others, and a
/// peer that is gone is an error, which OpenSSL would have the whole process told by SIGPIPE. Its
/// texts are UTF-8 in whatever locale, so that hosts have names in any script.
void lazy_curl_enter_thread(void);

/// The library's version: "7.88.1".
const char *lazy_curl_version(void);

CURLM *lazy_curl_multi_init(void);
CURLMcode lazy_curl_multi_set_long(CURLM *multi, CURLMoption option, long value);
CURLMcode lazy_curl_multi_add(CURLM *multi, CURL *easy);
CURLMcode lazy_curl_multi_remove(CURLM *multi, CURL *easy);
CURLMcode lazy_curl_multi_perform(CURLM *multi, int *running);
/// Sleeps until there is something to do, somebody wakes it, or some milliseconds have passed.
CURLMcode lazy_curl_multi_poll(CURLM *multi, int milliseconds);
/// Ends a poll, this one or the next; safe from any thread.
CURLMcode lazy_curl_multi_wakeup(CURLM *multi);
/// Returns a transfer that has ended, and with what; NULL where there is none.
CURL *lazy_curl_multi_ended(CURLM *multi, CURLcode *result);
void lazy_curl_multi_cleanup(CURLM *multi);

CURL *lazy_curl_easy_init(void);
CURLcode lazy_curl_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode lazy_curl_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value);
CURLcode lazy_curl_easy_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode lazy_curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode lazy_curl_easy_set_pointer(CURL *easy, CURLoption option, void *value);
/// For `CURLOPT_WRITEFUNCTION` and `CURLOPT_HEADERFUNCTION`, which have one form.
CURLcode lazy_curl_easy_set_function(CURL *easy, CURLoption option, curl_write_callback value);
CURLcode lazy_curl_easy_get_long(CURL *easy, CURLINFO info, long *value);
CURLcode lazy_curl_easy_get_pointer(CURL *easy, CURLINFO info, void **value);
const char *lazy_curl_easy_strerror(CURLcode code);
void lazy_curl_easy_cleanup(CURL *easy);

/// Returns the longer list; NULL where there is no memory, and then the old one stays.
struct curl_slist *lazy_curl_slist_append(struct curl_slist *list, const char *text);
void lazy_curl_slist_free_all(struct curl_slist *list);

CURLU *lazy_curl_url(void);
/// Sets a part, and with NULL takes it away; as a whole URL, also one relative to what is there.
CURLUcode lazy_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
/// Gives a part as a copy that `lazy_curl_free` ends.
CURLUcode lazy_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags);
void lazy_curl_free(void *text);
void lazy_curl_url_cleanup(CURLU *url);

/// `CURLOPT_QUICK_EXIT` of 7.87, which older headers do not have and older libraries refuse.
static const CURLoption lazy_curl_quick_exit = (CURLoption)(CURLOPTTYPE_LONG + 322);

#pragma GCC visibility pop

#endif
