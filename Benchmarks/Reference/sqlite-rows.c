// Writes the rows of StoreMeasurement.swift into the same tables with the same pragmas, and does
// nothing else: the most that SQLite gives to one thread.
//
//     sqlite-rows ROWS FILE-WITH-THE-TABLES FILE-TO-WRITE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sqlite3 *db;

static void fail(const char *what) {
  fprintf(stderr, "sqlite-rows: %s: %s\n", what, sqlite3_errmsg(db));
  exit(1);
}

static void run(const char *sql) {
  if (sqlite3_exec(db, sql, 0, 0, 0) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0) != SQLITE_OK)
    fail(sql);
  return statement;
}

static int create(void *ignored, int count, char **values, char **names) {
  (void)ignored, (void)count, (void)names;
  if (values[0]) run(values[0]);
  return 0;
}

static void take_tables(const char *path) {
  sqlite3 *tables;
  if (sqlite3_open_v2(path, &tables, SQLITE_OPEN_READONLY, 0) != SQLITE_OK) fail(path);
  if (sqlite3_exec(tables, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", create, 0, 0) !=
      SQLITE_OK)
    fail(path);
  sqlite3_close(tables);
}

static void step(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail("step");
  sqlite3_reset(statement);
}

static void word(sqlite3_stmt *statement, int index, const char *text, int length) {
  sqlite3_bind_text(statement, index, text, length, SQLITE_STATIC);
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  const long rows = atol(arguments[1]);
  char path[4096];
  const char *tails[] = {"", "-wal", "-shm"};
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s%s", arguments[3], tails[i]);
    unlink(path);
  }
  if (sqlite3_open_v2(arguments[3], &db,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0) != SQLITE_OK)
    fail(arguments[3]);
  run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
      "PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -4096;"
      "PRAGMA temp_store = MEMORY;");
  take_tables(arguments[2]);
  run("INSERT INTO run VALUES (1, 'bench.yaml', 'system', 0, 0, 0, 1, 0, 'UTC', 'bench', NULL, 0,"
      " 20, 7, 1, 0);"
      "INSERT INTO word VALUES (1, 'policy'), (2, 'bench.yaml:12:5');"
      "BEGIN");
  sqlite3_stmt *label = prepare("INSERT INTO label VALUES (?1, ?2, 'BenchmarkWidget', 'main',"
                                " 'systemMedium', 'UTC', ?3)");
  for (int i = 0; i < 1000; i++) {
    char user[32], name[64];
    snprintf(user, sizeof user, "user%d", i);
    snprintf(name, sizeof name, "user%d/BenchmarkWidget", i);
    sqlite3_bind_int64(label, 1, i + 1);
    sqlite3_bind_text(label, 2, user, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(label, 3, name, -1, SQLITE_TRANSIENT);
    step(label);
  }
  sqlite3_finalize(label);
  run("COMMIT");

  static char titles[200][48], links[200][32];
  static int title_lengths[200], link_lengths[200];
  for (int i = 0; i < 200; i++) {
    title_lengths[i] = snprintf(titles[i], sizeof titles[i], "The title of entry %d", i);
    link_lengths[i] = snprintf(links[i], sizeof links[i], "themet://%d", 435000 + i);
  }

  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  sqlite3_stmt *reload = prepare(
      "INSERT INTO record (id, at, label, what, causes, counted, eligible, granted, reason,"
      " \"left\", entries, first, last, policy, next, expected, why, origin, error)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, NULL, ?17,"
      " NULL)");
  sqlite3_stmt *show = prepare("INSERT INTO record (id, at, label, what, shows, date, title, link)"
                               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
  sqlite3_stmt *through = prepare("UPDATE run SET through = ?1 WHERE id = 1");
  for (long sequence = 1; sequence <= rows; sequence++) {
    const long group = (sequence - 1) / 5, place = (sequence - 1) % 5;
    const sqlite3_int64 at = 1767603600000 + group * 100 + place;
    if (sequence % 4096 == 1) run("BEGIN IMMEDIATE");
    sqlite3_stmt *row = place ? show : reload;
    sqlite3_bind_int64(row, 1, (sqlite3_int64)1 << 40 | sequence);
    sqlite3_bind_int64(row, 2, at);
    sqlite3_bind_int64(row, 3, group % 1000 + 1);
    if (place) {
      word(row, 4, "show", 4);
      word(row, 5, "entry", 5);
      sqlite3_bind_int64(row, 6, at);
      word(row, 7, titles[sequence % 200], title_lengths[sequence % 200]);
      word(row, 8, links[sequence % 200], link_lengths[sequence % 200]);
    } else {
      word(row, 4, "reload", 6);
      sqlite3_bind_int64(row, 5, 1);
      sqlite3_bind_int64(row, 6, 1);
      sqlite3_bind_int64(row, 7, at - 1000);
      sqlite3_bind_int64(row, 8, at);
      word(row, 9, "latency", 7);
      sqlite3_bind_int64(row, 10, 17);
      sqlite3_bind_int64(row, 11, 4);
      sqlite3_bind_int64(row, 12, at);
      sqlite3_bind_int64(row, 13, at + 3000);
      word(row, 14, "atEnd", 5);
      sqlite3_bind_int64(row, 15, at + 4000);
      sqlite3_bind_int64(row, 16, at + 5000);
      sqlite3_bind_int64(row, 17, 2);
    }
    step(row);
    if (sequence % 4096 == 0 || sequence == rows) {
      sqlite3_bind_int64(through, 1, at);
      step(through);
      run("COMMIT");
    }
  }
  run("UPDATE run SET over = 1");
  sqlite3_finalize(reload);
  sqlite3_finalize(show);
  sqlite3_finalize(through);
  if (sqlite3_close(db) != SQLITE_OK) fail("close");
  clock_gettime(CLOCK_MONOTONIC, &end);
  const double seconds = end.tv_sec - begin.tv_sec + (end.tv_nsec - begin.tv_nsec) / 1e9;
  printf("seconds %f\nper-second %f\n", seconds, rows / seconds);
  return 0;
}
