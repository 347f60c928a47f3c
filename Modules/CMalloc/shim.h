// The functions of glibc's allocator, which Swift's own map of glibc leaves out.
#include <malloc.h>
