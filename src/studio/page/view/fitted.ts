/** The start of a text, as much as there is room for. */
export function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  const fit = longestFit(context, text.length, room, (length) =>
    length === text.length ? text : `${text.slice(0, length)}…`,
  );
  return fit === '…' ? '' : fit;
}

/** The end of a text, as much as there is room for, because names of nodes often start alike. */
export function fittedEnd(context: CanvasRenderingContext2D, text: string, room: number): string {
  return longestFit(context, text.length, room, (length) =>
    length === text.length ? text : `…${text.slice(text.length - length)}`,
  );
}

function longestFit(
  context: CanvasRenderingContext2D,
  longest: number,
  room: number,
  cut: (length: number) => string,
): string {
  const fits = (length: number) => context.measureText(cut(length)).width <= room;
  if (fits(longest)) return cut(longest);
  let [low, high] = [0, longest - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}
