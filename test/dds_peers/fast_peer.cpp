// A peer of the tests on Fast DDS: modes and options as in cyclone_peer.c, and
//   prefix=N   a GUID prefix that is the same each time, as that of a device
#include <chrono>
#include <cinttypes>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fastdds/dds/core/condition/WaitSet.hpp>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>
#include <fastdds/rtps/common/WriteParams.h>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>

#include "fast_servicesPubSubTypes.h"
#include "peer_typesPubSubTypes.h"

using namespace eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
using Blob = peer_msgs::msg::dds_::Blob_;
using Request = example_interfaces::srv::dds_::AddTwoInts_Request_;
using Response = example_interfaces::srv::dds_::AddTwoInts_Response_;
using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::milliseconds;

static int argument_count;
static char** arguments;

static std::string option(const std::string& name, const std::string& otherwise) {
  for (int i = 2; i < argument_count; i++) {
    const std::string word = arguments[i];
    if (word.rfind(name + "=", 0) == 0) return word.substr(name.size() + 1);
  }
  return otherwise;
}

static long number(const std::string& name, long otherwise) {
  const std::string text = option(name, "");
  return text.empty() ? otherwise : std::stol(text);
}

static int64_t since(Clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count();
}

static DomainParticipant* participant_of_options() {
  DomainParticipantQos qos;
  auto udp = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
  udp->interfaceWhiteList.emplace_back(option("address", "127.0.0.1"));
  udp->sendBufferSize = udp->receiveBufferSize = 4 * 1024 * 1024;
  qos.transport().use_builtin_transports = false;
  qos.transport().user_transports.push_back(udp);
  qos.wire_protocol().builtin.avoid_builtin_multicast = option("multicast", "no") != "yes";
  if (option("multicast", "no") != "yes") {
    const long domain = number("domain", 0);
    for (int i = 0; i < 6; i++) {
      rtps::Locator_t locator;
      rtps::IPLocator::setIPv4(locator, 127, 0, 0, 1);
      locator.port = static_cast<uint32_t>(7410 + 250 * domain + 2 * i);
      qos.wire_protocol().builtin.initialPeersList.push_back(locator);
    }
  }
  const long lease = number("lease_ms", 10000);
  qos.wire_protocol().builtin.discovery_config.leaseDuration =
      eprosima::fastrtps::Duration_t(static_cast<double>(lease) / 1000.0);
  qos.wire_protocol().builtin.discovery_config.leaseDuration_announcementperiod =
      eprosima::fastrtps::Duration_t(static_cast<double>(lease) / 3000.0);
  const long prefix = number("prefix", 0);
  if (prefix != 0) {
    auto* bytes = qos.wire_protocol().prefix.value;
    memset(bytes, static_cast<int>(prefix), 12);
    bytes[0] = 1;
    bytes[1] = 15;  // the vendor
  }
  auto* participant = DomainParticipantFactory::get_instance()->create_participant(
      static_cast<uint32_t>(number("domain", 0)), qos);
  if (participant == nullptr) exit(1);
  return participant;
}

template <typename Type>
static Topic* topic_of(DomainParticipant* participant, const std::string& name,
                       const std::string& type) {
  TypeSupport support(new Type());
  support->setName(type.c_str());
  support.register_type(participant, type);
  return participant->create_topic(name, type, TOPIC_QOS_DEFAULT);
}

template <typename Qos>
static void set_options(Qos& qos) {
  qos.reliability().kind = option("reliability", "reliable") == "reliable"
                               ? RELIABLE_RELIABILITY_QOS
                               : BEST_EFFORT_RELIABILITY_QOS;
  qos.durability().kind = option("durability", "volatile") == "transient_local"
                              ? TRANSIENT_LOCAL_DURABILITY_QOS
                              : VOLATILE_DURABILITY_QOS;
  const long depth = number("depth", 0);
  qos.history().kind = depth == 0 ? KEEP_ALL_HISTORY_QOS : KEEP_LAST_HISTORY_QOS;
  if (depth != 0) qos.history().depth = static_cast<int32_t>(depth);
  qos.resource_limits().max_samples = 20000;
  qos.resource_limits().max_instances = 1;
  qos.resource_limits().max_samples_per_instance = 20000;
  qos.resource_limits().allocated_samples = 100;
  qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
}

static DataWriter* writer_of(DomainParticipant* participant, Topic* topic) {
  DataWriterQos qos;
  set_options(qos);
  qos.publish_mode().kind = ASYNCHRONOUS_PUBLISH_MODE;
  qos.reliable_writer_qos().times.heartbeatPeriod = eprosima::fastrtps::Duration_t(0.1);
  qos.reliability().max_blocking_time = eprosima::fastrtps::Duration_t(20, 0);
  return participant->create_publisher(PUBLISHER_QOS_DEFAULT)->create_datawriter(topic, qos);
}

