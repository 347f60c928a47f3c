// The limit: a calendar queue that knows its work. A ring of one-second slots that is longer than
// the longest interval, so that no slot ever holds two turns; a slot is sorted when its turn comes,
// and most are in order already, since placements come back in the order in which they left.
#include <algorithm>

#include "workload.hpp"

int main(int count, char **arguments) {
  Workload work(count, arguments);
  const uint32_t slots = 131072;
  std::vector<std::vector<uint32_t>> ring(slots);
  for (uint32_t i = 0; i < work.placements.size(); i++) ring[work.phases[i]].push_back(i);
  for (uint32_t now = 0; now < work.end; now++) {
    std::vector<uint32_t> slot;
    slot.swap(ring[now % slots]);
    if (!std::is_sorted(slot.begin(), slot.end())) std::sort(slot.begin(), slot.end());
    for (uint32_t placement : slot) {
      const uint32_t next = work.decide(placement, now);
      if (next < work.end) ring[next % slots].push_back(placement);
    }
  }
  work.report();
}
