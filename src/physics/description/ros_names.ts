import type { XmlElement } from './xml_element.js';

/** The `<ros>` of a plugin of gazebo_ros: its namespace and remappings. */
export class RosNames {
  readonly #namespace: string;
  readonly #remappings = new Map<string, string>();
  readonly #given: boolean;

  constructor(plugin: XmlElement) {
    const ros = plugin.first('ros');
    this.#namespace = (ros?.textOf('namespace') ?? '').replace(/^\/|\/$/g, '');
    this.#given = this.#namespace !== '';
    for (const { text } of ros?.all('remapping') ?? []) {
      const [from = '', to = ''] = text.trim().split(':=');
      this.#remappings.set(from.trim(), to.trim());
    }
  }

  /** The name of a topic of the plugin after all remappings. */
  topic(name: string): string {
    const wanted = this.#remappings.get(name) ?? name;
    if (wanted.startsWith('/') || !this.#given) return wanted;
    return `/${this.#namespace}/${wanted.replace(/^~\//, '')}`;
  }

  /** The topic of a sensor, `~/out`. */
  output(otherwise: string): string {
    const wanted = this.#remappings.get('~/out') ?? this.#remappings.get('out') ?? otherwise;
    return this.topic(wanted);
  }
}
