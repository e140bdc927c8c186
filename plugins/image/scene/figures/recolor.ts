import { icons } from "@iconify-json/fluent-emoji-flat";
import { rasterise, SvgElement, svgDocument } from "hub/drawing";
import { css, fromLch, hex, type Rgb, toLch } from "../../color/rgb.ts";
import { clamp } from "../stage/noise.ts";

/** The left edge, the top, the width and the height of artwork, in units of its own. */
export type ArtFrame = readonly [x: number, y: number, width: number, height: number];

interface RecolorOptions {
  color: Rgb;
  /** The fills that stay, such as skin and hair. */
  fixed: readonly string[];
  frame: ArtFrame;
}

/** The skin tones of the set. */
export const tones = ["light", "medium-light", "medium", "medium-dark", "dark"];
/** The smallest share of an illustration that must have the requested colour. */
const areaMin = 0.12;
/** The share from which on a colour is the main one. */
const areaMain = 0.29;
const fillPattern = /fill="(#[0-9a-f]{3,6})"/gi;

/**
 * Gives the main colour of an illustration another hue, and its shades with it. Returns undefined if
 * no colour has enough area.
 */
export async function recolor(
  content: string,
  { color, fixed, frame }: RecolorOptions,
): Promise<string | undefined> {
  const areas = await measureAreas(content, frame);
  const fills = findFills(content)
    .filter((fill) => !fixed.includes(fill))
    .map((fill) => ({ fill, lch: toLch(hex(fill)), area: areas.get(css(hex(fill))) ?? 0 }));
  const families = fills
    .map(({ lch, area: own }) => {
      const related = fills.filter((one) => isRelated(one.lch, lch));
      const area = related.reduce((sum, one) => sum + one.area, 0);
      // Black and white parts are eyes, tyres and teeth, unless they are most of the picture.
      const share = (isNeutral(lch) ? 0.55 : 1) * (lch[0] < 0.3 ? 0.5 : 1);
      return { base: lch, area, related, weight: area * share + own * 0.01 };
    })
    .toSorted((one, two) => two.weight - one.weight);
  const [best] = families;
  const total = [...areas.values()].reduce((sum, area) => sum + area, 0);
  if (!best || best.area < total * areaMin) return undefined;
  const { base, related } = best;
  const others = families.filter((one) => !isNeutral(one.base) && !isRelated(one.base, base));
  const second = Math.max(0, ...others.map(({ area }) => area));
  // A kite has four colours, and none of them is its own.
  if (best.area < total * areaMain && best.area < second * 1.6) return undefined;
  const [light, chroma, hue] = toLch(color);
  const shade = (lch: Lch) => {
    const ratio = base[1] > 0.03 ? clamp(lch[1] / base[1], 0.6, 1.25) : 1;
    return css(fromLch(clamp(light + (lch[0] - base[0]) * 0.85, 0.12, 0.97), chroma * ratio, hue));
  };
  const changed = new Map(related.map(({ fill, lch }) => [fill, shade(lch)]));
  return content.replaceAll(fillPattern, (match, fill: string) =>
    changed.has(fill) ? `fill="${changed.get(fill)}"` : match,
  );
}

type Lch = readonly [number, number, number];

function isNeutral([, chroma]: Lch): boolean {
  return chroma < 0.035;
}

/** Returns whether two fills are shades of one colour. */
function isRelated(one: Lch, two: Lch): boolean {
  if (isNeutral(one) !== isNeutral(two)) return false;
  if (isNeutral(one)) return Math.abs(one[0] - two[0]) < 0.22;
  return Math.abs(((one[2] - two[2] + 540) % 360) - 180) < 32;
}

/** Returns the number of pixels of each exact colour. */
export async function measureAreas(content: string, frame: ArtFrame): Promise<Map<string, number>> {
  const [, , width, height] = frame;
  const size = { width: 64, height: Math.ceil((64 * height) / width), viewBox: frame.join(" ") };
  const { data } = await rasterise(svgDocument(size, new SvgElement(content)));
  const areas = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue;
    const key = css([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]);
    areas.set(key, (areas.get(key) ?? 0) + 1);
  }
  return areas;
}

/** Returns the colours of skin and hair: those in which two skin tones differ. */
export function findSkin(base: string, variant: string): string[] {
  const fills = tones
    .map((tone) => findFills(icons.icons[`${base}-${tone}`]?.body ?? ""))
    .filter(({ length }) => length > 0);
  const isShared = (fill: string) => fills.every((own) => own.includes(fill));
  return findFills(icons.icons[variant]?.body ?? "").filter((fill) => !isShared(fill));
}

function findFills(body: string): string[] {
  return [...new Set(Array.from(body.matchAll(fillPattern), ([, fill = ""]) => fill))];
}
