import { colorsNamed, converter, type Rgb } from "culori";
import { readPackageFile } from "hub";
import { round } from "./channels.ts";
import { NearestPoint } from "./nearest-point.ts";
import { formatHex } from "./srgb.ts";

const toOklab = converter("oklab");

/** Finds the name of an sRGB colour in color-name-list and in CSS. */
export async function findColorName(color: Rgb) {
  list ??= load();
  const { names, colors, points } = await list;
  const { l, a, b } = toOklab(color);
  const { index, distance } = points.find([l, a, b]);
  // Each point has a name.
  const nearest = names[index]!;
  const nearest_hex = writeHex(colors[index]!);
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
  names: readonly string[];
  /** The colours of `names`, as 24-bit numbers. */
  colors: Uint32Array;
  /** The same colours in OKLab, where distances approximate perceived differences. */
  points: NearestPoint;
}

/** Loaded on first use and cached. */
let list: Promise<NameList> | undefined;

async function load(): Promise<NameList> {
  // The package's module is a megabyte of JavaScript, which takes 250 ms to compile. Its JSON file isn't in the
  // package's `exports`, but takes a twentieth of that. It isn't imported, because modules stay in memory.
  const folder = import.meta.resolve("color-name-list/package.json");
  const url = new URL("dist/colornames.json", folder).href;
  const text = new TextDecoder().decode(await readPackageFile(url));
  const entries: { name: string; hex: string }[] = JSON.parse(text);
  const colors = Uint32Array.from(entries, ({ hex }) => Number.parseInt(hex.slice(1), 16));
  const coordinates = new Float64Array(entries.length * 3);
  for (const [index, bits] of colors.entries()) {
    const { l, a, b } = toOklab({
      mode: "rgb",
      r: (bits >> 16) / 255,
      g: ((bits >> 8) & 255) / 255,
      b: (bits & 255) / 255,
    });
    coordinates.set([l, a, b], index * 3);
  }
  return { names: entries.map(({ name }) => name), colors, points: new NearestPoint(coordinates) };
}

function writeHex(bits: number): string {
  return `#${bits.toString(16).padStart(6, "0")}`;
}

/** CSS keywords by colour. If two keywords share a colour, the alphabetically first wins. */
const keywords = new Map(
  Object.entries(colorsNamed)
    .toReversed()
    .map(([name, bits]) => [writeHex(bits), name]),
);
