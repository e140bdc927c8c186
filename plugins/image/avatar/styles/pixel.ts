import { svg } from "hub/drawing";
import { formatCss, type Rgba } from "../../color/color.ts";
import { mix } from "../../color/oklab.ts";
import { type AvatarContext, getColor } from "../look.ts";

/**
 * Sprites of sixteen by sixteen squares, row by row from the top. A letter stands for a colour, a
 * space for an empty square: `s` skin, `d` its shade, `h` and `H` hair, `c` and `C` clothes, `m`
 * mouth, `w` white, `k` black, `g` glasses.
 */
type Sprite = readonly string[];

/** Shifts a sprite down by some rows. */
function shiftDown(rows: number, sprite: Sprite): Sprite {
  return [...Array<string>(rows).fill(""), ...sprite];
}

const head: Sprite = shiftDown(3, [
  "    ssssssss",
  "    ssssssss",
  "   ssssssssss",
  "   ssssssssss",
  "   ssssssssss",
  "   ssssssssss",
  "    ssssssss",
  "    ssssssss",
  "     ssssss",
  "      dddd",
  "      ssss",
]);

const shirts: readonly Sprite[] = [
  shiftDown(13, ["    cccssccc", "  cccccccccccc", " cccccccccccccc"]),
  shiftDown(13, ["    cCCssCCc", "  cccCCCCCCccc", " ccccCCCCCCcccc"]),
  shiftDown(13, ["    wccssccw", "  wwwwccccwwww", " wwwwwwccwwwwww"]),
  shiftDown(13, ["    cccssccc", "  CCCCCCCCCCCC", " cccccccccccccc"]),
];

const eyes: readonly Sprite[] = [
  shiftDown(7, ["     kk  kk", "     kk  kk"]),
  shiftDown(7, ["     wk  wk", "     wk  wk"]),
  shiftDown(6, ["     dd  dd", "     kk  kk"]),
  shiftDown(6, ["     k    k", "     wk  kw"]),
  shiftDown(7, ["     k    k", "     k    k"]),
];

const mouths: readonly Sprite[] = [
  shiftDown(11, ["      mmmm"]),
  shiftDown(10, ["     m    m", "      mmmm"]),
  shiftDown(10, ["     mwwwwm", "      mmmm"]),
  shiftDown(10, ["      wwww", "      mmmm"]),
  shiftDown(11, ["       mm"]),
  shiftDown(11, ["      mmm"]),
];

const hairs: readonly Sprite[] = [
  // Short
  ["", "     hhhhhh", "    hhHHhhhh", "   hhhhhhhhhh", "   hhhhhhhhhh", "   h        h"],
  // Parted
  ["", "    hhhhhhhh", "   hHHhhhhhhh", "   hhhhhhhhhh", "   hhhhhh   h", "   hhh      h", "   h"],
  // Long
  [
    "",
    "    hhhhhhhh",
    "   hhHHhhhhhh",
    "  hhhhhhhhhhhh",
    "  hhh      hhh",
    "  hh        hh",
    "  hh        hh",
    "  hh        hh",
    "  hh        hh",
    "  hh        hh",
    "  hhh      hhh",
    "  hhh      hhh",
    "  hhhh    hhhh",
  ],
  // Curls
  [
    "    hh hh hh",
    "   hhhhhhhhhh",
    "  hhHhhhHhhhhh",
    "  hhhhhhhhhhhh",
    "  hhh hh h hhh",
    "  hh        hh",
    "  hh        hh",
    "   h        h",
  ],
  // Mohawk
  ["      hhhh", "      hHhh", "      hhhh", "      hhhh", "       hh"],
  // Bun
  ["      hhhh", "      hhhh", "     hhhhhh", "    hhHHhhhh", "   hhh    hhh", "   h        h"],
  // Fringe
  [
    "",
    "    hhhhhhhh",
    "   hhhHHhhhhh",
    "   hhhhhhhhhh",
    "   hhhhhhhhhh",
    "   hhh hh hhh",
    "   h        h",
    "   h        h",
  ],
  // Bald
  ["", "", "     ssssss"],
];

const accessories: readonly Sprite[] = [
  [],
  [],
  [],
  // Glasses
  shiftDown(6, ["    gggggggg", "   ggwkggwkgg", "    gwwggwwg", "    ggg  ggg"]),
  // Beard
  shiftDown(9, ["   h        h", "   hh      hh", "    hh    hh", "    hhhhhhhh", "     hhhhhh"]),
  // Cap
  ["", "     cccccc", "    cccccccc", "   cccccccccc", "   CCCCCCCCCCCC"],
  // Headband
  shiftDown(4, ["   cccccccccc"]),
];

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
  const layers = [
    head,
    dice.pick(shirts),
    dice.pick(eyes),
    dice.pick(mouths),
    dice.pick(hairs),
    dice.pick(accessories),
  ];
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
      const ink = layers.map((rows) => rows[row]?.[column] ?? " ").findLast((one) => one !== " ");
      if (ink === undefined) continue;
      pathByInk.set(ink, `${pathByInk.get(ink) ?? ""}M${column} ${row}h1v1h-1z`);
    }
  return [...pathByInk].map(([ink, d]) => svg("path", { fill: inks[ink], d }));
}
