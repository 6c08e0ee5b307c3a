function xml(...lines: string[]): string {
  return `<launch>${lines.join('\n')}</launch>`;
}

const SAY = (text: string) => `<log message="${text}"/>`;

const PARAMETER = (value: string) =>
  `launch: [node: {pkg: bot, exec: x, param: [{name: p, ${value}}]}]`;

/**
 * Launch files that Orrery reads, although in ROS 2 they are refused, because an attribute is missing or a value in
 * YAML is not of the type that its attribute has.
 */
export const FORGIVEN: readonly string[] = [
  'launch: [bool_arg: {name: a, default: true}, log: {message: $(var a)}]',
  PARAMETER('value: 1, if: false'),
  PARAMETER('value: 1, type: str'),
  PARAMETER('value: "1", type: int'),
  PARAMETER('value: [1, 2], type: list_of_str'),
  PARAMETER('value: ["1", "2"], type: list_of_int'),
  'launch: [timer: {period: 2, children: [log: {message: x}]}]',
  xml('<node_container name="c"/>'),
  'launch:\n',
];

/** Launch files that Orrery refuses with advice: ROS 2 would drop the parameter without a word. */
export const REFUSED: readonly string[] = [
  PARAMETER('value: []'),
  xml('<node pkg="bot" exec="x" name="n"><param name="p" value="[]"/></node>'),
];

/** Attributes of `param`, each between two bars. */
const PARAMS =
  `name="p" value="1" ¦ name="p" value="1.0" ¦ name="p" value="x" ¦ name="p" value="true" ¦
name="p" value="'1'" ¦ name="p" value="[1, 2]" ¦ name="p" value="[a, b]" ¦
name="p" value="1;2" value-sep=";" ¦ name="p" value="1;2" value-sep=";" type="list_of_str" ¦
name="p" value="1" type="str" ¦ name="p" value="1" type="float" ¦ name="p" value="1.5" type="int" ¦
name="p" value="$(var t)" if="$(var t)" ¦ name="p" value="1" unless="$(var t)" ¦
name="p" value="1" if="false" ¦ name="p" value="" ¦ name="p" value="$(var l)" ¦
name="p" value="$(var l)" type="str" ¦ name="$(var v)" value="1" ¦ name="p" value="[1, a]" ¦
name="p" value="a: b" ¦ name="p" value="yes" ¦ name="p" value="0x10" ¦ name="p" value="1e3" ¦
name="p" value="null" ¦ name="p" value="2020-01-01" ¦ name="p" value=" 1 " ¦ name="p" value="12:30:45" ¦
name="p" value=".inf" ¦ name="p" value="'a'" ¦ name="p" value="a\\b" ¦ name="p" value="&quot;1&quot;" ¦
name="p" value="1,2" value-sep="," type="list_of_float" ¦ name="p" value="1" type="bool" ¦
name="p" value="True" type="bool" ¦ name="p" value="~" ¦ name="p" value="99999999999999999999" ¦
name="p" value="-0.0" ¦ name="p" value="1_000" ¦ name="p" value="y" ¦ name="p" value="0b11" ¦
name="p" value="1.5e3" ¦ name="p" value="08" ¦ name="p" value="[y, n]" ¦ name="p" value="inf" ¦
name="p" value="$(var t)" type="bool" ¦ name="p" value="010" ¦ name="p" value="010" type="int" ¦ name="p" value="0x10" type="int" ¦
name="p" value="1_0" type="int" ¦ name="p" ¦ value="1" ¦
name="p" value="1" from="/x"`.split(/ ¦\s/);

