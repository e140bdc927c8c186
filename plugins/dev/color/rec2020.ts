/** The red, green and blue of a colour in Rec. 2020. */
interface Rgb {
  r: number;
  g: number;
  b: number;
}

/**
 * Encodes the values of CSS `color(rec2020 …)` the way culori does. Since 2025, CSS Color 4 (section 10.6) has the
 * display curve of Rec. BT.1886, a power of 2.4. culori 4.0.2 has the camera curve of Rec. BT.2020, which shows a
 * middle grey 19 steps of 255 too light.
 */
export function encodeRec2020({ r, g, b }: Rgb): Rgb {
  return { r: toCamera(r), g: toCamera(g), b: toCamera(b) };
}

/** Returns the CSS values of a colour that culori has converted to Rec. 2020. */
export function decodeRec2020({ r, g, b }: Rgb): Rgb {
  return { r: toDisplay(r), g: toDisplay(g), b: toDisplay(b) };
}

/** The constants of Rec. BT.2020, table 4. */
const alpha = 1.09929682680944;
const beta = 0.018053968510807;

function toCamera(value: number): number {
  const light = Math.abs(value) ** 2.4;
  const encoded = light > beta ? alpha * light ** 0.45 - (alpha - 1) : 4.5 * light;
  return Math.sign(value) * encoded;
}

function toDisplay(value: number): number {
  const encoded = Math.abs(value);
  const light =
    encoded < 4.5 * beta ? encoded / 4.5 : ((encoded + alpha - 1) / alpha) ** (1 / 0.45);
  return Math.sign(value) * light ** (1 / 2.4);
}
