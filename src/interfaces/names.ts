/** Names of interfaces: the forms ROS tools use, brought to `package/kind/Name`. */
import { nearestNames, OrreryError } from '../errors/index.js';
import { MAX_NAME } from './check_extent.js';

/** The three kinds of interfaces. */
export type InterfaceKind = 'msg' | 'srv' | 'action';

/** The parts of a name. */
export interface InterfaceName {
  readonly package: string;
  readonly kind: InterfaceKind;
  readonly name: string;
  /** `package/kind/Name` */
  readonly full: string;
}

const PACKAGE = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * Splits an interface name into its parts. Accepted: `std_msgs/msg/String`, `std_msgs/String`,
 * `std_msgs.msg.String`, `std_msgs::msg::String` and the DDS form `std_msgs::msg::dds_::String_`.
 *
 * @param text the name
 * @param kind the kind to assume if the name does not state one
 * @throws `ORR_TYPE_NAME` if `text` has none of these forms
 */
export function parseInterfaceName(text: string, kind: InterfaceKind = 'msg'): InterfaceName {
  const parts = String(text)
    .slice(0, MAX_NAME + 1)
    .split(/\/|::|\./);
  if (parts.length === 4 && parts[2] === 'dds_' && parts[3]!.endsWith('_')) {
    parts.splice(2, 2, parts[3]!.slice(0, -1));
  }
  if (parts.length === 2) parts.splice(1, 0, kind);
  const [pkg, found, name] = parts;
  if (
    text.length > MAX_NAME ||
    parts.length !== 3 ||
    !PACKAGE.test(pkg!) ||
    !NAME.test(name!) ||
    (found !== 'msg' && found !== 'srv' && found !== 'action')
  ) {
    throw new OrreryError(
      'ORR_TYPE_NAME',
      `'${String(text).slice(0, MAX_NAME)}' is not the name of an interface: write it as package/${kind}/Name, e.g. std_msgs/msg/String.`,
      { place: { type: String(text) } },
    );
  }
  return { package: pkg!, kind: found, name: name!, full: `${pkg}/${found}/${name}` };
}

/** The known names most similar to a wanted one: similar names first, then names with a similar last part. */
function nearestTypes(wanted: string, known: readonly string[]): string[] {
  const lastWord = (name: string) => name.slice(name.lastIndexOf('/') + 1);
  const words = nearestNames(lastWord(wanted), known.map(lastWord), 1);
  const inOtherPackages = known.filter((name) => words.includes(lastWord(name)));
  return [...new Set([...nearestNames(wanted, known), ...inOtherPackages])].slice(0, 3);
}

/** The error for a type that is not among the known ones. */
export function unknownType(
  name: InterfaceName,
  known: readonly string[],
  neededBy: string | undefined,
): OrreryError {
  const wanted = `${name.package}/${name.kind}/${name.name}`;
  const near = nearestTypes(
    wanted,
    known.filter((full) => full.includes(`/${name.kind}/`)),
  );
  const hint =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'add its package directory or set AMENT_PREFIX_PATH.';
  const needed = neededBy === undefined || neededBy === wanted ? '' : ` (needed by ${neededBy})`;
  return new OrreryError('ORR_UNKNOWN_TYPE', `The type ${wanted}${needed} is not known; ${hint}`, {
    place: { type: wanted },
  });
}
