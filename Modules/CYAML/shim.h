// libyaml from Debian's libyaml-dev; the only place that names its header.
#include <yaml.h>
