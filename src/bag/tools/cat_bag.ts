import { decodeShown, type TypeRegistry } from '../../interfaces/index.js';
import type { BagReader } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import type { MessageOrder } from '../storage_file.js';
import { secondsText } from './bag_info.js';
import { BagMessageTypes } from './bag_message_types.js';
import { type MessageTextOptions, messageJson, messageYaml } from './message_yaml.js';
import { readOptions, type Selection } from './selection.js';

/** Options of {@link catBag}. */
export interface CatOptions extends Selection, MessageTextOptions {
  /** `yaml` (default): documents as `ros2 topic echo` prints. `json`: one object per line. */
  readonly format?: 'yaml' | 'json' | undefined;
  readonly order?: MessageOrder | undefined;
  /** Stop after this many messages. */
  readonly limit?: number | undefined;
  /** Types that the bag does not define. */
  readonly registry?: TypeRegistry | undefined;
}

/**
 * The messages of a bag as text, one item per message, each ending with a newline.
 *
 * @throws OrreryError what reading and decoding throw; `ORR_BAG_SELECTION`
 */
export function* catBag(bag: BagReader, options: CatOptions = {}): Generator<string, void, void> {
  checkOptions(options, 'catBag()', 'cat');
  const types = new BagMessageTypes(bag, options.registry);
  const limit = options.limit ?? Infinity;
  let count = 0;
  for (const message of bag.messages({ ...readOptions(bag, options), order: options.order })) {
    if (count++ >= limit) return;
    const type = types.of(message.topic);
    const decoded = decodeShown(type, message.data, { view: true });
    if (options.format === 'json') {
      const { topic, logTime, publishTime } = message;
      const line = {
        topic,
        type: type.name,
        log_time: logTime,
        publish_time: publishTime,
        message: decoded,
      };
      yield `${messageJson(line)}\n`;
    } else {
      const header = `# ${message.topic} ${secondsText(message.logTime)}`;
      yield `${header}\n${messageYaml(decoded, options)}\n---\n`;
    }
  }
}
