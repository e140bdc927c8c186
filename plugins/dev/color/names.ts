import { colorsNamed, converter, type Rgb } from "culori";
import { round } from "./channels.ts";
import { NearestPoint } from "./nearest-point.ts";
import { formatHex } from "./srgb.ts";

const oklab = converter("oklab");

/** What people call a colour of sRGB, by the list of color-name-list and by CSS. */
export async function findColorName(color: Rgb) {
  list ??= load();
  const { names, points } = await list;
  const { l, a, b } = oklab(color);
  const { index, distance } = points.find([l, a, b]);
  // There is a name for each of the points.
  const [nearest, nearest_hex] = names[index]!;
  const hex = formatHex(color);
  return {
    exact: hex === nearest_hex ? nearest : null,
    css: keywords.get(hex) ?? null,
    nearest,
    nearest_hex,
    delta_e: round(distance, 4),
  };
}

interface NameList {
  names: (readonly [name: string, hex: string])[];
  /** The colours of `names` in OKLab, whose distances are close to what the eye sees. */
  points: NearestPoint;
}

/** Read at the first question, and kept. */
let list: Promise<NameList> | undefined;

async function load(): Promise<NameList> {
  // The package's module is a megabyte of JavaScript, which takes a quarter of a second to
  // compile; the JSON beside it, which its `exports` do not name, takes a twentieth of that.
  const address = new URL("colornames.json", import.meta.resolve("color-name-list")).href;
  const { default: entries } = (await import(address, { with: { type: "json" } })) as {
    default: { name: string; hex: string }[];
  };
  const coordinates = new Float64Array(entries.length * 3);
  for (const [index, { hex }] of entries.entries()) {
    const bits = Number.parseInt(hex.slice(1), 16);
    const { l, a, b } = oklab({
      mode: "rgb",
      r: (bits >> 16) / 255,
      g: ((bits >> 8) & 255) / 255,
      b: (bits & 255) / 255,
    });
    coordinates.set([l, a, b], index * 3);
  }
  return {
    names: entries.map(({ name, hex }) => [name, hex] as const),
    points: new NearestPoint(coordinates),
  };
}

/** The keywords of CSS by their colours; of two for one colour, the first by the alphabet. */
const keywords = new Map(
  Object.entries(colorsNamed)
    .toReversed()
    .map(([name, bits]) => [`#${bits.toString(16).padStart(6, "0")}`, name]),
);
