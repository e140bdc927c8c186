import { type SvgElement, svg } from "hub/drawing";
import { blend, css, hex, multiply, type Rgb, shiftColor } from "../../color/rgb.ts";
import { isWhite } from "../stage/description.ts";
import { lerp } from "../stage/noise.ts";
import { computeFog, findBaseline, type Stage, stamp } from "../stage/stage.ts";
import { findMiddle } from "../stage/winding-path.ts";

/** Paints a road or a river that winds from the viewer to the horizon. */
export async function paintPaths(stage: Stage): Promise<void> {
  if (stage.thing("river")) await stamp(stage, drawRiver(stage), { layer: 24, grain: 0.02 });
  const isPark = stage.thing("field")?.word === "park";
  if (hasStreet(stage)) await stamp(stage, drawStreet(stage), { layer: 25, grain: 0.08 });
  else if (isPark || stage.thing("road"))
    await stamp(stage, drawRoad(stage), { layer: 25, grain: 0.16 });
}

/** Returns whether a street crosses the picture from side to side. */
function hasStreet({ backdrop, thing }: Stage): boolean {
  if (backdrop === "city" && !thing("river") && !thing("field")) return true;
  return thing("road")?.word.endsWith("street") === true;
}

/** Draws a street with its lane marks between two kerbs, and the pavements next to it. */
function drawStreet(stage: Stage): SvgElement[] {
  const { width, height, palette, thing } = stage;
  const middle = findBaseline(stage);
  const [far, near] = [middle - 0.1 * height, Math.min(middle + 0.085 * height, height * 0.97)];
  const paint = (color: Rgb) => css(multiply(color, palette.light));
  const drawBand = (y: number, tall: number, color: Rgb) =>
    svg("rect", { x: 0, y, width, height: tall, fill: paint(color) });
  const pavement = hex("b9b5ae");
  const kerb = hex("dcdad4");
  const dashes = svg("path", {
    d: `M0 ${lerp(far, near, 0.5)}H${width}`,
    stroke: paint(hex("f4f4f0")),
    "stroke-width": 0.012 * height,
    "stroke-dasharray": `${0.07 * width} ${0.05 * width}`,
  });
  return [
    drawBand(far - 0.05 * height, 0.05 * height, pavement),
    drawBand(far, near - far, thing("road")?.color ?? hex("50535c")),
    drawBand(far, 0.012 * height, kerb),
    dashes,
    drawBand(near, height - near, pavement),
    drawBand(near, 0.012 * height, kerb),
  ];
}

function drawRiver(stage: Stage): SvgElement[] {
  const { thing, palette } = stage;
  const [, upper, low] = palette.stops;
  const usual = blend(blend(upper, low, 0.35), multiply(palette.water, palette.light), 0.45);
  const color = thing("river")?.color ?? usual;
  const edge = multiply(shiftColor(palette.grass, { light: -0.12 }), palette.shade);
  return drawStrip(stage, { name: "river", near: 0.5, far: 0.016, color, edge });
}

function drawRoad(stage: Stage): SvgElement[] {
  const { thing, palette, scene, backdrop } = stage;
  const isPaved = backdrop === "city" || paved.has(thing("road")?.word ?? "");
  const usual = hex(isPaved ? "5a5d66" : isWhite(scene) ? "c9cfda" : "c2a27c");
  const soil = thing("road")?.color ?? usual;
  const color = multiply(soil, palette.light);
  const edge = multiply(shiftColor(soil, { light: -0.16 }), palette.light);
  const strip = drawStrip(stage, { name: "road", near: 0.3, far: 0.01, color, edge });
  const white = multiply(hex("f2f2ee"), palette.light);
  const line = { name: "road", near: 0.012, far: 0.001, color: white, edge: color };
  return isPaved ? [...strip, ...drawStrip(stage, line)] : strip;
}

/** Words for a road of asphalt. The others are paths of earth. */
const paved = new Set(["road", "street", "highway", "lane"]);

interface Strip {
  name: string;
  /** The widths in front and at the horizon, as shares of the width of the picture. */
  near: number;
  far: number;
  color: Rgb;
  edge: Rgb;
}

function drawStrip(stage: Stage, { name, near, far, color, edge }: Strip): SvgElement[] {
  const { isFlat, width } = stage;
  const fog = computeFog(stage, 0.7);
  const hazy = blend(color, fog.color, isFlat ? 0.1 : 0.5);
  const stops = [hazy, color, shiftColor(color, { light: isFlat ? 0 : -0.08 })];
  const gradient = svg(
    "linearGradient",
    { id: `${name} ${near}`, x1: 0, x2: 0, y1: 0, y2: 1 },
    ...stops.map((stop, at) => svg("stop", { offset: at / 2, "stop-color": css(stop) })),
  );
  const outline = (front: number, back: number) => {
    const points = Array.from({ length: 25 }, (_, step) => {
      const share = step / 24;
      const { x, y } = findMiddle(stage, name, share);
      return { x, y, half: (width * lerp(back, front, share ** 2.1)) / 2 };
    });
    const side = (sign: number) =>
      points.map(({ x, y, half }) => `${(x + sign * half).toFixed(1)} ${y.toFixed(1)}`);
    return `M${[...side(-1), ...side(1).toReversed()].join("L")}Z`;
  };
  return [
    gradient,
    svg("path", { d: outline(near * 1.1, far * 1.25), fill: css(edge), opacity: 0.6 }),
    svg("path", { d: outline(near, far), fill: `url("#${name} ${near}")` }),
  ];
}
