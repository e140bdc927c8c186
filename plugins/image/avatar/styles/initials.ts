import { outlines, svg } from "hub/drawing";
import {
  cssOf,
  leastContrast,
  over,
  type Rgba,
  readableContrast,
  readableOnAll,
  white,
} from "../../color/color.ts";
import { fromOklch, mix } from "../../color/oklab.ts";
import { fitText } from "../../fit.ts";
import type { Look } from "../look.ts";

/** Letters on a colour that grows a little darker downwards, and is no yellow: that is too light. */
export function initials(look: Look, { text, bold }: { text: string; bold: boolean }) {
  const { stops, ink } = colorsOf(look);
  const layout = fitText(
    text,
    { width: 78, height: 62, largest: 46 },
    { weight: bold ? 700 : 400, align: "center", lineHeight: 1.2 },
  );
  const grounds = stops.map((stop) => over(stop, white));
  const stands = grounds.map((ground) => leastContrast(over(ink, ground), [ground]));
  const drawn = [
    svg(
      "linearGradient",
      { id: "g", x2: 0, y2: 1 },
      svg("stop", { offset: 0, "stop-color": cssOf(stops[0]) }),
      svg("stop", { offset: 1, "stop-color": cssOf(stops[1]) }),
    ),
    svg("rect", {
      width: 100,
      height: 100,
      fill: stops[0] === stops[1] ? cssOf(stops[0]) : "url(#g)",
    }),
    outlines(layout, { x: 11, y: (100 - layout.height) / 2, fill: cssOf(ink) }),
  ];
  return { drawn, contrast: Math.min(...stands) };
}

/** What letters stand on, from above to below, and their colour. */
function colorsOf({ dice, background, colors, color }: Look): { stops: [Rgba, Rgba]; ink: Rgba } {
  if (background) {
    const ink = color ?? readableOnAll([over(background, white)]);
    return { stops: [background, background], ink };
  }
  const own = colors.length > 0 ? dice.pick(colors) : undefined;
  if (own === undefined) {
    const stops = deepEnough((125 + dice.integer(310)) % 360);
    return { stops, ink: color ?? white };
  }
  const stops = shaded(own);
  const shades = stops.map((stop) => over(stop, white));
  const ink = readableOnAll(shades);
  // Of a colour between light and dark, only one shade leaves letters readable.
  if (leastContrast(ink, shades) >= readableContrast) return { stops, ink: color ?? ink };
  return { stops: [own, own], ink: color ?? readableOnAll([over(own, white)]) };
}

function shaded(ground: Rgba): [Rgba, Rgba] {
  return [mix(ground, white, 0.08), mix(ground, [0, 0, 0, 255], 0.08)];
}

/** A hue as light as white letters are read on. */
function deepEnough(hue: number): [Rgba, Rgba] {
  let lightness = 0.56;
  let stops = shaded(fromOklch(lightness, 0.14, hue));
  while (leastContrast(white, stops) < readableContrast) {
    lightness -= 0.01;
    stops = shaded(fromOklch(lightness, 0.14, hue));
  }
  return stops;
}
