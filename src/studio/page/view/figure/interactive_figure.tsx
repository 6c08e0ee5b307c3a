import { h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import {
  drawFigure,
  type Figure,
  type FigureWindow,
  type Shape,
  type Skin,
  wholeOf,
} from '../../../../report/index.js';
import type { Palette } from '../palette.js';
import { draggedWindow, moved, zoomedWindow } from './figure_window.js';

interface Props {
  readonly figure: Figure;
  readonly palette: Palette;
}

const WIDTH = 960;
const STEP = 0.8;

/** A figure that can be moved and zoomed with the mouse or the keyboard. */
export function InteractiveFigure({ figure, palette }: Props) {
  const whole = useMemo(() => wholeOf(figure), [figure]);
  const [window, setWindow] = useState<FigureWindow>(whole);
  const svg = useRef<SVGSVGElement>(null);
  const width = useWidth(svg);
  const skin = useMemo(() => pageSkin(palette), [palette]);
  const { height, plot, inside, outside } = drawFigure(figure, skin, width, window);
  const change = (next: (window: FigureWindow) => FigureWindow) => setWindow(next);
  useWheel(svg, (factor, x, y) => {
    const place = [(x - plot.left) / plot.width, 1 - (y - plot.top) / plot.height] as const;
    change((before) => zoomedWindow(before, whole, factor, place));
  });
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1 || (event.movementX === 0 && event.movementY === 0)) return;
    svg.current?.setPointerCapture(event.pointerId);
    const { movementX, movementY } = event;
    const upright = figure.kind === 'curves' ? movementY : 0;
    change((before) => draggedWindow(before, movementX, upright, plot));
  };
  const key = (event: KeyboardEvent) => {
    const next = afterKey(event.key, window, whole);
    if (next === undefined) return;
    event.preventDefault();
    setWindow(next);
  };
  const clip = `plot-${figure.name}`;
  return (
    <figure class="drawn" data-figure={figure.name}>
      <figcaption>
        <b>{figure.title}</b>
        {figure.note !== undefined && <span class="note"> {figure.note}</span>}
      </figcaption>
      <svg
        ref={svg}
        role="img"
        aria-label={`${figure.title}. W and S zoom, A and D move, F shows all.`}
        tabindex={0}
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        data-from={window.x.from}
        data-to={window.x.to}
        onPointerMove={drag}
        onDblClick={() => setWindow(whole)}
        onKeyDown={key}
      >
        <clipPath id={clip}>
          <rect x={plot.left} y={plot.top - 6} width={plot.width} height={plot.height + 6} />
        </clipPath>
        {outside.map(element)}
        <g clip-path={`url(#${clip})`}>{inside.map(element)}</g>
      </svg>
    </figure>
  );
}

function element({ tag, attributes, text, tip }: Shape, index: number) {
  const title = tip === undefined ? null : <title>{tip}</title>;
  return h(tag, { key: index, ...attributes }, title, text);
}

function pageSkin(palette: Palette): Skin {
  return {
    ...{ ink: 'var(--ink)', faint: 'var(--faint)', line: 'var(--line)', focus: 'var(--focus)' },
    colourOf: (name) => palette.of(name),
  };
}

/** The window after a key, with the same keys as in the timeline. */
function afterKey(
  key: string,
  window: FigureWindow,
  whole: FigureWindow,
): FigureWindow | undefined {
  const steps: Readonly<Record<string, () => FigureWindow>> = {
    w: () => zoomedWindow(window, whole, STEP),
    s: () => zoomedWindow(window, whole, 1 / STEP),
    a: () => ({ ...window, x: moved(window.x, -0.15) }),
    d: () => ({ ...window, x: moved(window.x, 0.15) }),
    f: () => whole,
  };
  const same: Readonly<Record<string, string>> = {
    ...{ '+': 'w', '-': 's', ArrowLeft: 'a', ArrowRight: 'd' },
  };
  return steps[same[key] ?? key.toLowerCase()]?.();
}

/** The width to draw at, which follows that of the page; on paper, the last width is kept. */
function useWidth(place: { readonly current: SVGSVGElement | null }): number {
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const seen = Math.round(entry!.contentRect.width);
      if (seen > 0 && !matchMedia('print').matches) setWidth(seen);
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** Makes the wheel zoom in a focused figure, or with Ctrl; otherwise it scrolls the page. */
function useWheel(
  place: { readonly current: SVGSVGElement | null },
  onZoom: (factor: number, x: number, y: number) => void,
): void {
  const latest = useRef(onZoom);
  latest.current = onZoom;
  useEffect(() => {
    const svg = place.current!;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== svg) return;
      event.preventDefault();
      const { left, top } = svg.getBoundingClientRect();
      const factor = event.deltaY < 0 ? STEP : 1 / STEP;
      latest.current(factor, event.clientX - left, event.clientY - top);
    };
    svg.addEventListener('wheel', wheel, { passive: false });
    return () => svg.removeEventListener('wheel', wheel);
  }, []);
}
