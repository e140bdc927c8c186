import { type Pixels, rasterise, SvgElement, svg, svgDocument } from "hub/drawing";
import { blend, css, fromLch, type Rgb, toLch } from "../../color/rgb.ts";
import type { Stage } from "../stage/stage.ts";
import { getIllustration, type Illustration } from "./illustrations.ts";

const paper: Rgb = [253, 250, 242];

/** The width of an illustration, as a share of the medallion's. */
const filled = 0.62;

/** The number of pixels in which an illustration is measured, per side. */
const measured = 96;

/** Returns the bounds of the visible part of an illustration. */
async function measureInk({ content, box }: Illustration) {
  const [x = 0, y = 0, width = 32, height = 32] = box;
  const scale = measured / Math.max(width, height);
  const size = { width: width * scale, height: height * scale, viewBox: box.join(" ") };
  const pixels = await rasterise(svgDocument(size, svg("g", {}, new SvgElement(content))));
  const columns: number[] = [];
  const rows: number[] = [];
  for (let at = 0; at < pixels.width * pixels.height; at++) {
    if (pixels.data[at * 4 + 3]! < 110) continue;
    columns.push(at % pixels.width);
    rows.push(Math.floor(at / pixels.width));
  }
  const [left, right] = [Math.min(...columns), Math.max(...columns) + 1];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows) + 1];
  return {
    x: x + left / scale,
    y: y + top / scale,
    width: (right - left) / scale,
    height: (bottom - top) / scale,
  };
}

/** Paints a large flat illustration on a round field in the middle of a finished picture. */
export async function paintMedallion(
  { width, height, medallion, palette, dice }: Stage,
  pixels: Pixels,
  name: string,
): Promise<void> {
  const illustration = getIllustration(name);
  if (!illustration || !medallion) throw new Error(`No illustration is called "${name}"`);
  const { x, y, radius } = medallion;
  const tint = dice("medallion").pick([...palette.stops, palette.glow, palette.leaves[0] ?? paper]);
  const [, chroma, hue] = toLch(tint);
  const field = css(fromLch(0.93, Math.min(chroma, 0.06), hue));
  const circle = (r: number, attributes: Record<string, string | number>, dy = 0) =>
    svg("circle", { cx: x, cy: y + dy, r, ...attributes });
  const box = await measureInk(illustration);
  const scale = (2 * radius * filled) / Math.max(box.width, box.height);
  const left = x - (box.x + box.width / 2) * scale;
  const top = y - (box.y + box.height / 2) * scale;
  const shades = [1.06, 1.04, 1.02].map((share) =>
    circle(radius * share, { fill: "#000", "fill-opacity": 0.07 }, radius * 0.03),
  );
  const ring = {
    fill: "none",
    stroke: css(blend(paper, tint, 0.7)),
    "stroke-width": radius * 0.012,
  };
  const drawing = svgDocument(
    { width, height },
    ...shades,
    circle(radius, { fill: field }),
    circle(radius * 0.94, ring),
    svg(
      "g",
      { transform: `translate(${left} ${top}) scale(${scale})` },
      new SvgElement(illustration.content),
    ),
  );
  const { data } = await rasterise(drawing);
  for (let at = 0; at < data.length; at += 4) {
    const share = data[at + 3]! / 255;
    for (let channel = 0; channel < 3; channel++) {
      const below = pixels.data[at + channel]!;
      pixels.data[at + channel] = Math.round(below + (data[at + channel]! - below) * share);
    }
  }
}
