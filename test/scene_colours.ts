/** The source of a function that counts pixels of the 3D panel's picture by colour. */
export const COLOURS_SEEN = `(() => {
  const canvas = document.querySelector('.drawn-space canvas');
  if (canvas === null) return {};
  const copy = document.createElement('canvas');
  const [width, height] = [(copy.width = canvas.width), (copy.height = canvas.height)];
  const context = copy.getContext('2d');
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const found = { blue: 0, red: 0, yellow: 0 };
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = [data[i], data[i + 1], data[i + 2]];
    if (b > 120 && r < 60) found.blue++;
    if (r > 130 && g < 90 && b < 90) found.red++;
    if (r > 180 && g > 180 && b < 110) found.yellow++;
  }
  return found;
})()`;

/** Reading back a picture is slow, so this does not happen in every frame. */
export const SLOWLY = { polling: 500 };
