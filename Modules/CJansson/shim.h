// Jansson from Debian's libjansson-dev; the only place that names its header.
#include <jansson.h>
