import { colorsNamed, converter, type Rgb } from "culori";
import { round } from "./channels.ts";
import { NearestPoint } from "./nearest-point.ts";
import { formatHex } from "./srgb.ts";

const toOklab = converter("oklab");

/** Finds the name of an sRGB colour in color-name-list and in CSS. */
export async function findColorName(color: Rgb) {
  list ??= load();
  const { names, points } = await list;
  const { l, a, b } = toOklab(color);
  const { index, distance } = points.find([l, a, b]);
  // Each point has a name.
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
  /** The colours of `names` in OKLab, where distances approximate perceived differences. */
  points: NearestPoint;
}

/** Loaded on first use and cached. */
let list: Promise<NameList> | undefined;

async function load(): Promise<NameList> {
  // The package's module is a megabyte of JavaScript, which takes 250 ms to compile. The JSON file next to it isn't
  // in the package's `exports`, but takes a twentieth of that.
  const url = new URL("colornames.json", import.meta.resolve("color-name-list")).href;
  const { default: entries } = (await import(url, { with: { type: "json" } })) as {
    default: { name: string; hex: string }[];
  };
  const coordinates = new Float64Array(entries.length * 3);
  for (const [index, { hex }] of entries.entries()) {
    const bits = Number.parseInt(hex.slice(1), 16);
    const { l, a, b } = toOklab({
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

/** CSS keywords by colour. If two keywords share a colour, the alphabetically first wins. */
const keywords = new Map(
  Object.entries(colorsNamed)
    .toReversed()
    .map(([name, bits]) => [`#${bits.toString(16).padStart(6, "0")}`, name]),
);
