/** A longer part is broken anywhere. */
const LONGEST_PART = 24;
const PARTS = new RegExp(`[^/_.]{1,${LONGEST_PART}}[/_.]*|[/_.]{1,${LONGEST_PART}}`, 'gsu');

/** The name of a topic or type, which may break after a slash, underscore or dot, but not within a word. */
export function BreakableName({ name }: { readonly name: string }) {
  const parts = name.match(PARTS) ?? [];
  return (
    <span class="name">
      {parts.flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]))}
    </span>
  );
}
