import { useEffect, useState } from 'preact/hooks';
import type { FoxgloveLink, LiveParameter } from './foxglove_link.js';
import { useLinkState } from './use_live_run.js';

interface Props {
  readonly link: FoxgloveLink;
}

/** The parameters of an active run, which can be changed. */
export function LiveParameters({ link }: Props) {
  const { isOpen, isPaused, parameters } = useLinkState(link);
  useEffect(() => {
    if (isOpen) link.askParameters();
  }, [isOpen]);
  return (
    <section aria-label="Parameters">
      <h3>Parameters</h3>
      {isPaused && <p class="note">The nodes answer when the run goes on: it is paused now.</p>}
      <button type="button" onClick={() => link.askParameters()}>
        Read again
      </button>
      <table>
        <tbody>
          {parameters
            .filter(({ value }) => value !== undefined)
            .map((each) => (
              <Parameter key={each.name} link={link} parameter={each} />
            ))}
        </tbody>
      </table>
    </section>
  );
}

function Parameter({ link, parameter }: Props & { readonly parameter: LiveParameter }) {
  const { name, value } = parameter;
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    try {
      link.setParameter(name, JSON.parse(text ?? ''));
      setText(undefined);
      setProblem('');
    } catch {
      setProblem('This is not JSON: strings are in double quotes.');
    }
  };
  return (
    <tr>
      <td>{name}</td>
      <td>
        <form onSubmit={submit}>
          <input
            aria-label={name}
            value={text ?? JSON.stringify(value)}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          {text !== undefined && <button type="submit">Set</button>}
          {problem !== '' && <span class="problem">{problem}</span>}
        </form>
      </td>
    </tr>
  );
}
