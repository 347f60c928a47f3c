// The work that both languages are measured on, and how a program says what it measured.
//
// N placements, each with an interval and a phase below it, in whole seconds. A placement is due
// at its phase and then at every interval; of one second the lower number comes first. The numbers
// come from Marsaglia's xorshift64, so that every program has the same ones, and the order in which
// a program handles them goes into a hash, so that two programs are compared only where they did
// the same in the same order.
#pragma once

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

struct Placement {
  uint32_t interval;
  uint32_t decisions;
};

// The resident memory of this process in bytes: `VmRSS:` for now, `VmHWM:` for the most so far.
inline int64_t resident(const char *field) {
  FILE *status = std::fopen("/proc/self/status", "r");
  if (!status) return 0;
  char line[256];
  int64_t kilobytes = 0;
  while (std::fgets(line, sizeof line, status))
    if (!std::strncmp(line, field, std::strlen(field)))
      kilobytes = std::atoll(line + std::strlen(field));
  std::fclose(status);
  return kilobytes * 1024;
}

class Workload {
 public:
  std::vector<Placement> placements;
  std::vector<uint32_t> phases;
  uint32_t end;

  // Arguments: number of placements, hours, `same` or `mixed`.
  Workload(int count, char **arguments) {
    if (count != 4) {
      std::fprintf(stderr, "usage: %s PLACEMENTS HOURS same|mixed\n", arguments[0]);
      std::exit(64);
    }
    base = resident("VmHWM:");
    const uint32_t number = std::strtoul(arguments[1], nullptr, 10);
    end = std::strtoul(arguments[2], nullptr, 10) * 3600;
    const bool is_mixed = !std::strcmp(arguments[3], "mixed");
    static const uint32_t intervals[] = {900, 1800, 3600, 3600, 3600, 7200, 21600, 86400};
    placements.reserve(number);
    phases.reserve(number);
    for (uint32_t i = 0; i < number; i++) {
      const uint32_t interval = is_mixed ? intervals[random() & 7] : 3600;
      placements.push_back({interval, 0});
      phases.push_back(uint32_t(random() % interval));
    }
    begin = std::chrono::steady_clock::now();
  }

  // Touches a placement whose time has come and returns when it is due next.
  uint32_t decide(uint32_t placement, uint32_t time) {
    events++;
    order = (order ^ (uint64_t(time) << 32 | placement)) * 1099511628211u;
    placements[placement].decisions++;
    return time + placements[placement].interval;
  }

  void report() const {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const double count = double(placements.size());
    std::printf("events %" PRIu64 "\n", events);
    std::printf("per-second %.0f\n", double(events) / taken.count());
    std::printf("peak-bytes %.1f\n", double(resident("VmHWM:") - base) / count);
    std::printf("held-bytes %.1f\n", double(resident("VmRSS:") - base) / count);
    std::printf("order %016" PRIx64 "\n", order);
  }

 private:
  std::chrono::steady_clock::time_point begin;
  int64_t base;
  uint64_t events = 0;
  uint64_t order = 14695981039346656037u;
  uint64_t state = 88172645463325252u;

  uint64_t random() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
};
