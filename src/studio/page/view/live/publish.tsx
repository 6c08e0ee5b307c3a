import { useState } from 'preact/hooks';
import { byName } from '../by_name.js';
import type { FoxgloveLink, LiveChannel } from './foxglove_link.js';
import { useLinkState } from './use_live_run.js';

/** Lists topics of every node last, since people rarely want to publish there. */
const rank = ({ topic }: LiveChannel) => Number(/^\/(rosout|parameter_events)$|\/_/.test(topic));
const byUse = (a: LiveChannel, b: LiveChannel) => rank(a) - rank(b) || byName(a.topic, b.topic);

interface Props {
  readonly link: FoxgloveLink;
}

/** Publishes a message to an active run. */
export function Publish({ link }: Props) {
  const state = useLinkState(link);
  const { isOpen } = state;
  const channels = [...state.channels].sort(byUse);
  const [topic, setTopic] = useState('');
  const [json, setJson] = useState('{}');
  const [said, setSaid] = useState('');
  const channel = channels.find((each) => each.topic === topic) ?? channels[0];
  const submit = (event: Event) => {
    event.preventDefault();
    if (channel === undefined) return;
    try {
      JSON.parse(json);
      link.publish(channel.topic, channel.schemaName, json);
      setSaid(`Sent to ${channel.topic}.`);
    } catch {
      setSaid('This is not JSON.');
    }
  };
  return (
    <section aria-label="Publish">
      <h3>Publish</h3>
      <form onSubmit={submit} class="publish">
        <select aria-label="Topic" onChange={(event) => setTopic(event.currentTarget.value)}>
          {channels.map((each) => (
            <option key={each.id} value={each.topic} selected={each === channel}>
              {each.topic}
            </option>
          ))}
        </select>
        <span class="note">{channel?.schemaName}</span>
        <textarea
          aria-label="Message as JSON"
          rows={5}
          value={json}
          onInput={(event) => setJson(event.currentTarget.value)}
        />
        <button type="submit" disabled={!isOpen || channel === undefined}>
          Publish
        </button>
        <span role="status">{said}</span>
      </form>
      <p class="note">Fields that are left out have their defaults.</p>
      {channel !== undefined && (
        <details>
          <summary>The definition of {channel.schemaName}</summary>
          <pre>{channel.schema}</pre>
        </details>
      )}
    </section>
  );
}
