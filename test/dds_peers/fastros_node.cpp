// A node of ROS 2 on Fast DDS with its defaults: an executor of one thread, and the parameter services by
// which Orrery follows it.
//
//   fastros_peer --node NAME [--no-parameters] [--sub TOPIC | --timer SECONDS] [--sleep SECONDS]
//                [--pub TOPIC] [--status]
//                [--sync TOPIC:SECONDS --sync TOPIC:SECONDS]
//
// With --sync, it hears two topics, pairs their messages by approximate time, and each pair is a callback. The stamp of
// a message is so many seconds, multiplied by one more than the number at the end of its text.
//
// Each callback sleeps up to so long, publishes std_msgs/String as ros_peer.c does, and prints what it got.
#include <chrono>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
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

#include "fastros_synchronizer.hpp"
#include "fastros_typesPubSubTypes.h"

using namespace eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;
namespace rcl = rcl_interfaces;
using Text = std_msgs::msg::dds_::String_;
using Clock = rosgraph_msgs::msg::dds_::Clock_;
using Status = orchestrator_interfaces::msg::dds_::Status_;
using Event = rcl::msg::dds_::ParameterEvent_;
using GetRequest = rcl::srv::dds_::GetParameters_Request_;
using GetResponse = rcl::srv::dds_::GetParameters_Response_;
using SetRequest = rcl::srv::dds_::SetParameters_Request_;
using SetResponse = rcl::srv::dds_::SetParameters_Response_;
using Gid = rmw_dds_common::msg::dds_::Gid_;

struct Handler {
  DataReader* reader;
  std::function<void()> run;
};

static DomainParticipant* participant;
static std::vector<Handler> handlers;
static std::vector<Gid> readers, writers;
static std::string node_name = "peer";
static int64_t now_ns;
static volatile std::sig_atomic_t is_over;

static Gid gid_of(const rtps::GUID_t& guid) {
  Gid gid;
  for (int i = 0; i < 12; i++) gid.data()[i] = guid.guidPrefix.value[i];
  for (int i = 0; i < 4; i++) gid.data()[12 + i] = guid.entityId.value[i];
  return gid;
}

template <typename Type>
static Topic* topic_of(const std::string& name, const std::string& type) {
  TypeSupport support(new Type());
  support->setName(type.c_str());
  support.register_type(participant, type);
  return participant->create_topic(name, type, TOPIC_QOS_DEFAULT);
}

template <typename Qos>
static void set_qos(Qos& qos, bool is_durable, bool is_reliable = true) {
  qos.reliability().kind =
      is_reliable ? RELIABLE_RELIABILITY_QOS : BEST_EFFORT_RELIABILITY_QOS;
  qos.durability().kind =
      is_durable ? TRANSIENT_LOCAL_DURABILITY_QOS : VOLATILE_DURABILITY_QOS;
  qos.history().kind = KEEP_LAST_HISTORY_QOS;
  qos.history().depth = 1000;
  qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
}

static DataWriter* writer_of(Topic* topic, bool is_durable = false) {
  DataWriterQos qos;
  set_qos(qos, is_durable);
  auto* made = participant->create_publisher(PUBLISHER_QOS_DEFAULT)->create_datawriter(topic, qos);
  writers.push_back(gid_of(made->guid()));
  return made;
}

static DataReader* reader_of(Topic* topic, bool is_reliable = true) {
  DataReaderQos qos;
  set_qos(qos, false, is_reliable);
  auto* made = participant->create_subscriber(SUBSCRIBER_QOS_DEFAULT)->create_datareader(topic, qos);
  readers.push_back(gid_of(made->guid()));
  return made;
}

// Takes one sample at a time, as rclcpp does.
template <typename Type>
static void listen(DataReader* reader, std::function<void(const Type&, const SampleInfo&)> callback) {
  handlers.push_back({reader, [reader, callback] {
                        Type sample;
                        SampleInfo info;
                        if (reader->take_next_sample(&sample, &info) == ReturnCode_t::RETCODE_OK &&
                            info.valid_data)
                          callback(sample, info);
                      }});
}

