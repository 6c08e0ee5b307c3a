import { useEffect, useRef, useState } from 'preact/hooks';

/** The last answer, and the problem of a later attempt. */
export interface Latest<Found> {
  readonly found: Found | undefined;
  readonly problem: string;
}

/**
 * The answer to a question that changes faster than it can be answered, e.g. while a run is played. One question is
 * asked at a time, and of those that come in the meantime only the last one is asked.
 *
 * @param key - changes when the question does
 */
export function useLatest<Found>(key: string, ask: () => Promise<Found>): Latest<Found> {
  const [latest, setLatest] = useState<Latest<Found>>({ found: undefined, problem: '' });
  const wanted = useRef<(() => Promise<Found>) | undefined>(undefined);
  const isBusy = useRef(false);
  useEffect(() => {
    wanted.current = ask;
    if (isBusy.current) return;
    isBusy.current = true;
    const answer = async () => {
      while (wanted.current !== undefined) {
        const next = wanted.current;
        wanted.current = undefined;
        try {
          setLatest({ found: await next(), problem: '' });
        } catch (error) {
          setLatest(({ found }) => ({ found, problem: (error as Error).message }));
        }
      }
      isBusy.current = false;
    };
    void answer();
  }, [key]);
  return latest;
}
