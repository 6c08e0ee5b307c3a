// Small charts as self-contained SVG.

const WIDTH = 900;
const HEIGHT = 420;
const LEFT = 80;
const RIGHT = 870;
const TOP = 50;
const BOTTOM = 350;
const BLUE = '#0f5cdd';
const RED = '#c0392b';

/** Maps a value to a position; logarithmic if the values span decades. */
function scale(from, to, low, high, logarithmic) {
  const f = logarithmic ? Math.log10 : (x) => x;
  return (value) => low + ((f(value) - f(from)) / (f(to) - f(from))) * (high - low);
}

function frame(title, yLabel, body) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${WIDTH / 2}" y="26" font-size="16" text-anchor="middle">${title}</text>`,
    `<text transform="translate(26 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
    ...body,
    `<rect x="${LEFT}" y="${TOP}" width="${RIGHT - LEFT}" height="${BOTTOM - TOP}" fill="none" stroke="#333"/>`,
    '</svg>\n',
  ].join('\n');
}

/** The powers of ten times 1, 2 and 5 between two numbers. */
function decades(low, high) {
  const values = [];
  for (let e = Math.floor(Math.log10(low)); 10 ** e <= high; e++) {
    for (const m of [1, 2, 5]) {
      const value = Number((m * 10 ** e).toPrecision(2));
      if (value >= low && value <= high) values.push(value);
    }
  }
  return values;
}

function yGrid(ticks, y) {
  return ticks.map(
    (tick) =>
      `<line x1="${LEFT}" x2="${RIGHT}" y1="${y(tick).toFixed(1)}" y2="${y(tick).toFixed(1)}" stroke="#e5e5e5"/>` +
      `<text x="${LEFT - 8}" y="${(y(tick) + 4).toFixed(1)}" text-anchor="end">${tick}</text>`,
  );
}

function quantile(sorted, share) {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}

/**
 * A box plot with every value as a dot, logarithmic: box from quartile to quartile, line at the
 * median, whiskers to the extremes.
 *
 * @param groups - `{ label, note, values }`, values positive
 */
export function boxPlot(title, yLabel, groups) {
  const all = groups.flatMap(({ values }) => values);
  const low = Math.min(...all) * 0.7;
  const high = Math.max(...all) * 1.5;
  const y = scale(low, high, BOTTOM, TOP, true);
  const step = (RIGHT - LEFT) / groups.length;
  const body = yGrid(decades(low, high), y);
  for (const [i, { label, note, values }] of groups.entries()) {
    const sorted = [...values].sort((a, b) => a - b);
    const [bottom, lower, middle, upper, top] = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      y(quantile(sorted, share)).toFixed(1),
    );
    const x = LEFT + step * (i + 0.5);
    body.push(
      `<line x1="${x}" x2="${x}" y1="${bottom}" y2="${top}" stroke="#333"/>`,
      `<rect x="${x - 28}" y="${upper}" width="56" height="${(lower - upper).toFixed(1)}" fill="#cfe0fb" stroke="#333"/>`,
      `<line x1="${x - 28}" x2="${x + 28}" y1="${middle}" y2="${middle}" stroke="${RED}" stroke-width="2"/>`,
    );
    for (const [k, value] of values.entries()) {
      // Dots are side by side, so that equal values remain visible.
      const dot = x + (k / Math.max(1, values.length - 1) - 0.5) * 44;
      body.push(
        `<circle cx="${dot.toFixed(1)}" cy="${y(value).toFixed(1)}" r="3" fill="${BLUE}" fill-opacity="0.7"/>`,
      );
    }
    body.push(
      `<text x="${x}" y="${BOTTOM + 24}" text-anchor="middle">${label}</text>`,
      `<text x="${x}" y="${BOTTOM + 44}" text-anchor="middle" fill="#666">${note}</text>`,
    );
  }
  return frame(title, yLabel, body);
}

/**
 * Plots the error (left, logarithmic) and the share of lost scans (right, in percent) over the time per scan.
 *
 * @param fixed - `{ milliseconds, rmse, lost }` of runs in which every scan takes the same time: dots on a line
 * @param varying - the same of runs in which the time varies around `milliseconds`: rings
 * @param period - time between two scans, in ms
 */
export function executionTimePlot(title, fixed, varying, period) {
  const points = [...fixed, ...varying];
  const errors = points.map(({ rmse }) => rmse);
  const low = Math.min(...errors) * 0.7;
  const high = Math.max(...errors) * 1.5;
  const y = scale(low, high, BOTTOM, TOP, true);
  const percent = scale(0, 100, BOTTOM, TOP, false);
  const times = points.map(({ milliseconds }) => milliseconds);
  const x = scale(0, Math.max(...times) * 1.05, LEFT, RIGHT - 40, false);
  const body = yGrid(decades(low, high), y);
  for (const tick of [0, 20, 40, 60, 80, 100]) {
    body.push(
      `<text x="${RIGHT - 6}" y="${(percent(tick) + 4).toFixed(1)}" text-anchor="end" fill="${RED}">${tick} %</text>`,
    );
  }
  for (let tick = 0; tick <= Math.max(...times); tick += 50) {
    body.push(
      `<text x="${x(tick).toFixed(1)}" y="${BOTTOM + 20}" text-anchor="middle">${tick}</text>`,
    );
  }
  const line = x(period).toFixed(1);
  body.push(
    `<line x1="${line}" x2="${line}" y1="${TOP}" y2="${BOTTOM}" stroke="#888" stroke-dasharray="5 4"/>`,
    `<text x="${Number(line) + 6}" y="${BOTTOM - 8}" fill="#666">one scan period</text>`,
    `<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 44}" text-anchor="middle">execution time per scan (ms)</text>`,
    ...rings(
      varying.map(({ milliseconds, rmse }) => [x(milliseconds), y(rmse)]),
      BLUE,
    ),
    ...rings(
      varying.map(({ milliseconds, lost }) => [x(milliseconds), percent(lost)]),
      RED,
    ),
    ...curve(
      fixed.map(({ milliseconds, rmse }) => [x(milliseconds), y(rmse)]),
      BLUE,
    ),
    ...curve(
      fixed.map(({ milliseconds, lost }) => [x(milliseconds), percent(lost)]),
      RED,
    ),
    legend(LEFT + 14, BLUE, 'APE RMSE (m)'),
    legend(LEFT + 150, RED, 'scans lost (%)'),
    `<text x="${LEFT + 290}" y="${TOP + 20}" fill="#666">dots: fixed time; rings: varying time</text>`,
  );
  return frame(title, 'APE RMSE (m)', body);
}

function curve(places, colour) {
  const points = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return [
    `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.6"/>`,
    ...places.map(([x, y]) => circle(x, y, `fill="${colour}"`)),
  ];
}

function rings(places, colour) {
  return places.map(([x, y]) => circle(x, y, `fill="none" stroke="${colour}"`));
}

function circle(x, y, paint) {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" ${paint}/>`;
}

function legend(x, colour, text) {
  return `${circle(x, TOP + 16, `fill="${colour}"`)}<text x="${x + 10}" y="${TOP + 20}">${text}</text>`;
}