template <typename RequestType, typename ResponseType, typename Request, typename Response>
static void serve(const std::string& name, const std::string& type,
                  std::function<void(const Request&, Response&)> answer) {
  const std::string full = "/" + node_name + "/" + name;
  auto* reader = reader_of(topic_of<RequestType>("rq" + full + "Request", type + "_Request_"));
  auto* writer = writer_of(topic_of<ResponseType>("rr" + full + "Reply", type + "_Response_"));
  listen<Request>(reader, [writer, answer](const Request& request, const SampleInfo& info) {
    Response response;
    answer(request, response);
    // As rmw_fastrtps: the writer is where the reply is expected, the number that of the sample.
    rtps::WriteParams params;
    params.related_sample_identity().writer_guid(info.related_sample_identity.writer_guid());
    params.related_sample_identity().sequence_number(info.sample_identity.sequence_number());
    if (info.related_sample_identity.writer_guid() == rtps::c_Guid_Unknown)
      params.related_sample_identity().writer_guid(info.sample_identity.writer_guid());
    writer->write(&response, params);
  });
}

static void serve_parameters() {
  static auto* events =
      writer_of(topic_of<rcl::msg::dds_::ParameterEvent_PubSubType>(
          "rt/parameter_events", "rcl_interfaces::msg::dds_::ParameterEvent_"));
  serve<rcl::srv::dds_::GetParameters_Request_PubSubType,
        rcl::srv::dds_::GetParameters_Response_PubSubType, GetRequest, GetResponse>(
      "get_parameters", "rcl_interfaces::srv::dds_::GetParameters",
      [](const GetRequest& request, GetResponse& response) {
        response.values().resize(request.names().size());
        for (auto& value : response.values()) {
          value.type(1);
          value.bool_value(true);
        }
      });
  serve<rcl::srv::dds_::SetParameters_Request_PubSubType,
        rcl::srv::dds_::SetParameters_Response_PubSubType, SetRequest, SetResponse>(
      "set_parameters", "rcl_interfaces::srv::dds_::SetParameters",
      [](const SetRequest& request, SetResponse& response) {
        response.results().resize(request.parameters().size());
        for (auto& result : response.results()) result.successful(true);
        Event event;
        event.stamp().sec(static_cast<int32_t>(now_ns / 1000000000));
        event.stamp().nanosec(static_cast<uint32_t>(now_ns % 1000000000));
        event.node("/" + node_name);
        event.changed_parameters(request.parameters());
        events->write(&event);
      });
}

static void announce(DataWriter* discovery) {
  rmw_dds_common::msg::dds_::NodeEntitiesInfo_ entities;
  entities.node_namespace("/");
  entities.node_name(node_name);
  entities.reader_gid_seq(readers);
  entities.writer_gid_seq(writers);
  rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_ info;
  info.gid(gid_of(participant->guid()));
  info.node_entities_info_seq({entities});
  discovery->write(&info);
}

// The number at the end of a text, such as 3 in `p1(m3)`.
static int64_t number_in(const std::string& text) {
  const size_t end = text.find_last_of("0123456789");
  if (end == std::string::npos) return 0;
  const size_t before = text.find_last_not_of("0123456789", end);
  return std::stoll(text.substr(before == std::string::npos ? 0 : before + 1));
}

