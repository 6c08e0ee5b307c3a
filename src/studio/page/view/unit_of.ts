/** Units of REP 103 and of the definitions of standard messages, by type and field. */
const UNITS: readonly (readonly [type: RegExp, field: RegExp, unit: string])[] = [
  [/Imu$/, /linear_acceleration/, 'm/s²'],
  [/Imu$/, /angular_velocity/, 'rad/s'],
  [/(Twist|Odometry)/, /linear/, 'm/s'],
  [/(Twist|Odometry)/, /angular/, 'rad/s'],
  [/Accel/, /linear/, 'm/s²'],
  [/Accel/, /angular/, 'rad/s²'],
  [/Wrench/, /force/, 'N'],
  [/Wrench/, /torque/, 'N·m'],
  [/(LaserScan|Range)$/, /(range|ranges\[\d+\])$/, 'm'],
  [/LaserScan$/, /^angle_/, 'rad'],
  [/JointState$/, /effort/, 'N·m'],
  [/Temperature$/, /temperature/, '°C'],
  [/FluidPressure$/, /fluid_pressure/, 'Pa'],
  [/BatteryState$/, /voltage/, 'V'],
  [/BatteryState$/, /current/, 'A'],
  [/NavSatFix$/, /(latitude|longitude)/, '°'],
  [/NavSatFix$/, /altitude/, 'm'],
  [/MagneticField$/, /magnetic_field/, 'T'],
  [/./, /^(yaw|pitch|roll)\(/, 'rad'],
  [/^(geometry_msgs|nav_msgs)\//, /(position|point|translation)/, 'm'],
  [/^geometry_msgs\/msg\/Point/, /^(x|y|z)$/, 'm'],
  [/./, /(^|\.)sec$/, 's'],
  [/./, /(^|\.)nanosec$/, 'ns'],
];

/** @returns an empty string if the unit is unknown */
export function unitOf(type: string, field: string): string {
  if (type === 'tf') return /^(x|y|z|norm)$/.test(field) ? 'm' : 'rad';
  if (/covariance/.test(field)) return '';
  return UNITS.find(([types, fields]) => types.test(type) && fields.test(field))?.[2] ?? '';
}

/** The unit of a derived quantity. */
export function derivedUnit(unit: string, derivation: string): string {
  if (derivation !== 'derivative' || unit === '') return unit;
  return { m: 'm/s', 'm/s': 'm/s²', rad: 'rad/s', s: '' }[unit] ?? `${unit}/s`;
}
