// UTF8PROC_STATIC: the functions are in the executable, not imported.
#define UTF8PROC_STATIC
#include <utf8proc.h>