int main(int count, char** words) {
  std::string heard, sent;
  std::vector<std::string> paired;
  double seconds = 0, period = 0;
  bool has_parameters = true, tells_status = false;
  for (int i = 1; i < count; i++) {
    const std::string word = words[i];
    if (word == "--no-parameters") has_parameters = false;
    else if (word == "--status") tells_status = true;
    else if (word == "--ros-args") break;
    else if (i + 1 == count) return 2;
    else if (word == "--node") node_name = words[++i];
    else if (word == "--sub") heard = words[++i];
    else if (word == "--sync") paired.push_back(words[++i]);
    else if (word == "--timer") period = atof(words[++i]);
    else if (word == "--sleep") seconds = atof(words[++i]);
    else if (word == "--pub") sent = words[++i];
    else return 2;
  }
  std::signal(SIGINT, [](int) { is_over = 1; });
  const char* domain = getenv("ROS_DOMAIN_ID");
  DomainParticipantQos qos;
  const std::string enclave = "enclave=/;";
  qos.user_data().data_vec(std::vector<rtps::octet>(enclave.begin(), enclave.end()));
  participant = DomainParticipantFactory::get_instance()->create_participant(
      domain == nullptr ? 0 : static_cast<uint32_t>(atoi(domain)), qos);
  if (participant == nullptr) return 1;
  auto* discovery =
      writer_of(topic_of<rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_PubSubType>(
                    "ros_discovery_info", "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_"),
                true);
  writers.clear();
  auto* text_type = "std_msgs::msg::dds_::String_";
  DataWriter* output = sent.empty() ? nullptr
                                    : writer_of(topic_of<std_msgs::msg::dds_::String_PubSubType>(
                                          "rt" + sent, text_type));
  DataWriter* status =
      tells_status ? writer_of(topic_of<orchestrator_interfaces::msg::dds_::Status_PubSubType>(
                         "rt/status", "orchestrator_interfaces::msg::dds_::Status_"))
                   : nullptr;
  std::mt19937_64 random(std::random_device{}());
  long runs = 0;
  const auto work = [&](const std::string& got) {
    const double part = std::uniform_real_distribution<double>(0, 1)(random);
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds * part));
    Text said;
    said.data(got.empty() ? node_name + " " + std::to_string(runs) : node_name + "(" + got + ")");
    runs++;
    if (output != nullptr) output->write(&said);
    if (status != nullptr) {
      Status told;
      told.node_name("//" + node_name);
      status->write(&told);
    }
    printf("{\"kind\":\"sub\",\"name\":\"%s\",\"got\":\"%s\",\"said\":\"%s\",\"now\":%" PRId64 "}\n",
           heard.c_str(), got.c_str(), said.data().c_str(), now_ns);
    fflush(stdout);
  };
  if (!heard.empty())
    listen<Text>(reader_of(topic_of<std_msgs::msg::dds_::String_PubSubType>("rt" + heard, text_type)),
                 [&](const Text& message, const SampleInfo&) { work(message.data()); });
  Synchronizer pairs(10, [&](const Synchronizer::Stamped& a, const Synchronizer::Stamped& b) {
    work(a.text + " with " + b.text);
  });
  for (int topic = 0; topic < static_cast<int>(paired.size()); topic++) {
    const size_t colon = paired[topic].find(':');
    const double seconds_each = atof(paired[topic].c_str() + colon + 1);
    const std::string name = "rt" + paired[topic].substr(0, colon);
    listen<Text>(reader_of(topic_of<std_msgs::msg::dds_::String_PubSubType>(name, text_type)),
                 [&pairs, topic, seconds_each](const Text& message, const SampleInfo&) {
                   const int64_t number = number_in(message.data()) + 1;
                   pairs.add(topic, {static_cast<int64_t>(seconds_each * 1e9) * number, message.data()});
                 });
  }
  int64_t next = period > 0 ? static_cast<int64_t>(period * 1e9) : INT64_MAX;
  listen<Clock>(reader_of(topic_of<rosgraph_msgs::msg::dds_::Clock_PubSubType>(
                              "rt/clock", "rosgraph_msgs::msg::dds_::Clock_"),
                          false),
                [&](const Clock& message, const SampleInfo&) {
                  now_ns = message.clock().sec() * INT64_C(1000000000) + message.clock().nanosec();
                });
  if (has_parameters) serve_parameters();
  announce(discovery);
  WaitSet waits;
  for (auto& handler : handlers) {
    handler.reader->get_statuscondition().set_enabled_statuses(StatusMask::data_available());
    waits.attach_condition(handler.reader->get_statuscondition());
  }
  while (!is_over) {
    ConditionSeq active;
    bool has_more = false;
    for (auto& handler : handlers) has_more |= handler.reader->get_unread_count() > 0;
    if (!has_more && next > now_ns) waits.wait(active, eprosima::fastrtps::Duration_t(0.05));
    std::vector<bool> is_ready;
    for (auto& handler : handlers) is_ready.push_back(handler.reader->get_unread_count() > 0);
    if (next <= now_ns) {
      next = (now_ns / static_cast<int64_t>(period * 1e9) + 1) * static_cast<int64_t>(period * 1e9);
      work("");
    }
    for (size_t i = 0; i < handlers.size(); i++)
      if (is_ready[i]) handlers[i].run();
  }
  participant->delete_contained_entities();
  DomainParticipantFactory::get_instance()->delete_participant(participant);
  return 0;
}
