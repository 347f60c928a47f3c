// The limit of reading: libyaml's own events, each looked at and thrown away.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yaml.h>

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: %s FILE\n", arguments[0]);
    return 64;
  }
  fseek(file, 0, SEEK_END);
  const size_t length = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(length);
  if (!bytes || fread(bytes, 1, length, file) != length) return 1;
  fclose(file);

  const double begin = seconds();
  yaml_parser_t parser;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, bytes, length);
  size_t events = 0, text = 0;
  int is_done = 0;
  while (!is_done) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) {
      fprintf(stderr, "line %zu: %s\n", parser.problem_mark.line + 1, parser.problem);
      return 1;
    }
    events++;
    if (event.type == YAML_SCALAR_EVENT) text += event.data.scalar.length;
    is_done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  const double taken = seconds() - begin;
  printf("events %zu\ntext %zu\nper-second %.0f\nseconds %.6f\n", events, text,
         (double)length / taken, taken);
  free(bytes);
  return 0;
}
