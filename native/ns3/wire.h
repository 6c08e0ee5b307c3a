// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
// The wire of ROS-NetSim, as far as a network simulator needs it: frames, gzip, and the two protobuf
// messages, read and written by hand, so that nothing but zlib is needed.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace wire {

/** Largest body of a frame, and largest content after decompression. */
constexpr size_t kMaxBytes = 64u << 20;

struct NetworkUpdate {
  uint64_t isEnd = 0;
  uint64_t window = 0;
  std::vector<uint32_t> ids, sources, destinations, lengths, receivers;
  std::vector<double> errors;
  std::string channelData;
  std::vector<uint32_t> clearedIds, clearedSources, clearedDestinations;
};

struct Path {
  std::vector<uint32_t> ids, hops;
  std::vector<double> points;
};

struct ChannelData {
  std::vector<double> nodes;
  std::vector<Path> paths;
};

/** Reads the fields of a protobuf message one after the other. */
class Reader {
 public:
  explicit Reader(const std::string& text) : at_(text.data()), end_(at_ + text.size()) {}

  bool next() {
    if (at_ == end_) return false;
    const uint64_t key = varint();
    field = key >> 3;
    type_ = key & 7;
    return true;
  }

  uint64_t number() {
    if (type_ != 0) throw std::runtime_error("a field has the wrong type");
    return varint();
  }

  std::string bytes() {
    if (type_ != 2) throw std::runtime_error("a field has the wrong type");
    const size_t size = varint();
    need(size);
    at_ += size;
    return std::string(at_ - size, size);
  }

  /** A repeated scalar, packed or not: a varint, or one of a fixed size. */
  template <typename T>
  void append(std::vector<T>& list, bool isVarint) {
    if (type_ != 2) {
      list.push_back(one<T>(isVarint));
      return;
    }
    const size_t size = varint();
    need(size);
    const char* stop = at_ + size;
    while (at_ < stop) list.push_back(one<T>(isVarint));
    if (at_ != stop) throw std::runtime_error("a packed field ends in the middle of a number");
  }

  void skip() {
    if (type_ == 0) varint();
    else if (type_ == 1) take(8);
    else if (type_ == 2) bytes();
    else if (type_ == 5) take(4);
    else throw std::runtime_error("a field has an unknown type");
  }

  uint64_t field = 0;

 private:
  void need(size_t size) const {
    if (size > static_cast<size_t>(end_ - at_)) throw std::runtime_error("a message is cut off");
  }

  void take(size_t size) {
    need(size);
    at_ += size;
  }

  uint64_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      need(1);
      const auto byte = static_cast<uint8_t>(*at_++);
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw std::runtime_error("a number is too long");
  }

  template <typename T>
  T one(bool isVarint) {
    if (isVarint) return static_cast<T>(varint());
    T value;
    take(sizeof value);
    std::memcpy(&value, at_ - sizeof value, sizeof value);
    return value;
  }

  const char* at_;
  const char* end_;
  unsigned type_ = 0;
};

inline NetworkUpdate readUpdate(const std::string& text) {
  NetworkUpdate update;
  for (Reader reader(text); reader.next();) {
    switch (reader.field) {
      case 1: update.isEnd = reader.number(); break;
      case 2: update.window = reader.number(); break;
      case 3: reader.append(update.ids, true); break;
      case 4: reader.append(update.sources, false); break;
      case 5: reader.append(update.destinations, false); break;
      case 6: reader.append(update.lengths, true); break;
      case 9: update.channelData = reader.bytes(); break;
      default: reader.skip();
    }
  }
  return update;
}

inline Path readPath(const std::string& text) {
  Path path;
  for (Reader reader(text); reader.next();) {
    switch (reader.field) {
      case 1: reader.append(path.ids, true); break;
      case 3: reader.append(path.hops, true); break;
      case 4: reader.append(path.points, false); break;
      default: reader.skip();
    }
  }
  return path;
}

inline ChannelData readChannel(const std::string& text) {
  ChannelData data;
  for (Reader reader(text); reader.next();) {
    switch (reader.field) {
      case 1: reader.append(data.nodes, false); break;
      case 2: data.paths.push_back(readPath(reader.bytes())); break;
      default: reader.skip();
    }
  }
  return data;
}

