let runs = 0;

/** Fails for the sixth run that it is called with, whatever happened in it. */
export function check() {
  return ++runs !== 6;
}
