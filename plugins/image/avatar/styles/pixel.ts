import { svg } from "hub/drawing";
import { cssOf, type Rgba } from "../../color/color.ts";
import { mix } from "../../color/oklab.ts";
import type { Look } from "../look.ts";
import { eyes, hairs, head, mouths, shirts, wears } from "./pixel-sprites.ts";

const skins: readonly Rgba[] = [
  [255, 224, 196, 255],
  [244, 200, 160, 255],
  [222, 168, 120, 255],
  [178, 122, 80, 255],
  [124, 80, 54, 255],
  [88, 56, 40, 255],
];
const hairColors: readonly Rgba[] = [
  [38, 32, 36, 255],
  [84, 52, 34, 255],
  [150, 88, 40, 255],
  [222, 176, 88, 255],
  [190, 70, 40, 255],
  [150, 150, 160, 255],
];

/** A person in sixteen by sixteen squares. */
export function pixel({ dice, colors, background, color }: Look) {
  const skin = dice.pick(skins);
  const hair = dice.next() < 0.8 ? dice.pick(hairColors) : colors[1 % colors.length]!;
  const inks: Readonly<Record<string, string>> = {
    s: cssOf(skin),
    d: cssOf(mix(skin, [60, 20, 20, 255], 0.22)),
    h: cssOf(hair),
    H: cssOf(mix(hair, [255, 255, 255, 255], 0.16)),
    c: cssOf(color ?? colors[0]!),
    C: cssOf(mix(color ?? colors[0]!, [0, 0, 0, 255], 0.25)),
    k: "#23202a",
    w: "#ffffff",
    m: cssOf(mix(skin, [110, 20, 30, 255], 0.62)),
    g: "#2f3440",
  };
  const layers = [
    head,
    dice.pick(shirts),
    dice.pick(eyes),
    dice.pick(mouths),
    dice.pick(hairs),
    dice.pick(wears),
  ];
  return [
    svg("rect", {
      width: 100,
      height: 100,
      fill: background ? cssOf(background) : cssOf(colors[4 % colors.length]!),
    }),
    svg("g", { transform: "scale(6.25)", "shape-rendering": "crispEdges" }, ...paths(layers, inks)),
  ];
}

/** One path for each colour, of what can be seen of it. */
function paths(layers: readonly (readonly string[])[], inks: Readonly<Record<string, string>>) {
  const seen = new Map<string, string>();
  for (let row = 0; row < 16; row++)
    for (let column = 0; column < 16; column++) {
      const ink = layers.map((rows) => rows[row]?.[column] ?? " ").findLast((one) => one !== " ");
      if (ink === undefined) continue;
      seen.set(ink, `${seen.get(ink) ?? ""}M${column} ${row}h1v1h-1z`);
    }
  return [...seen].map(([ink, d]) => svg("path", { fill: inks[ink], d }));
}
