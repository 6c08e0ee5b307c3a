/**
 * Works on things side by side, `count` at a time. After a failure nothing further is begun, but what is under way
 * comes to its end: whoever closes a runner afterwards ends no run of it, and none begins with it closed.
 *
 * @param next - the next thing; undefined if there is no other
 * @throws the first failure, in the order of the places
 */
export async function sideBySide<T>(
  count: number,
  next: () => T | undefined | Promise<T | undefined>,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  let isFailed = false;
  const workAtOnePlace = async () => {
    try {
      for (;;) {
        const thing = isFailed ? undefined : await next();
        if (thing === undefined) return;
        await work(thing);
      }
    } catch (error) {
      isFailed = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: count }, workAtOnePlace));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}
