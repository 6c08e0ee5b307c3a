// Pairs messages of two topics as message_filters::sync_policies::ApproximateTime of ROS 2 does in C++ (the adaptive
// algorithm of https://wiki.ros.org/message_filters/ApproximateTime), written anew for two topics: of all pairs around a
// pivot, which is the later of the first two messages, the one that lies closest together.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

class Synchronizer {
 public:
  struct Stamped {
    int64_t stamp;
    std::string text;
  };
  using Callback = std::function<void(const Stamped&, const Stamped&)>;

  Synchronizer(size_t queue_size, Callback callback) : queue_size(queue_size), callback(callback) {}

  void add(int topic, const Stamped& message) {
    waiting[topic].push_back(message);
    if (waiting[topic].size() == 1) search();
    if (waiting[topic].size() + past[topic].size() <= queue_size) return;
    // Too many: the oldest is lost, and the search begins anew.
    restore();
    waiting[topic].pop_front();
    is_dropped[topic] = true;
    if (pivot < 0) return;
    pivot = -1;
    search();
  }

 private:
  static constexpr double AGE_PENALTY = 0.1;
  const size_t queue_size;
  const Callback callback;
  std::deque<Stamped> waiting[2];
  // Messages of the search that are not waiting any more, but may still be part of a later pair.
  std::vector<Stamped> past[2];
  Stamped candidate[2];
  bool is_dropped[2] = {false, false};
  int pivot = -1;
  int64_t pivot_time = 0, first = 0, last = 0;

  void restore() {
    for (int i = 0; i < 2; i++) {
      waiting[i].insert(waiting[i].begin(), past[i].begin(), past[i].end());
      past[i].clear();
    }
  }

  void pass(int topic) {
    past[topic].push_back(waiting[topic].front());
    waiting[topic].pop_front();
  }

  void choose(int64_t from, int64_t to) {
    for (int i = 0; i < 2; i++) candidate[i] = waiting[i].front(), past[i].clear();
    first = from, last = to;
  }

  void publish() {
    const Stamped chosen[2] = {candidate[0], candidate[1]};
    pivot = -1;
    restore();
    for (auto& queue : waiting) queue.pop_front();
    callback(chosen[0], chosen[1]);
  }

  // Whether no pair that ends at `to` can be closer than the candidate.
  bool is_best(int64_t to, int64_t from) const {
    return static_cast<double>(to - last) * (1 + AGE_PENALTY) >= static_cast<double>(from - first);
  }

  // What is not there yet comes at the pivot's time at the earliest: whether that could be better.
  bool is_best_whatever_comes() const {
    std::vector<int64_t> ahead[2];
    size_t at[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
      for (const auto& each : waiting[i]) ahead[i].push_back(each.stamp);
      const int64_t known = past[i].empty() ? pivot_time : past[i].back().stamp;
      ahead[i].push_back(std::max(ahead[i].empty() ? known : ahead[i].back(), pivot_time));
    }
    for (;;) {
      const int64_t a = ahead[0][at[0]], b = ahead[1][at[1]];
      const int64_t from = std::min(a, b), to = std::max(a, b);
      const int earlier = b < a ? 1 : 0;
      if (is_best(to, pivot_time)) return true;
      if (!is_best(to, from)) return false;
      if (at[earlier] + 1 == ahead[earlier].size()) return false;
      at[earlier]++;
    }
  }

  void search() {
    while (!waiting[0].empty() && !waiting[1].empty()) {
      const int64_t a = waiting[0].front().stamp, b = waiting[1].front().stamp;
      const int later = b > a ? 1 : 0, earlier = b < a ? 1 : 0;
      const int64_t from = std::min(a, b), to = std::max(a, b);
      for (int i = 0; i < 2; i++)
        if (i != later) is_dropped[i] = false;
      if (pivot < 0) {
        if (is_dropped[later]) {
          waiting[earlier].pop_front();
          continue;
        }
        choose(from, to);
        pivot = later;
        pivot_time = to;
      } else if (!is_best(to, from)) {
        choose(from, to);
      }
      const bool is_pivot = earlier == pivot;
      pass(earlier);
      if (is_pivot || is_best(to, pivot_time)) publish();
      else if ((waiting[0].empty() || waiting[1].empty()) && is_best_whatever_comes()) publish();
    }
  }
};
