// The limit for the machine: N placements that are taken by deadline, touched and put back, in
// total order of (time, placement).
//
//   simulation calendar|heap N HOURS same|mixed
//
// calendar: a ring of one-second slots as long as the horizon, each sorted when its turn comes.
// heap: std::priority_queue. Prints events a second, a checksum of the order, bytes a placement.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <queue>
#include <vector>

namespace {

struct Placement {
  uint32_t interval;
  uint32_t fired;
};

uint64_t random_state = 88172645463325252ull;

uint64_t next_random() {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

long peak_bytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

struct World {
  std::vector<Placement> placements;
  uint64_t events = 0;
  uint64_t checksum = 0;

  // Fires a placement and returns its next second.
  uint32_t fire(uint32_t second, uint32_t number) {
    events++;
    checksum = checksum + uint64_t(second) * (number + 1) + (checksum << 1);
    placements[number].fired++;
    return second + placements[number].interval;
  }
};

void run_calendar(World &world, const std::vector<uint32_t> &phases, uint32_t end) {
  const uint32_t slot_count = 1u << 17;
  std::vector<std::vector<uint32_t>> slots(slot_count);
  for (uint32_t i = 0; i < phases.size(); i++) slots[phases[i]].push_back(i);
  for (uint32_t second = 0; second < end; second++) {
    std::vector<uint32_t> slot;
    slot.swap(slots[second & (slot_count - 1)]);
    if (!std::is_sorted(slot.begin(), slot.end())) std::sort(slot.begin(), slot.end());
    for (uint32_t number : slot) {
      uint32_t next = world.fire(second, number);
      if (next < end) slots[next & (slot_count - 1)].push_back(number);
    }
  }
}

void run_heap(World &world, const std::vector<uint32_t> &phases, uint32_t end) {
  std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> heap;
  for (uint32_t i = 0; i < phases.size(); i++) heap.push(uint64_t(phases[i]) << 32 | i);
  while (!heap.empty() && heap.top() >> 32 < end) {
    uint64_t key = heap.top();
    heap.pop();
    uint32_t number = uint32_t(key);
    uint32_t next = world.fire(uint32_t(key >> 32), number);
    if (next < end) heap.push(uint64_t(next) << 32 | number);
  }
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 5) return 64;
  const uint32_t count = strtoul(argv[2], nullptr, 10);
  const uint32_t end = strtoul(argv[3], nullptr, 10) * 3600;
  const uint32_t mixed[] = {900, 1800, 3600, 3600, 3600, 7200, 21600, 86400};
  const long before = peak_bytes();
  World world;
  std::vector<uint32_t> phases;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t interval = strcmp(argv[4], "mixed") == 0 ? mixed[next_random() & 7] : 3600;
    world.placements.push_back({interval, 0});
    phases.push_back(next_random() % interval + 1);
  }
  auto start = std::chrono::steady_clock::now();
  if (strcmp(argv[1], "calendar") == 0) {
    run_calendar(world, phases, end);
  } else {
    run_heap(world, phases, end);
  }
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  printf("%f %llu %ld\n", world.events / seconds, (unsigned long long)world.checksum,
         (peak_bytes() - before) / count);
}
