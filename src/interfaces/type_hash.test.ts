import { describe, expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';

const types = new TypeRegistry({ amentPrefixPath: '' });

// Published hashes of ROS 2 Jazzy, from generated code of rosidl and from recordings.
const MESSAGES = {
  'std_msgs/msg/String': 'df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18',
  'std_msgs/msg/Empty': '20b625256f32d5dbc0d04fee44f43c41e51c70d3502f84b4a08e7a9c26a96312',
  'builtin_interfaces/msg/Time': 'b106235e25a4c5ed35098aa0a61a3ee9c9b18d197f398b0e4206cea9acf9c197',
  'rcl_interfaces/msg/Log': 'e28ce254ca8abc06abf92773b74602cdbf116ed34fbaf294fb9f81da9f318eac',
  'rcl_interfaces/msg/ParameterEvent':
    '043e627780fcad87a22d225bc2a037361dba713fca6a6b9f4b869a5aa0393204',
  'action_msgs/msg/GoalStatusArray':
    '6c1684b00f177d37438febe6e709fc4e2b0d4248dca4854946f9ed8b30cda83e',
  'test_msgs/msg/MultiNested': '9ee9cbfb17c2df991a750b761a56def78674034977c829449820ca07efd9758b',
  'test_msgs/msg/Strings': 'eee55533636293ac7c94c62432eedb5777eb849847d2a17b4dcead8c4a20ab32',
  'test_msgs/msg/WStrings': '5a2c8ddb2054600023b9a180652f2ba895373217cad4b1f0fc1258c9e4424a79',
  'rosbag2_interfaces/msg/WriteSplitEvent':
    '4a50733d58c48fe31919ae8c8516beda7326d70c8e99aee98af3fdfd44ec5ae6',
  'rosbag2_interfaces/msg/ReadSplitEvent':
    '6f21c9b52d788338b0775ceccb49f38e7a8baad7b954f79dd280baed91145ad7',
  'action_tutorials_interfaces/action/Fibonacci_FeedbackMessage':
    '50fc26b9cac313652ecbeab3adf9b5414d59fd4d4d5f9058ddcc7525169927f1',
};

const SERVICES = {
  'example_interfaces/srv/AddTwoInts':
    'e118de6bf5eeb66a2491b5bda11202e7b68f198d6f67922cf30364858239c81a',
  'std_srvs/srv/SetBool': 'abe9e4bb6b41b40e6789712c00ec8871923e089af3f667a79992a428cff2da0a',
  'example_interfaces/srv/SetBool':
    'a69782e5631b12e15c8e218410de1685bbf13e382718295adad14037a24afbe8',
  'action_msgs/srv/CancelGoal': '573d8b0a534451d7bc2ac8c5ffde8ac14b8593b7001175d0cd6516dcbeb8689a',
  'rcl_interfaces/srv/GetParameters':
    'bf9803d5c74cf989a5de3e0c2e99444599a627c7ff75f97b8c05b01003675cbc',
  'rcl_interfaces/srv/GetParameterTypes':
    'da199c878688b3e530bdfe3ca8f74cb9fa0c303101e980a9e8f260e25e1c80ca',
  'rcl_interfaces/srv/SetParameters':
    '56eed9a67e169f9cb6c1f987bc88f868c14a8fc9f743a263bc734c154015d7e0',
  'rcl_interfaces/srv/SetParametersAtomically':
    '0e192ef259c07fc3c07a13191d27002222e65e00ccec653ca05e856f79285fcd',
  'rcl_interfaces/srv/ListParameters':
    '3e6062bfbb27bfb8730d4cef2558221f51a11646d78e7bb30a1e83afac3aad9d',
  'rcl_interfaces/srv/DescribeParameters':
    '845b484d71eb0673dae682f2e3ba3c4851a65a3dcfb97bddd82c5b57e91e4cff',
  'rcl_interfaces/srv/SetLoggerLevels':
    '3ff86cb4e91fbf9abae15c234ecc874448de6ece8e193401c077cf116e4f6d78',
  'lifecycle_msgs/srv/GetAvailableStates':
    '00a07d79d2207d71e81a8cbc1880e5d924cc16d4688ea8e8e06e443dc8f8aa1d',
  'nav_msgs/srv/LoadMap': '1a192ac56c40fed2767dac26f0b371785372276bd465c902676d2dca135aae5a',
  'type_description_interfaces/srv/GetTypeDescription':
    '69b9c19c1021405984cc60dbbb1edceb147a6538b411d812ba6afabeed962cd5',
  'composition_interfaces/srv/LoadNode':
    '2e521ef6066fba6d7fc3a3b175d486709f01b4d738d9a59188858546fc8e5acd',
  'visualization_msgs/srv/GetInteractiveMarkers':
    'bfdfaa861f4a8422b4ec3bd02c6681e4a45a83bdc2913d8facdf923d8ad1376a',
  'diagnostic_msgs/srv/SelfTest':
    'df1e4e54a814a16ccc77471e9239618d46818e8d0e3b45ad6f8c34c6e2abfef6',
  'rosbag2_interfaces/srv/Play': 'e87b287e52219f5f32127c876a0688c537b8a5762612f33b8e740c3b89d19d2b',
  'example_interfaces/action/Fibonacci_SendGoal':
    'd1a57fb2a4afe8c21e34fb10db206f16ce6729b28531141472df92277c55b557',
  'example_interfaces/action/Fibonacci_GetResult':
    '1b0de0d5d29dc955d92f546706568428632771db13ec84c15ec1c1a59f424a57',
  'action_tutorials_interfaces/action/Fibonacci_SendGoal':
    'a0603060ed69fe2dfbd1a6f3b982a1749957ef346e4a4d2b311a05e305ec37bb',
  'action_tutorials_interfaces/action/Fibonacci_GetResult':
    '8b47e383f1e31f6d8df6417ab54957e7d5ea24dad315646ad711ac3fdea81d58',
};

describe('type hashes', () => {
  it.each(Object.entries(MESSAGES))('message %s', (name, hash) => {
    expect(types.message(name).hash).toBe(`RIHS01_${hash}`);
  });

  it.each(Object.entries(SERVICES))('service %s', (name, hash) => {
    expect(types.service(name).hash).toBe(`RIHS01_${hash}`);
  });

  it('actions have a hash that depends on their parts', () => {
    const a = types.action('example_interfaces/action/Fibonacci').hash;
    const b = types.action('test_msgs/action/Fibonacci').hash;
    expect(a).toMatch(/^RIHS01_[0-9a-f]{64}$/);
    expect(a).not.toBe(b);
  });
});