inline void putVarint(std::string& text, uint64_t value) {
  for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>(value | 0x80));
  text.push_back(static_cast<char>(value));
}

inline void putBytes(std::string& text, unsigned field, const std::string& bytes) {
  if (bytes.empty()) return;
  putVarint(text, field << 3 | 2);
  putVarint(text, bytes.size());
  text += bytes;
}

inline void putVarints(std::string& text, unsigned field, const std::vector<uint32_t>& list) {
  std::string packed;
  for (const uint32_t each : list) putVarint(packed, each);
  putBytes(text, field, packed);
}

template <typename T>
void putFixed(std::string& text, unsigned field, const std::vector<T>& list) {
  const auto* first = reinterpret_cast<const char*>(list.data());
  putBytes(text, field, std::string(first, list.size() * sizeof(T)));
}

inline std::string writeUpdate(const NetworkUpdate& update) {
  std::string text;
  putVarint(text, 1 << 3);
  putVarint(text, update.isEnd);
  putVarint(text, 2 << 3);
  putVarint(text, update.window);
  putVarints(text, 3, update.ids);
  putFixed(text, 4, update.sources);
  putFixed(text, 5, update.destinations);
  putFixed(text, 7, update.receivers);
  putFixed(text, 8, update.errors);
  putVarints(text, 10, update.clearedIds);
  putFixed(text, 11, update.clearedSources);
  putFixed(text, 12, update.clearedDestinations);
  return text;
}

inline std::string gunzip(const std::string& body) {
  z_stream stream{};
  if (inflateInit2(&stream, 15 + 16) != Z_OK) throw std::runtime_error("zlib cannot begin");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
  stream.avail_in = body.size();
  std::string content;
  std::vector<char> piece(1 << 14);
  int state = Z_OK;
  while (state == Z_OK && content.size() <= kMaxBytes) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = piece.size();
    state = inflate(&stream, Z_NO_FLUSH);
    content.append(piece.data(), piece.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("a frame cannot be decompressed");
  return content;
}

inline void putLittle(std::string& text, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++) text.push_back(static_cast<char>(value >> 8 * i));
}

/** Wraps content as gzip; what is small is stored as it is, which costs less than compressing it. */
inline std::string gzip(const std::string& content) {
  constexpr size_t kSmall = 4096;
  if (content.size() <= kSmall) {
    std::string body("\x1f\x8b\x08\0\0\0\0\0\0\xff\x01", 11);
    putLittle(body, content.size(), 2);
    putLittle(body, ~content.size(), 2);
    body += content;
    putLittle(body, crc32(0, reinterpret_cast<const Bytef*>(content.data()), content.size()), 4);
    putLittle(body, content.size(), 4);
    return body;
  }
  z_stream stream{};
  if (deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot begin");
  }
  std::string body(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = content.size();
  stream.next_out = reinterpret_cast<Bytef*>(&body[0]);
  stream.avail_out = body.size();
  const int state = deflate(&stream, Z_FINISH);
  body.resize(body.size() - stream.avail_out);
  deflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("a frame cannot be compressed");
  return body;
}

/** Returns false when the peer has left before the first byte. */
inline bool readExactly(int socket, char* into, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = read(socket, into + done, size - done);
    if (count <= 0 && done == 0) return false;
    if (count <= 0) throw std::runtime_error("the coordinator left in the middle of a frame");
    done += count;
  }
  return true;
}

/** Receives the body of a frame; returns false when the peer has left. */
inline bool receive(int socket, std::string& body) {
  unsigned char length[4];
  if (!readExactly(socket, reinterpret_cast<char*>(length), 4)) return false;
  const size_t size = static_cast<size_t>(length[0]) << 24 | length[1] << 16 | length[2] << 8 | length[3];
  if (size > kMaxBytes) throw std::runtime_error("a frame is larger than 64 MiB");
  body.resize(size);
  return size == 0 || readExactly(socket, &body[0], size);
}

inline void send(int socket, const std::string& body) {
  std::string frame;
  for (int shift = 24; shift >= 0; shift -= 8) frame.push_back(static_cast<char>(body.size() >> shift));
  frame += body;
  for (size_t done = 0; done < frame.size();) {
    const ssize_t count = write(socket, frame.data() + done, frame.size() - done);
    if (count <= 0) throw std::runtime_error("the coordinator has left");
    done += count;
  }
}

}  // namespace wire
