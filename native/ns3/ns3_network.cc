// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-only
// An 802.11 ad hoc network in ns-3 behind ROS-NetSim's protocol: a process of its own, which is built on
// the machine of its user and linked to that machine's ns-3.
#include "wire.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/he-configuration.h"
#include "ns3/mobility-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

using namespace ns3;

namespace {

constexpr uint32_t kBroadcast = 0xffffffff;
constexpr uint16_t kIpv4 = 0x0800;
constexpr size_t kPoseLength = 7;
constexpr uint32_t kLlcBytes = 8;

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

using Settings = std::map<std::string, std::string>;

const std::string& setting(const Settings& settings, const std::string& name) {
  const auto found = settings.find(name);
  if (found == settings.end()) give_up("--" + name + " is missing");
  return found->second;
}

double number(const Settings& settings, const std::string& name) {
  return std::strtod(setting(settings, name).c_str(), nullptr);
}

struct Standard {
  WifiStandard value;
  const char* channel;
  /** Negative: that of ns-3. */
  int slotMicroseconds;
  const char* ratePrefix;
  std::vector<const char*> rates;
  bool hasQos;
};

/** Timing as in Orrery's own 802.11, so that the two can be compared. */
const std::map<std::string, Standard> kStandards = {
    {"11a", {WIFI_STANDARD_80211a, "{36, 20, BAND_5GHZ, 0}", -1, "OfdmRate",
             {"6Mbps", "9Mbps", "12Mbps", "18Mbps", "24Mbps", "36Mbps", "48Mbps", "54Mbps"}, false}},
    {"11b", {WIFI_STANDARD_80211b, "{6, 22, BAND_2_4GHZ, 0}", -1, "DsssRate",
             {"1Mbps", "2Mbps", "5_5Mbps", "11Mbps"}, false}},
    {"11g", {WIFI_STANDARD_80211g, "{6, 20, BAND_2_4GHZ, 0}", 9, "ErpOfdmRate",
             {"6Mbps", "9Mbps", "12Mbps", "18Mbps", "24Mbps", "36Mbps", "48Mbps", "54Mbps"}, false}},
    {"11n", {WIFI_STANDARD_80211n, "{6, 20, BAND_2_4GHZ, 0}", 20, "HtMcs",
             {"0", "1", "2", "3", "4", "5", "6", "7"}, true}},
    {"11ax", {WIFI_STANDARD_80211ax, "{36, 20, BAND_5GHZ, 0}", -1, "HeMcs",
              {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"}, true}},
};

/** Losses between nodes as the coordinator gives them, or of free space if it gives none. */
class GivenLoss : public PropagationLossModel {
 public:
  GivenLoss(size_t count, bool isGiven) : count_(count), isGiven_(isGiven), losses_(count * count, 1000.0) {}

  void set(size_t a, size_t b, double loss) { losses_[a * count_ + b] = losses_[b * count_ + a] = loss; }

 private:
  double DoCalcRxPower(double power, Ptr<MobilityModel> from, Ptr<MobilityModel> to) const override {
    if (isGiven_) return power - losses_[index(from) * count_ + index(to)];
    // 20 log10(4 pi f / c) at 2.437 GHz and 1 m.
    return power - 40.18 - 20 * std::log10(std::max(1.0, from->GetDistanceFrom(to)));
  }

  int64_t DoAssignStreams(int64_t) override { return 0; }

  static uint32_t index(const Ptr<MobilityModel>& model) { return model->GetObject<Node>()->GetId(); }

  size_t count_;
  bool isGiven_;
  std::vector<double> losses_;
};

class Network {
 public:
  explicit Network(const Settings& settings);
  wire::NetworkUpdate run(const wire::NetworkUpdate& begin);

 private:
  struct InTransit {
    uint32_t id, source, destination;
  };

  void configure(const Settings& settings, const Standard& standard);
  void place(const wire::ChannelData& data);
  void send(uint32_t id, uint32_t source, uint32_t destination, uint32_t length);
  bool receive(uint32_t node, Ptr<const Packet> packet);
  void drop(Ptr<const WifiMpdu> mpdu);
  void clear(const InTransit& packet);

  std::vector<uint32_t> addresses_;
  std::map<uint32_t, uint32_t> nodes_;
  Time window_;
  NetDeviceContainer devices_;
  Ptr<GivenLoss> loss_;
  std::map<uint32_t, InTransit> inTransit_;
  uint32_t next_ = 0;
  wire::NetworkUpdate end_;
};

Network::Network(const Settings& settings) {
  const std::string& list = setting(settings, "addresses");
  for (size_t at = 0; at < list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    const auto address = static_cast<uint32_t>(std::strtoul(list.substr(at, comma - at).c_str(), nullptr, 10));
    nodes_[address] = addresses_.size();
    addresses_.push_back(address);
    at = comma + 1;
  }
  window_ = NanoSeconds(static_cast<int64_t>(number(settings, "window")));
  const auto standard = kStandards.find(setting(settings, "standard"));
  if (standard == kStandards.end()) give_up("--standard is none of 11a, 11b, 11g, 11n, 11ax");
  loss_ = Create<GivenLoss>(addresses_.size(), setting(settings, "losses") == "given");
  configure(settings, standard->second);
}

void Network::configure(const Settings& settings, const Standard& standard) {
  RngSeedManager::SetSeed(static_cast<uint32_t>(number(settings, "seed")));
  RngSeedManager::SetRun(1);
  const std::string& attempts = setting(settings, "attempts");
  Config::SetDefault("ns3::WifiRemoteStationManager::MaxSlrc", StringValue(attempts));
  Config::SetDefault("ns3::WifiRemoteStationManager::MaxSsrc", StringValue(attempts));
  Config::SetDefault("ns3::WifiMacQueue::MaxSize", StringValue(setting(settings, "queue") + "p"));
  Config::SetDefault("ns3::WifiMacQueue::MaxDelay", TimeValue(Seconds(1000)));
  const double sensitivity = number(settings, "sensitivity");
  NodeContainer nodes(addresses_.size());
  MobilityHelper mobility;
  mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
  mobility.Install(nodes);
  Ptr<YansWifiChannel> channel = CreateObject<YansWifiChannel>();
  channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
  channel->SetPropagationLossModel(loss_);
  YansWifiPhyHelper phy;
  phy.SetChannel(channel);
  phy.SetErrorRateModel(setting(settings, "errors") == "nist" ? "ns3::NistErrorRateModel" : "ns3::TableBasedErrorRateModel");
  phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel", "MinimumRssi", DoubleValue(sensitivity));
  phy.SetFrameCaptureModel("ns3::SimpleFrameCaptureModel", "Margin", DoubleValue(10));
  for (const char* name : {"TxPowerStart", "TxPowerEnd"}) phy.Set(name, DoubleValue(number(settings, "power")));
  phy.Set("RxNoiseFigure", DoubleValue(number(settings, "noise-figure")));
  phy.Set("CcaSensitivity", DoubleValue(sensitivity));
  phy.Set("RxSensitivity", DoubleValue(std::min(-101.0, sensitivity)));
  phy.Set("ChannelSettings", StringValue(standard.channel));
  WifiHelper wifi;
  wifi.SetStandard(standard.value);
  const auto rate = static_cast<int>(number(settings, "rate"));
  if (rate >= static_cast<int>(standard.rates.size())) give_up("--rate is not one of the standard");
  if (rate >= 0) {
    const StringValue mode(std::string(standard.ratePrefix) + standard.rates[rate]);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager", "DataMode", mode);
  } else {
    wifi.SetRemoteStationManager(standard.hasQos ? "ns3::MinstrelHtWifiManager" : "ns3::MinstrelWifiManager");
  }
  WifiMacHelper mac;
  mac.SetType("ns3::AdhocWifiMac", "QosSupported", BooleanValue(standard.hasQos), "BE_MaxAmpduSize",
              UintegerValue(0), "BE_MaxAmsduSize", UintegerValue(0));
  devices_ = wifi.Install(phy, mac, nodes);
  wifi.AssignStreams(devices_, 1000);
  for (uint32_t i = 0; i < devices_.GetN(); i++) {
    auto device = DynamicCast<WifiNetDevice>(devices_.Get(i));
    if (standard.slotMicroseconds > 0) device->GetPhy()->SetSlot(MicroSeconds(standard.slotMicroseconds));
    if (auto he = device->GetHeConfiguration()) he->SetGuardInterval(NanoSeconds(800));
    device->SetReceiveCallback([this, i](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
      return receive(i, packet);
    });
    device->GetMac()->TraceConnectWithoutContext("DroppedMpdu", Callback<void, WifiMacDropReason, Ptr<const WifiMpdu>>(
        [this](WifiMacDropReason, Ptr<const WifiMpdu> mpdu) { drop(mpdu); }));
  }
}

wire::NetworkUpdate Network::run(const wire::NetworkUpdate& begin) {
  end_ = {};
  end_.isEnd = 1;
  end_.window = begin.window;
  if (!begin.channelData.empty()) place(wire::readChannel(wire::gunzip(begin.channelData)));
  // Entries beyond the end of the shortest list are ignored.
  const size_t count = std::min({begin.ids.size(), begin.sources.size(), begin.destinations.size()});
  for (size_t i = 0; i < count; i++) {
    const uint32_t length = i < begin.lengths.size() ? begin.lengths[i] : 0;
    Simulator::ScheduleNow(&Network::send, this, begin.ids[i], begin.sources[i], begin.destinations[i], length);
  }
  const Time until = window_ * static_cast<int64_t>(begin.window + 1);
  if (until > Simulator::Now()) {
    Simulator::Stop(until - Simulator::Now());
    Simulator::Run();
  }
  return end_;
}

void Network::place(const wire::ChannelData& data) {
  for (size_t i = 0; i < addresses_.size() && (i + 1) * kPoseLength <= data.nodes.size(); i++) {
    const double* at = &data.nodes[i * kPoseLength];
    devices_.Get(i)->GetNode()->GetObject<MobilityModel>()->SetPosition(Vector(at[0], at[1], at[2]));
  }
  for (const auto& path : data.paths) {
    if (path.ids.size() < 2 || path.hops.empty()) continue;
    const size_t a = path.ids[0] - 1, b = path.ids[1] - 1;
    if (a >= addresses_.size() || b >= addresses_.size()) continue;
    double loss = 0;
    // The first path counts.
    for (size_t hop = 0; hop < path.hops[0] && 4 * hop + 3 < path.points.size(); hop++) loss += path.points[4 * hop + 3];
    loss_->set(a, b, loss);
  }
}

void Network::send(uint32_t id, uint32_t source, uint32_t destination, uint32_t length) {
  const InTransit packet{id, source, destination};
  const auto from = nodes_.find(source);
  const auto to = nodes_.find(destination);
  if (from == nodes_.end() || (to == nodes_.end() && destination != kBroadcast)) {
    clear(packet);
    return;
  }
  auto device = DynamicCast<WifiNetDevice>(devices_.Get(from->second));
  auto queue = device->GetMac()->GetTxopQueue(device->GetMac()->GetQosSupported() ? AC_BE : AC_BE_NQOS);
  // ns-3 3.37 reports no frame that finds the queue full.
  if (queue->GetNPackets() >= queue->GetMaxSize().GetValue()) {
    clear(packet);
    return;
  }
  const uint32_t number = next_++;
  inTransit_[number] = packet;
  std::vector<uint8_t> content(std::max<uint32_t>(length, sizeof number));
  std::memcpy(content.data(), &number, sizeof number);
  const Address address = to == nodes_.end() ? Address(Mac48Address::GetBroadcast()) : devices_.Get(to->second)->GetAddress();
  device->Send(Create<Packet>(content.data(), content.size()), address, kIpv4);
}

bool Network::receive(uint32_t node, Ptr<const Packet> packet) {
  uint32_t number = 0;
  packet->CopyData(reinterpret_cast<uint8_t*>(&number), sizeof number);
  const auto found = inTransit_.find(number);
  if (found == inTransit_.end()) return true;
  const InTransit& sent = found->second;
  end_.ids.push_back(sent.id);
  end_.sources.push_back(sent.source);
  end_.destinations.push_back(sent.destination);
  end_.receivers.push_back(addresses_[node]);
  end_.errors.push_back(0);
  // A broadcast may still arrive elsewhere; the coordinator forgets it in the end.
  if (sent.destination != kBroadcast) inTransit_.erase(found);
  return true;
}

void Network::drop(Ptr<const WifiMpdu> mpdu) {
  uint8_t bytes[kLlcBytes + sizeof(uint32_t)];
  if (mpdu->GetPacket()->CopyData(bytes, sizeof bytes) < sizeof bytes) return;
  uint32_t number;
  std::memcpy(&number, bytes + kLlcBytes, sizeof number);
  const auto found = inTransit_.find(number);
  if (found == inTransit_.end()) return;
  clear(found->second);
  inTransit_.erase(found);
}

void Network::clear(const InTransit& packet) {
  end_.clearedIds.push_back(packet.id);
  end_.clearedSources.push_back(packet.source);
  end_.clearedDestinations.push_back(packet.destination);
}

/** Listens for one coordinator, then removes the socket and its folder if that is empty. */
int accept_one(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) give_up("the path of the socket is too long");
  std::strcpy(address.sun_path, path.c_str());
  const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(server, 1) != 0) {
    give_up("it cannot listen at " + path);
  }
  const int client = accept(server, nullptr, nullptr);
  close(server);
  unlink(path.c_str());
  rmdir(path.substr(0, path.rfind('/')).c_str());
  return client;
}

}  // namespace

int main(int count, char** words) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  Settings settings;
  for (int i = 1; i + 1 < count; i += 2) settings[std::string(words[i]).substr(2)] = words[i + 1];
  try {
    Network network(settings);
    const int client = accept_one(setting(settings, "listen"));
    for (std::string body; wire::receive(client, body);) {
      const wire::NetworkUpdate begin = wire::readUpdate(wire::gunzip(body));
      if (begin.isEnd != 0) give_up("the coordinator sent an END, but only simulators do");
      wire::send(client, wire::gzip(wire::writeUpdate(network.run(begin))));
    }
  } catch (const std::exception& error) {
    give_up(error.what());
  }
  return 0;
}
