import { svg } from "hub/drawing";
import { formatCss, type Rgba } from "../../color/color.ts";
import { mix } from "../../color/oklab.ts";
import { type AvatarContext, getColor } from "./look.ts";
import file from "./pixel.txt" with { type: "text" };

/** The sprites of each part, in the order in which they are drawn. */
const parts = Map.groupBy(file.trim().split("\n\n").slice(1).map(readSprite), ({ part }) => part);

/** Reads a sprite: a line with its part and its first row, and then its rows. */
function readSprite(text: string) {
  const [title = "", ...rows] = text.split("\n");
  const [part = "", top] = title.split(" ");
  return { part, rows: [...Array<string>(Number(top)).fill(""), ...rows] };
}

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

/** Draws a person in sixteen by sixteen squares. */
export function pixel(context: AvatarContext) {
  const { dice, background, color: clothes = getColor(context, 0) } = context;
  const skin = dice.pick(skins);
  const hair = dice.next() < 0.8 ? dice.pick(hairColors) : getColor(context, 1);
  const inks: Readonly<Record<string, string>> = {
    s: formatCss(skin),
    d: formatCss(mix(skin, [60, 20, 20, 255], 0.22)),
    h: formatCss(hair),
    H: formatCss(mix(hair, [255, 255, 255, 255], 0.16)),
    c: formatCss(clothes),
    C: formatCss(mix(clothes, [0, 0, 0, 255], 0.25)),
    k: "#23202a",
    w: "#ffffff",
    m: formatCss(mix(skin, [110, 20, 30, 255], 0.62)),
    g: "#2f3440",
  };
  const layers = [...parts.values()]
    .flatMap((sprites) => (sprites.length > 1 ? [dice.pick(sprites)] : sprites))
    .map(({ rows }) => rows);
  return [
    svg("rect", {
      width: 100,
      height: 100,
      fill: formatCss(background ?? getColor(context, 4)),
    }),
    svg(
      "g",
      { transform: "scale(6.25)", "shape-rendering": "crispEdges" },
      ...drawPaths(layers, inks),
    ),
  ];
}

/** Draws one path per colour, with its visible squares. */
function drawPaths(layers: readonly (readonly string[])[], inks: Readonly<Record<string, string>>) {
  const pathByInk = new Map<string, string>();
  for (let row = 0; row < 16; row++)
    for (let column = 0; column < 16; column++) {
      const ink = layers.map((rows) => rows[row]?.[column] ?? ".").findLast((one) => one !== ".");
      if (ink === undefined) continue;
      pathByInk.set(ink, `${pathByInk.get(ink) ?? ""}M${column} ${row}h1v1h-1z`);
    }
  return [...pathByInk].map(([ink, d]) => svg("path", { fill: inks[ink], d }));
}
