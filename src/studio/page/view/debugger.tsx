import { useState } from 'preact/hooks';

/** The most answers of a session that are kept. */
const MOST_ANSWERS = 20;
const COMMANDS = ['back', 'next', 'step', 'finish', 'why', 'message', 'state', 'locals'];

interface Props {
  /** The address of the debugger. */
  readonly url: string;
  /** The selected callback. */
  readonly callback: number;
  /** Called when the run has stopped at a callback. */
  readonly onStop: (callback: number) => void;
}

interface Answer {
  readonly line: string;
  readonly text: string;
  readonly isProblem: boolean;
}

/** `orrery debug` in the page: the server repeats the run up to the selected callback. */
export function Debugger({ url, callback, onStop }: Props) {
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [line, setLine] = useState('');
  const ask = async (command: string) => {
    setBusy(true);
    const answer = await askAt(url, command);
    setBusy(false);
    setAnswers((before) => [answer, ...before].slice(0, MOST_ANSWERS));
    if (answer.callback !== undefined) onStop(answer.callback);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (line.trim() !== '') void ask(line.trim());
    setLine('');
  };
  return (
    <section class="debugger" aria-label="Debugger">
      <p>
        <button type="button" disabled={isBusy} onClick={() => ask(`to #${callback}`)}>
          Stop here in the debugger
        </button>
      </p>
      {answers.length > 0 && (
        <>
          <p class="commands">
            {COMMANDS.map((command) => (
              <button type="button" key={command} disabled={isBusy} onClick={() => ask(command)}>
                {command}
              </button>
            ))}
          </p>
          <form onSubmit={submit}>
            <input
              aria-label="Command of the debugger"
              placeholder="who /topic, break /topic, continue, print x, help"
              value={line}
              disabled={isBusy}
              onInput={(event) => setLine(event.currentTarget.value)}
            />
          </form>
        </>
      )}
      {isBusy && <p role="status">Repeating the run …</p>}
      {answers.map((answer, i) => (
        <div key={answers.length - i}>
          <code>{answer.line}</code>
          <pre class={answer.isProblem ? 'problem' : ''}>{answer.text}</pre>
        </div>
      ))}
    </section>
  );
}

async function askAt(url: string, line: string): Promise<Answer & { callback?: number }> {
  try {
    const response = await fetch(url, { method: 'POST', body: line });
    const { text, callback } = (await response.json()) as { text: string; callback?: number };
    return { line, text, isProblem: !response.ok, ...(callback !== undefined && { callback }) };
  } catch {
    return { line, text: 'The studio no longer runs; start it again.', isProblem: true };
  }
}
