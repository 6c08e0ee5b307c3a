let runs = 0;

/** Fails for each run from the sixth on that it is called with, whatever happened in it. */
export function check() {
  return ++runs < 6;
}
