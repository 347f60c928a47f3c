// The functions of libcurl that FoundationNetworking calls, each handed on to the library once
// that is loaded, which is at the first request.
//
// In a static build libFoundationNetworking.a wants libcurl from the linker. Linked as usual,
// libcurl and the 25 libraries under it would be loaded by every `metsched validate`, which costs
// five times what the command itself takes. These symbols are hidden: nothing outside of the
// executable sees them, libcurl least of all. With a dynamic Foundation they are never called.
//
// Source: curl/curl.h and curl/multi.h of libcurl 7.88; the interface of libcurl.so.4 is stable.

#include "CLazyCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#pragma GCC visibility push(hidden)

// curl.h numbers options in blocks by the type of their argument: CURLOPTTYPE_LONG and so on.
enum { block = 10000, longs = 0, offsets = 3 };

static void *library;
static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) failure = dlerror();
}

static void *function(const char *name) {
  if (lazy_curl_load()) abort();  // whoever asks for a session has asked for the library before
  void *found = dlsym(library, name);
  if (!found) abort();
  return found;
}

// A function under its own name, with the parameters in both forms.
#define HAND_ON(result, name, parameters, arguments)          \
  result name parameters {                                    \
    static result(*_Atomic cached) parameters;                \
    result(*call) parameters = cached;                        \
    if (!call) cached = call = (result(*) parameters)function(#name); \
    return call arguments;                                    \
  }

HAND_ON(int, curl_global_init, (long flags), (flags))
HAND_ON(const char *, curl_version, (void), ())
HAND_ON(void *, curl_version_info, (int age), (age))
HAND_ON(void, curl_free, (void *memory), (memory))

HAND_ON(void *, curl_easy_init, (void), ())
HAND_ON(void, curl_easy_cleanup, (void *easy), (easy))
HAND_ON(int, curl_easy_pause, (void *easy, int mask), (easy, mask))
HAND_ON(const char *, curl_easy_strerror, (int code), (code))

HAND_ON(void *, curl_multi_init, (void), ())
HAND_ON(int, curl_multi_cleanup, (void *multi), (multi))
HAND_ON(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy))
HAND_ON(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy))
HAND_ON(int, curl_multi_assign, (void *multi, int socket, void *pointer), (multi, socket, pointer))
HAND_ON(void *, curl_multi_info_read, (void *multi, int *left), (multi, left))
HAND_ON(int, curl_multi_socket_action, (void *multi, int socket, int events, int *running),
        (multi, socket, events, running))

HAND_ON(void *, curl_slist_append, (void *list, const char *text), (list, text))
HAND_ON(void, curl_slist_free_all, (void *list), (list))

HAND_ON(void *, curl_url, (void), ())
HAND_ON(int, curl_url_get, (const void *url, int part, char **text, unsigned flags),
        (url, part, text, flags))
HAND_ON(int, curl_url_set, (void *url, int part, const char *text, unsigned flags),
        (url, part, text, flags))

// The variadic ones take one argument, of the type that the option's number tells.

#define SET_OPTION(name)                                                          \
  int name(void *handle, int option, ...) {                                       \
    static int (*_Atomic cached)(void *, int, ...);                               \
    int (*call)(void *, int, ...) = cached;                                       \
    if (!call) cached = call = (int (*)(void *, int, ...))function(#name);        \
    va_list list;                                                                 \
    va_start(list, option);                                                       \
    int result;                                                                   \
    switch (option / block) {                                                     \
      case longs: result = call(handle, option, va_arg(list, long)); break;       \
      case offsets: result = call(handle, option, va_arg(list, int64_t)); break;  \
      default: result = call(handle, option, va_arg(list, void *));               \
    }                                                                             \
    va_end(list);                                                                 \
    return result;                                                                \
  }

SET_OPTION(curl_easy_setopt)
SET_OPTION(curl_multi_setopt)

int curl_easy_getinfo(void *handle, int info, ...) {
  static int (*_Atomic cached)(void *, int, ...);
  int (*call)(void *, int, ...) = cached;
  if (!call) cached = call = (int (*)(void *, int, ...))function("curl_easy_getinfo");
  va_list list;
  va_start(list, info);
  int result = call(handle, info, va_arg(list, void *));
  va_end(list);
  return result;
}

#pragma GCC visibility pop

const char *lazy_curl_load(void) {
  pthread_once(&once, load);
  return failure;
}
