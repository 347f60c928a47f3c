// libcurl, loaded at the first request.
//
// Linked as usual, libcurl and the 25 libraries under it would be loaded by every
// `metsched validate`, which costs several times what the command itself takes. All functions are
// looked up at once, so one that is missing is a message and no trap. They stand in a table under
// names of our own: a process that has libcurl from elsewhere too never takes one for the other.

#define _GNU_SOURCE  // uselocale

#include "CLazyCurl.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define FUNCTIONS(EACH)        \
  EACH(curl_easy_cleanup)      \
  EACH(curl_easy_getinfo)      \
  EACH(curl_easy_init)         \
  EACH(curl_easy_setopt)       \
  EACH(curl_easy_strerror)     \
  EACH(curl_free)              \
  EACH(curl_global_init)       \
  EACH(curl_multi_add_handle)  \
  EACH(curl_multi_cleanup)     \
  EACH(curl_multi_info_read)   \
  EACH(curl_multi_init)        \
  EACH(curl_multi_perform)     \
  EACH(curl_multi_poll)        \
  EACH(curl_multi_remove_handle) \
  EACH(curl_multi_setopt)      \
  EACH(curl_multi_wakeup)      \
  EACH(curl_slist_append)      \
  EACH(curl_slist_free_all)    \
  EACH(curl_url)               \
  EACH(curl_url_cleanup)       \
  EACH(curl_url_get)           \
  EACH(curl_url_set)           \
  EACH(curl_version_info)

#define DECLARE(name) __typeof__(name) *name##_;
static struct {
  FUNCTIONS(DECLARE)
} library;

// libidn2 asks the locale how the bytes of a host's name are to be read.
static locale_t utf8;

static const char *failure;
static char message[128];

static void *function(void *handle, const char *name) {
  void *found = dlsym(handle, name);
  if (!found && !failure) {
    snprintf(message, sizeof message, "it has no %s; version 7.68 or later is needed", name);
    failure = message;
  }
  return found;
}

// A process may end while a transfer is under way. `exit` then calls what OpenSSL left there, which
// frees what the transfer stands on. What was left last is called first: our own, after which no
// thread comes into the library again. It waits a second at most, for libraries that wait inside.
static pthread_rwlock_t door = PTHREAD_RWLOCK_INITIALIZER;

static void shut(void) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 1;
  pthread_rwlock_timedwrlock(&door, &end);
}

#define INSIDE(call)               \
  do {                             \
    pthread_rwlock_rdlock(&door);  \
    call;                          \
    pthread_rwlock_unlock(&door);  \
  } while (0)

static void load(void) {
  void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    failure = dlerror();
    return;
  }
#define LOOK_UP(name) library.name##_ = (__typeof__(name) *)function(handle, #name);
  FUNCTIONS(LOOK_UP)
  if (failure) return;
  if (library.curl_global_init_(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    failure = "it cannot be started";
    return;
  }
  utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  atexit(shut);
}

const char *lazy_curl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return failure;
}

void lazy_curl_enter_thread(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  if (utf8) uselocale(utf8);
}

const char *lazy_curl_version(void) {
  return library.curl_version_info_(CURLVERSION_NOW)->version;
}

CURLM *lazy_curl_multi_init(void) { return library.curl_multi_init_(); }

CURLMcode lazy_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return library.curl_multi_setopt_(multi, option, value);
}

CURLMcode lazy_curl_multi_add(CURLM *multi, CURL *easy) {
  return library.curl_multi_add_handle_(multi, easy);
}

CURLMcode lazy_curl_multi_remove(CURLM *multi, CURL *easy) {
  CURLMcode code;
  INSIDE(code = library.curl_multi_remove_handle_(multi, easy));
  return code;
}

CURLMcode lazy_curl_multi_perform(CURLM *multi, int *running) {
  CURLMcode code;
  INSIDE(code = library.curl_multi_perform_(multi, running));
  return code;
}

CURLMcode lazy_curl_multi_poll(CURLM *multi, int milliseconds) {
  return library.curl_multi_poll_(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode lazy_curl_multi_wakeup(CURLM *multi) { return library.curl_multi_wakeup_(multi); }

CURL *lazy_curl_multi_ended(CURLM *multi, CURLcode *result) {
  int left;
  CURLMsg *news;
  while ((news = library.curl_multi_info_read_(multi, &left))) {
    if (news->msg != CURLMSG_DONE) continue;
    *result = news->data.result;
    return news->easy_handle;
  }
  return NULL;
}

void lazy_curl_multi_cleanup(CURLM *multi) { INSIDE(library.curl_multi_cleanup_(multi)); }

CURL *lazy_curl_easy_init(void) {
  CURL *easy;
  INSIDE(easy = library.curl_easy_init_());
  return easy;
}

#define SETTER(name, type)                                              \
  CURLcode lazy_curl_easy_set_##name(CURL *easy, CURLoption option, type value) { \
    return library.curl_easy_setopt_(easy, option, value);              \
  }
SETTER(long, long)
SETTER(offset, curl_off_t)
SETTER(text, const char *)
SETTER(list, struct curl_slist *)
SETTER(pointer, void *)
SETTER(function, curl_write_callback)

CURLcode lazy_curl_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return library.curl_easy_getinfo_(easy, info, value);
}

CURLcode lazy_curl_easy_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return library.curl_easy_getinfo_(easy, info, value);
}

const char *lazy_curl_easy_strerror(CURLcode code) { return library.curl_easy_strerror_(code); }

void lazy_curl_easy_cleanup(CURL *easy) { INSIDE(library.curl_easy_cleanup_(easy)); }

struct curl_slist *lazy_curl_slist_append(struct curl_slist *list, const char *text) {
  return library.curl_slist_append_(list, text);
}

void lazy_curl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all_(list); }

CURLU *lazy_curl_url(void) { return library.curl_url_(); }

CURLUcode lazy_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  return library.curl_url_set_(url, part, text, flags);
}

CURLUcode lazy_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  return library.curl_url_get_(url, part, text, flags);
}

void lazy_curl_free(void *text) { library.curl_free_(text); }

void lazy_curl_url_cleanup(CURLU *url) { library.curl_url_cleanup_(url); }
