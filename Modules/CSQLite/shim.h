// SQLite from Debian's libsqlite3-dev; the only place that names its header.
#include <sqlite3.h>
