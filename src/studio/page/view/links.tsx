import type { Colour } from '../../model/drawable.js';
import {
  colourOfLink,
  MOST_LINKS,
  type RadioLink,
  STRONG,
  textOfLink,
  WEAK,
} from '../../model/radio_link.js';

/** Positions of the legend's colours on the scale. */
const STEPS = [0, 0.25, 0.5, 0.75, 1];

interface Props {
  readonly links: readonly RadioLink[];
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** The links of a network at the cursor's time: a legend of their colours, and the strength of each. */
export function Links({ links, isShown, onShow }: Props) {
  if (links.length === 0) return null;
  const unplaced = [...new Set(links.flatMap((each) => each.unplaced))];
  return (
    <section class="links" aria-label="Links">
      <label>
        <input type="checkbox" checked={isShown} onChange={onShow} /> links
      </label>
      {links.some(({ strength }) => strength !== undefined) && <Scale />}
      <ul>
        {links.map((link) => (
          <li key={JSON.stringify(link.ends)}>
            <span class="swatch" style={{ background: css(colourOfLink(link)) }} />
            {link.ends.join(' – ')}: {textOfLink(link)}
          </li>
        ))}
      </ul>
      {links.length === MOST_LINKS && <p class="note">These are the first {MOST_LINKS} links.</p>}
      {unplaced.length > 0 && (
        <p class="note">
          Not drawn, because no odometry or single pose in their namespaces says where they are:{' '}
          {unplaced.join(', ')}
        </p>
      )}
    </section>
  );
}

/** The legend of the colours; links that are down are dashed. */
function Scale() {
  const steps = STEPS.map((part) => {
    const strength = STRONG + (WEAK - STRONG) * part;
    return css(colourOfLink({ isUp: true, strength }));
  });
  return (
    <>
      <div class="scale" style={{ background: `linear-gradient(to right, ${steps.join(', ')})` }} />
      <div class="ends">
        <span>−{-STRONG} dBm</span>
        <span>−{-WEAK} dBm</span>
      </div>
      <p class="note">dashed and grey: down</p>
    </>
  );
}

function css([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`;
}
