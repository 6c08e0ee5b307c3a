export function check(run) {
  if (run.topic('/out').count > 0) throw new Error('there are messages on /out');
}
