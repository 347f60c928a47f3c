// The kernel's timers, which Swift's own map of the C library leaves out.
#include <sys/timerfd.h>
