import type { DeviceSpec, RaySpec, SensorSpec } from '../devices/device_specs.js';
import type { SensorDescription } from './description.js';
import type { DescriptionFiles } from './description_files.js';
import { periodOf } from './period_of.js';
import { pluginKind } from './plugin_kind.js';
import { readNoise } from './read_noise.js';
import { RosNames } from './ros_names.js';
import type { XmlElement } from './xml_element.js';

/** More rays than any sensor casts at once. */
const MOST_RAYS = 1_000_000;

/** SDF sensor types that mean the same here. */
const KINDS: Readonly<Record<string, 'lidar' | 'imu' | 'navsat'>> = {
  ray: 'lidar',
  gpu_ray: 'lidar',
  lidar: 'lidar',
  gpu_lidar: 'lidar',
  imu: 'imu',
  gps: 'navsat',
  navsat: 'navsat',
};

/** What a sensor measures, by its element and the plugins in it. */
export function readSensor(
  sensor: SensorDescription,
  link: string,
  owner: { readonly name: string; readonly world: string },
  files: DescriptionFiles,
): DeviceSpec[] {
  const { element, type, name, pose } = sensor;
  const [plugin] = element.all('plugin');
  if (files.ignores(type, name, plugin?.attribute('filename'))) return [];
  const kind = KINDS[Object.hasOwn(KINDS, type) ? type : ''];
  if (kind === undefined) return element.unsupported(`The sensor "${name}" of the type ${type}`);
  if (plugin !== undefined && pluginKind(plugin) === undefined) {
    return plugin.unsupported(`The plugin "${plugin.attribute('filename') ?? ''}"`);
  }
  const outputs = { lidar: 'scan', imu: 'imu', navsat: 'navsat' } as const;
  const own = `/world/${owner.world}/model/${owner.name}/link/${link}/sensor/${name}/${outputs[kind]}`;
  const common: SensorSpec = {
    name,
    link,
    pose,
    topic:
      plugin === undefined
        ? (element.textOf('topic') ?? own)
        : new RosNames(plugin).output(`~/${name}/out`),
    frame: frameOf(element, plugin, link, owner.name),
    period: periodOf(element.numberOf('update_rate', 0), element),
  };
  switch (kind) {
    case 'lidar':
      return [rays(element, plugin, common)];
    case 'imu':
      return [imu(element, common)];
    case 'navsat': {
      const [across, up] = ['horizontal', 'vertical'].map((each) =>
        readNoise(
          element.first('navsat', 'position_sensing', each) ??
            element.first('gps', 'position_sensing', each),
        ),
      );
      return [{ ...common, kind: 'navsat', horizontal: across!, vertical: up! }];
    }
  }
}

function frameOf(
  element: XmlElement,
  plugin: XmlElement | undefined,
  link: string,
  robot: string,
): string {
  if (plugin !== undefined) return plugin.textOf('frame_name') ?? link;
  return element.textOf('gz_frame_id') ?? element.textOf('ignition_frame_id') ?? `${robot}/${link}`;
}

function imu(element: XmlElement, common: SensorSpec): DeviceSpec {
  const noises = (what: string) =>
    ['x', 'y', 'z'].map((axis) => readNoise(element.first('imu', what, axis)));
  const [ax, ay, az] = noises('angular_velocity');
  const [lx, ly, lz] = noises('linear_acceleration');
  return { ...common, kind: 'imu', angular: [ax!, ay!, az!], linear: [lx!, ly!, lz!] };
}

function rays(element: XmlElement, plugin: XmlElement | undefined, common: SensorSpec): DeviceSpec {
  const ray = element.first('ray') ?? element.first('lidar');
  if (ray === undefined) return element.refuse(`The sensor ${common.name} needs <ray>; add it`);
  const horizontal = raySpec(ray.first('scan', 'horizontal'));
  const vertical = raySpec(ray.first('scan', 'vertical'));
  if (horizontal.samples * vertical.samples > MOST_RAYS) {
    ray.refuse(`The sensor ${common.name} has more than ${MOST_RAYS} rays; give it fewer`);
  }
  const range = ray.first('range');
  const least = range?.numberOf('min', 0) ?? 0;
  const most = range?.numberOf('max', 10) ?? 10;
  if (!(least >= 0 && most > least)) {
    ray.refuse(`The sensor ${common.name} has the range ${least} to ${most} m; correct it`);
  }
  const all = { ...common, horizontal, vertical, least, most, noise: readNoise(ray) };
  const type = plugin?.textOf('output_type') ?? '';
  if (type === 'sensor_msgs/Range') return { ...all, kind: 'range' };
  if (type !== '' && !/^sensor_msgs\/(LaserScan|PointCloud2)$/.test(type)) {
    plugin?.unsupported(`The output ${type} of the sensor ${common.name}`);
  }
  const isCloud = type === 'sensor_msgs/PointCloud2' || vertical.samples > 1;
  return { ...all, kind: 'lidar', output: isCloud ? 'points' : 'scan' };
}

function raySpec(element: XmlElement | undefined): RaySpec {
  if (element === undefined) return { samples: 1, from: 0, to: 0 };
  const samples = Math.round(element.numberOf('samples', 1) * element.numberOf('resolution', 1));
  if (!(samples >= 1 && samples <= MOST_RAYS)) {
    element.refuse(`There are ${samples} samples; 1 to ${MOST_RAYS} are possible`);
  }
  const from = element.numberOf('min_angle', 0);
  return { samples, from, to: element.numberOf('max_angle', from) };
}
