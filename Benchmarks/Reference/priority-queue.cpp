// What one writes without thinking: the standard library's binary heap, on keys of one word.
#include <functional>
#include <queue>

#include "workload.hpp"

int main(int count, char **arguments) {
  Workload work(count, arguments);
  std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<uint64_t>> queue;
  for (uint32_t i = 0; i < work.placements.size(); i++)
    if (work.phases[i] < work.end) queue.push(uint64_t(work.phases[i]) << 32 | i);
  while (!queue.empty()) {
    const uint64_t key = queue.top();
    queue.pop();
    const uint32_t placement = uint32_t(key);
    const uint32_t next = work.decide(placement, uint32_t(key >> 32));
    if (next < work.end) queue.push(uint64_t(next) << 32 | placement);
  }
  work.report();
}