static DataReader* reader_of(DomainParticipant* participant, Topic* topic) {
  DataReaderQos qos;
  set_options(qos);
  return participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT)->create_datareader(topic, qos);
}

static void await_matches(DataWriter* writer, int count) {
  PublicationMatchedStatus status;
  for (int tries = 0; tries < 20000; tries++) {
    writer->get_publication_matched_status(status);
    if (status.current_count >= count) return;
    std::this_thread::sleep_for(Milliseconds(1));
  }
  exit(1);
}

static void await_matches(DataReader* reader, int count) {
  SubscriptionMatchedStatus status;
  for (int tries = 0; tries < 20000; tries++) {
    reader->get_subscription_matched_status(status);
    if (status.current_count >= count) return;
    std::this_thread::sleep_for(Milliseconds(1));
  }
  exit(1);
}

static void ready() {
  printf("{\"ready\":true}\n");
  fflush(stdout);
}

static const char* const BLOB = "peer_msgs::msg::dds_::Blob_";

static int publish() {
  auto* participant = participant_of_options();
  auto* writer = writer_of(participant, topic_of<peer_msgs::msg::dds_::Blob_PubSubType>(
                                            participant, option("topic", "rt/blob"), BLOB));
  await_matches(writer, static_cast<int>(number("matches", 1)));
  const auto size = static_cast<size_t>(number("size", 100));
  const auto count = static_cast<uint32_t>(number("count", 1000));
  const bool varies = number("varies", 1) != 0;
  const long pause = number("pause_us", 0);
  Blob blob;
  blob.data().resize(size);
  const auto start = Clock::now();
  for (uint32_t n = 0; n < count; n++) {
    blob.number(n);
    if (varies)
      for (size_t i = 0; i < size; i++) blob.data()[i] = static_cast<uint8_t>(n + i);
    if (!writer->write(&blob)) {
      fprintf(stderr, "write failed\n");
      return 1;
    }
    if (pause > 0) std::this_thread::sleep_for(std::chrono::microseconds(pause));
  }
  const int64_t written = since(start);
  const auto limit = eprosima::fastrtps::Duration_t(static_cast<double>(number("seconds", 60)));
  const bool acknowledged = writer->wait_for_acknowledgments(limit) == ReturnCode_t::RETCODE_OK;
  printf("{\"written\":%u,\"ns\":%" PRId64 ",\"acknowledged_ns\":%" PRId64 ",\"acknowledged\":%s}\n",
         count, written, since(start), acknowledged ? "true" : "false");
  fflush(stdout);
  std::this_thread::sleep_for(Milliseconds(number("linger_ms", 0)));
  participant->delete_contained_entities();
  DomainParticipantFactory::get_instance()->delete_participant(participant);
  return 0;
}

static int subscribe() {
  auto* participant = participant_of_options();
  auto* reader = reader_of(participant, topic_of<peer_msgs::msg::dds_::Blob_PubSubType>(
                                            participant, option("topic", "rt/blob"), BLOB));
  ready();
  const auto count = static_cast<uint32_t>(number("count", 1000));
  const bool varies = number("varies", 1) != 0;
  uint32_t received = 0, wrong = 0, disordered = 0, first = 0, next = 0;
  auto began = Clock::now(), last = began;
  const auto end = began + std::chrono::seconds(number("seconds", 60));
  Blob blob;
  SampleInfo info;
  while (received < count && Clock::now() < end) {
    reader->wait_for_unread_message(eprosima::fastrtps::Duration_t(0.1));
    while (reader->take_next_sample(&blob, &info) == ReturnCode_t::RETCODE_OK) {
      if (!info.valid_data) continue;
      if (received == 0) {
        first = next = blob.number();
        began = Clock::now();
      }
      if (blob.number() < next) disordered++;
      next = blob.number() + 1;
      if (varies)
        for (size_t i = 0; i < blob.data().size(); i++)
          if (blob.data()[i] != static_cast<uint8_t>(blob.number() + i)) {
            wrong++;
            break;
          }
      received++;
    }
    last = Clock::now();
  }
  printf("{\"received\":%u,\"first\":%u,\"last\":%d,\"wrong\":%u,\"disordered\":%u,\"ns\":%" PRId64
         "}\n",
         received, first, static_cast<int>(next) - 1, wrong, disordered,
         std::chrono::duration_cast<std::chrono::nanoseconds>(last - began).count());
  fflush(stdout);
  std::this_thread::sleep_for(Milliseconds(number("linger_ms", 200)));
  participant->delete_contained_entities();
  DomainParticipantFactory::get_instance()->delete_participant(participant);
  return 0;
}

