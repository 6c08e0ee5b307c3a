import type {
  BoxModel,
  ChannelModel,
  FadingModel,
  PathLossModel,
  Point,
  PositionModel,
  ShadowingModel,
  TrajectoryPoint,
} from '../channel_model.js';
import type { ConfigReader, Read } from './config_reader.js';

const FREQUENCIES = { Hz: 1, kHz: 1e3, MHz: 1e6, GHz: 1e9 } as const;

/** Reads where an agent is. */
export function positionReader(reader: ConfigReader): Read<PositionModel> {
  const point = pointReader(reader);
  return reader.exactlyOne(
    reader.object<PositionModel>({
      at: point,
      trajectory: reader.list(
        reader.object<TrajectoryPoint>({ time: reader.duration, at: point }, ['time', 'at']),
      ),
      topic: reader.text,
      robot: reader.text,
      frame: reader.text,
    }),
  );
}

/** Reads how signals fade between agents. */
export function channelReader(reader: ConfigReader): Read<ChannelModel> {
  const decibels = reader.number(-200, 200);
  const point = pointReader(reader);
  return reader.object<ChannelModel>({
    path_loss: pathLossReader(reader),
    shadowing: reader.object<ShadowingModel>({
      deviation: reader.number(0, 100),
      deviation_nlos: reader.number(0, 100),
      correlation_distance: reader.number(1e-3, 1e6),
    }),
    fading: reader.object<FadingModel>({
      k_factor: decibels,
      k_factor_nlos: decibels,
      background_speed: reader.number(0, 1e4),
    }),
    frequency: reader.quantity(FREQUENCIES, '2.437GHz'),
    tx_power: decibels,
    antenna_gain: decibels,
    noise_figure: decibels,
    sensitivity: decibels,
    step: reader.duration,
    obstacles: reader.list(reader.object<BoxModel>({ min: point, max: point }, ['min', 'max'])),
    world: reader.flag,
    ground: reader.flag,
  });
}

function pathLossReader(reader: ConfigReader): Read<PathLossModel> {
  const nothing = reader.object<Record<string, never>>({});
  return reader.exactlyOne(
    reader.object<PathLossModel>({
      disk: reader.object<{ range: number }>({ range: reader.number(0, 1e9) }, ['range']),
      free_space: nothing,
      umi: nothing,
      log_distance: reader.object<NonNullable<PathLossModel['log_distance']>>({
        exponent: reader.number(0, 20),
        obstacle_loss: reader.number(0, 1000),
      }),
      two_ray: nothing,
      ray_tracing: reader.object<NonNullable<PathLossModel['ray_tracing']>>({
        order: (node) => {
          const order = reader.number(0, 2, true)(node);
          return order === 0 || order === 1 || order === 2 ? order : undefined;
        },
        permittivity: reader.number(1, 100),
        penetration_loss: reader.number(0, 1000),
      }),
    }),
  );
}

/** Reads three numbers. */
export function pointReader(reader: ConfigReader): Read<Point> {
  const numbers = reader.list(reader.number(-1e9, 1e9));
  return (node) => {
    const values = numbers(node);
    if (values === undefined) return undefined;
    const [x, y, z] = values;
    if (values.length === 3) return [x!, y!, z!];
    return reader.refuse(node, 'A point is needed: three numbers, [x, y, z] in m.');
  };
}