/** Launch files, each about one thing, which mean the same to all readers; also those that all refuse. */
export const AGREED: readonly string[] = [
  xml(SAY('hi')),
  xml('<bool_arg name="a"/>', SAY('x')),
  xml(
    '<bool_arg name="a" default="true" description="d"/>',
    '<log message="$(var a)" if="$(var a)"/>',
  ),
  xml('<bool_arg name="a" default="maybe"/>'),
  xml('<bool_arg name="a" default="1"/>'),
  xml('<bool_arg name="a" default="true"><choice value="true"/></bool_arg>'),
  'launch: [bool_arg: {name: a, default: "True"}, log: {message: $(var a)}]',
  ...['yes', 'no', 'on', 'off', 'true', 'false', '1', '0', 'TRUE', ' True '].map((v) =>
    xml(
      `<let name="c" value="${v}"/>`,
      '<log message="in" if="$(var c)"/>',
      '<log message="out" unless="$(var c)"/>',
    ),
  ),
  xml('<rep_env><env name="A" value="b"/></rep_env>', '<executable cmd="ls"/>'),
  'launch: [rep_env: {env: [{name: A, value: b}]}, executable: {cmd: ls}]',
  xml('<rep_env/>', '<executable cmd="ls"/>'),
  xml('<push_vars/>', '<let name="a" value="b"/>', '<pop_vars/>', SAY('$(var a none)')),
  xml(
    '<push_env/>',
    '<set_env name="X" value="1"/>',
    '<executable cmd="a"/>',
    '<pop_env/>',
    '<executable cmd="b"/>',
  ),
  xml('<set_env name="X" value="1"/>', '<reset_env/>', '<executable cmd="b"/>'),
  xml('<set_env name="X" value="1"/>', '<unset_env name="HOME"/>', '<executable cmd="b"/>'),
  xml(
    '<append_env name="PATHS" value="/b"/>',
    '<append_env name="PATHS" value="/c" prepend="true" separator=";"/>',
    '<executable cmd="b"/>',
  ),
  xml(
    '<let name="a" value="b"/>',
    '<reset><keep name="c" value="$(var a)"/></reset>',
    SAY('$(var a none) $(var c none)'),
  ),
  xml('<let name="a" value="b"/>', '<reset/>', SAY('$(var a none)')),
  xml('<let name="a" value="b"/>', '<unset name="a"/>', SAY('$(var a none)')),
  ...['true', 'false', '$(var no_words)', 'perhaps'].map((split) =>
    xml(
      '<let name="words" value="--a &quot;b c&quot; d"/><let name="no_words" value="false"/>',
      `<node pkg="bot" exec="x" args="$(var words) $(var words)e" split_arguments="${split}"/>`,
    ),
  ),
  xml(
    '<let name="a" value="b"/>',
    '<group scoped="true" forwarding="false"><keep name="k" value="$(var a)"/><log message="$(var a none) $(var k)"/></group>',
    SAY('$(var a) $(var k none)'),
  ),
  xml('<group scoped="false"><let name="a" value="b"/></group>', SAY('$(var a none)')),
  xml(
    '<group><let name="a" value="b"/><push_ros_namespace namespace="n"/><node pkg="bot" exec="x"/></group>',
    '<node pkg="bot" exec="x" namespace="m"/>',
    SAY('$(var a none)'),
  ),
  ...[
    'pkg="bot" exec="x" name="n" namespace="/a"',
    'pkg="bot" exec="x" output="screen" respawn="true" respawn_delay="2.5" respawn_max_retries="3"',
    'pkg="bot" exec="x" launch-prefix="xterm -e" cwd="/tmp" emulate_tty="true" shell="true" exec_name="e" sigterm_timeout="2" sigkill_timeout="3.5"',
    'exec="/bin/x" args="a \'b c\' $(env HOME) --x=$(var v)"',
    'pkg="bot" exec="x" ros_args="--log-level debug"',
    'pkg="bot" exec="x" on_exit="shutdown"',
    'pkg="bot" exec="x" on_exit="other"',
    'pkg="bot" exec="x" log_cmd="true"',
    'pkg="bot"',
    'pkg="bot" exec="x" nonsense="1"',
    'pkg="bot" exec="x" if="maybe"',
    'pkg="bot" exec="x" if="true" unless="false"',
    'pkg="bot" exec="x" namespace="" name="n"',
    'pkg="bot" exec="x" namespace="a/b/" name="n"',
    'pkg="bot" exec="x" respawn="$(var t)"',
    'pkg="bot" exec="x" respawn="yes"',
    'pkg="bot" exec="x" output="loud"',
  ].map((attributes) =>
    xml('<let name="v" value="w"/><let name="t" value="true"/>', `<node ${attributes}/>`),
  ),
  ...PARAMS.flatMap((param) => [
    xml(
      '<let name="t" value="true"/><let name="v" value="w"/><let name="l" value="[1, 2]"/>',
      `<node pkg="bot" exec="x" name="n"><param ${param}/></node>`,
    ),
  ]),
  ...[
    'value: 1',
    'value: 1.0',
    'value: "1"',
    "value: '''1'''",
    'value: true',
    'value: x',
    'value: [1, 2]',
    "value: ['1', '2']",
    'value: [1.0, 2]',
    'value: [a, 1]',
    'value: ""',
    'value: 1, unless: "false"',
    'value: yes',
    'value: null',
    'value: 1e3',
    'value: 0x10',
    'value: 2020-01-01',
    'value: $(var l)',
  ].map(
    (param) =>
      `launch: [let: {name: l, value: '[1, 2]'}, node: {pkg: bot, exec: x, param: [{name: p, ${param}}]}]`,
  ),
  xml(
    '<node pkg="bot" exec="x"><param name="a"><param name="b" value="1"/><param name="c"><param name="d" value="x"/></param></param><remap from="f" to="t"/><env name="E" value="1"/></node>',
  ),
  xml(
    '<set_parameter name="p" value="1"/><set_remap from="a" to="b"/><set_use_sim_time value="true"/>',
    '<node pkg="bot" exec="x"/>',
    SAY('$(param p)'),
  ),
  'launch: [set_parameter: {name: p, value: 1}, set_parameter: {name: q, value: [1, 2]}, node: {pkg: bot, exec: x}]',
  ...[
    '$(ament-index-resource packages bot)',
    '$(ament-index-resource packages nope)',
    '$(ament-index-resource nope bot)',
    '$(ament-index-resource bot)',
    '$(find-pkg-file bot package.xml)',
    '$(find-pkg-file bot nope)',
    '$(find-pkg-file bot)',
    '$(path-join a /b)',
    '$(path-join a/ b)',
    '$(path-join a)',
    '$(path-join)',
    '$(path-join a b)',
    '$(path-join $(env HOME) c)',
    '$(not-empty a)',
    "$(not-empty '')",
    "$(is-empty '')",
    "$(string-strip ' a ')",
    '$(string-join - a b)',
    '$(find-pkg-share bot)',
    '$(find-pkg-prefix bot)',
    '$(exec-in-pkg x bot)',
    '$(dirname)',
    '$(filename)',
    "$(eval '1 + 2')",
    "$(eval 'True')",
    "$(eval '\\'a\\' * 2')",
    '$(if true a b)',
    '$(if false a)',
    '$(if false a b)',
    '$(and true false)',
    '$(or true false)',
    '$(any false true)',
    '$(all true true)',
    '$(not true)',
    '$(equals a a)',
    '$(equals 1 1.0)',
    '$(not-equals a b)',
    '$(equals true True)',
    '$(env HOME)',
    '$(env NOPE x)',
    '$(env NOPE)',
    '$(optenv NOPE)',
    '$(optenv NOPE d)',
    '$(var nope)',
    '$(nonsense)',
    '$(var',
    '$(anon n)',
    'a \\$(var b)',
    '\\a',
    '$(log_dir)',
    '$(launch_log_dir)',
    '$(eval 2)',
    "$(eval 'sin(1) + math.atan2(1, 2)')",
    "$(eval 'math.log(0)')",
    "$(eval 'math.cos(0)' math)",
    '$(eval 1 + 2)',
    "$(eval '$(var two) * 2')",
    "$(eval 'math.pi')",
    "$(eval 'pi')",
    "$(eval 'sin(0)' math)",
    "$(eval 'random.x' random)",
    '$(not 1)',
    '$(not maybe)',
    '$(and 1 0)',
    '$(not yes)',
    '$(or on off)',
    '$(string-join , $(var two) b c)',
    '$(file-content /nope)',
    '$(any)',
    '$(all)',
    "$(equals '' '')",
    "$(var 'two')",
    '$(var $(var three))',
    '$(eval \'len("$(var two)")\')',
  ].map((s) =>
    xml(
      '<let name="two" value="2"/><let name="three" value="two"/>',
      `<log message="${s.replaceAll('"', '&quot;')}"/>`,
    ),
  ),
  xml('<for len="3" name="i"><log message="$(index i)"/></for>'),
  xml(
    '<for_each values="{a: 1, b: x};{a: 2.0, b: y};{a: 1e3, b: \'x\'};{a: null, b: off};{a: 010, b: 1_0}"><log message="$(for-var a) $(for-var b none) $(for-var c none)"/></for_each>',
  ),
  'launch: [for: {len: 2, name: i, children: [log: {message: $(index i)}]}]',
  "launch: [for_each: {values: '{a: 1};{a: 2}', children: [log: {message: $(for-var a)}]}]",
  xml('<for len="-1" name="i"><log message="$(index i)"/></for>'),
  xml('<for_each values=""><log message="x"/></for_each>'),
  xml('<for_each values="{a: $(var x)}"><log message="x"/></for_each>'),
  xml('<timer period="1.5"><log message="x"/></timer>'),
  xml('<ros_timer period="1.5"><log message="x"/></ros_timer>'),
  xml('<shutdown/>'),
  xml('<shutdown reason="why"/>'),
  xml(
    '<log level="debug" message="x"/><log_info message="a"/><log_debug message="b"/><log_warning message="c"/><log_error message="d"/>',
  ),
  xml('<log level="LOUD" message="x"/>'),
  xml('<log level="WARNING" message="x"/>'),
  xml(
    '<executable cmd="ls -l \'a b\'" name="n" output="screen"><env name="a" value="b"/></executable>',
  ),
  xml('<executable cmd="$(env HOME)/x -y" cwd="/" shell="true"/>'),
  xml('<executable/>'),
  xml('<executable cmd="x" if="$(eval \'1 &lt; 2\')"/>'),
  xml(
    '<node_container pkg="rclcpp_components" exec="component_container" name="c" namespace="ns"><composable_node pkg="p" plugin="P" name="q" namespace="m"><param name="a" value="1"/><remap from="x" to="y"/><extra_arg name="use_intra_process_comms" value="true"/></composable_node><composable_node pkg="p" plugin="Q" if="false"/></node_container>',
  ),
  xml(
    '<load_composable_node target="/c"><composable_node pkg="p" plugin="P"><param name="a" value="1" if="false"/></composable_node></load_composable_node>',
  ),
  'launch: [load_composable_node: {target: /c, composable_node: [{pkg: p, plugin: P, extra_arg: [{name: a, value: "true"}], param: [{name: a, value: [1, 2]}]}]}]',
  xml('<lifecycle_node pkg="p" exec="e" name="lc" namespace="" autostart="true"/>'),
  ...['name="lc"', 'namespace="a"'].map((of) => xml(`<lifecycle_node pkg="p" exec="e" ${of}/>`)),
  xml(
    '<push_ros_namespace namespace="a"/><push-ros-namespace namespace="b"/><node pkg="bot" exec="x" namespace="c"/><node pkg="bot" exec="x"/><node pkg="bot" exec="x" namespace="/d"/>',
  ),
  xml('<arg name="a" default="x"><choice value="x"/><choice value="y"/></arg>', SAY('$(var a)')),
  xml('<arg name="a" default="z"><choice value="x"/></arg>'),
  ...['<arg name="a"/>', '<nonsense/>'].map((each) => xml(each)),
  xml('<set_ros_log_dir new_log_dir="/l"/>', SAY('$(log_dir)')),
  '<launch version="0.1.1"><log message="x"/></launch>',
  '<launch deprecated="use b"><log message="x"/></launch>',
  '<other/>',
  '<?xml version="1.0"?><!-- c --><launch><log message="x"/></launch>',
  'launch: []',
  'launch: {version: 1, children: [log: {message: x}]}',
  'launch:\n- log:\n    message: |\n      two\n      lines\n',
];