static const char* const REQUEST = "example_interfaces::srv::dds_::AddTwoInts_Request_";
static const char* const RESPONSE = "example_interfaces::srv::dds_::AddTwoInts_Response_";
using RequestType = example_interfaces::srv::dds_::AddTwoInts_Request_PubSubType;
using ResponseType = example_interfaces::srv::dds_::AddTwoInts_Response_PubSubType;

static int serve() {
  auto* participant = participant_of_options();
  auto* reader =
      reader_of(participant, topic_of<RequestType>(participant, "rq/add_two_intsRequest", REQUEST));
  auto* writer =
      writer_of(participant, topic_of<ResponseType>(participant, "rr/add_two_intsReply", RESPONSE));
  ready();
  Request request;
  SampleInfo info;
  for (;;) {
    reader->wait_for_unread_message(eprosima::fastrtps::Duration_t(0.1));
    while (reader->take_next_sample(&request, &info) == ReturnCode_t::RETCODE_OK) {
      if (!info.valid_data) continue;
      Response response;
      response.sum(request.a() + request.b());
      // As rmw_fastrtps: the writer is where the reply is expected, the number that of the sample.
      rtps::WriteParams params;
      params.related_sample_identity().writer_guid(info.related_sample_identity.writer_guid());
      params.related_sample_identity().sequence_number(info.sample_identity.sequence_number());
      if (info.related_sample_identity.writer_guid() == rtps::c_Guid_Unknown)
        params.related_sample_identity().writer_guid(info.sample_identity.writer_guid());
      writer->write(&response, params);
    }
  }
}

static int call() {
  auto* participant = participant_of_options();
  auto* writer =
      writer_of(participant, topic_of<RequestType>(participant, "rq/add_two_intsRequest", REQUEST));
  auto* reader =
      reader_of(participant, topic_of<ResponseType>(participant, "rr/add_two_intsReply", RESPONSE));
  await_matches(writer, 1);
  await_matches(reader, 1);
  const long count = number("count", 10);
  long right = 0;
  for (long n = 1; n <= count; n++) {
    Request request;
    request.a(n);
    request.b(1000 * n);
    rtps::WriteParams params;
    params.related_sample_identity().writer_guid(reader->guid());
    writer->write(&request, params);
    const auto number_sent = params.sample_identity().sequence_number();
    Response response;
    SampleInfo info;
    for (int tries = 0; tries < 50; tries++) {
      reader->wait_for_unread_message(eprosima::fastrtps::Duration_t(0.1));
      if (reader->take_next_sample(&response, &info) != ReturnCode_t::RETCODE_OK) continue;
      if (info.related_sample_identity.writer_guid() == reader->guid() &&
          info.related_sample_identity.sequence_number() == number_sent && response.sum() == 1001 * n)
        right++;
      break;
    }
  }
  printf("{\"called\":%ld,\"right\":%ld}\n", count, right);
  fflush(stdout);
  participant->delete_contained_entities();
  DomainParticipantFactory::get_instance()->delete_participant(participant);
  return 0;
}

/* Many participants in one process, each with a reader; ends when each has got a sample. */
static int join() {
  const int count = static_cast<int>(number("count", 10));
  std::vector<DataReader*> readers;
  for (int i = 0; i < count; i++) {
    auto* participant = participant_of_options();
    readers.push_back(reader_of(participant, topic_of<peer_msgs::msg::dds_::Blob_PubSubType>(
                                                 participant, option("topic", "rt/blob"), BLOB)));
  }
  for (auto* reader : readers) await_matches(reader, static_cast<int>(number("others", 1)));
  printf("{\"joined\":%d}\n", count);
  fflush(stdout);
  int served = 0;
  for (auto* reader : readers)
    if (reader->wait_for_unread_message(eprosima::fastrtps::Duration_t(20.0))) served++;
  printf("{\"served\":%d}\n", served);
  fflush(stdout);
  std::this_thread::sleep_for(Milliseconds(number("linger_ms", 200)));
  return 0;
}

int main(int argc, char** argv) {
  argument_count = argc;
  arguments = argv;
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "pub") return publish();
  if (mode == "sub") return subscribe();
  if (mode == "serve") return serve();
  if (mode == "call") return call();
  if (mode == "join") return join();
  fprintf(stderr, "unknown mode %s\n", mode.c_str());
  return 2;
}
