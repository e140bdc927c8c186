import { svg } from "hub/drawing";
import { formatCss, type Rgba } from "../../color/color.ts";
import { mix } from "../../color/oklab.ts";
import { type AvatarContext, getColor } from "../look.ts";

/**
 * Sprites of sixteen by sixteen squares, from the upper row down: a letter names a colour, and what
 * is missing is empty. `s` skin, `d` its shade, `h` and `H` hair, `c` and `C` cloth,
 * `m` the mouth, `w` white, `k` black, `g` glasses.
 */
type Sprite = readonly string[];

/** A sprite that begins some rows further down. */
function below(rows: number, sprite: Sprite): Sprite {
  return [...Array<string>(rows).fill(""), ...sprite];
}

const head: Sprite = below(3, [
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
  below(13, ["    cccssccc", "  cccccccccccc", " cccccccccccccc"]),
  below(13, ["    cCCssCCc", "  cccCCCCCCccc", " ccccCCCCCCcccc"]),
  below(13, ["    wccssccw", "  wwwwccccwwww", " wwwwwwccwwwwww"]),
  below(13, ["    cccssccc", "  CCCCCCCCCCCC", " cccccccccccccc"]),
];

const eyes: readonly Sprite[] = [
  below(7, ["     kk  kk", "     kk  kk"]),
  below(7, ["     wk  wk", "     wk  wk"]),
  below(6, ["     dd  dd", "     kk  kk"]),
  below(6, ["     k    k", "     wk  kw"]),
  below(7, ["     k    k", "     k    k"]),
];

const mouths: readonly Sprite[] = [
  below(11, ["      mmmm"]),
  below(10, ["     m    m", "      mmmm"]),
  below(10, ["     mwwwwm", "      mmmm"]),
  below(10, ["      wwww", "      mmmm"]),
  below(11, ["       mm"]),
  below(11, ["      mmm"]),
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

const wears: readonly Sprite[] = [
  [],
  [],
  [],
  // Glasses
  below(6, ["    gggggggg", "   ggwkggwkgg", "    gwwggwwg", "    ggg  ggg"]),
  // Beard
  below(9, ["   h        h", "   hh      hh", "    hh    hh", "    hhhhhhhh", "     hhhhhh"]),
  // Cap
  ["", "     cccccc", "    cccccccc", "   cccccccccc", "   CCCCCCCCCCCC"],
  // Headband
  below(4, ["   cccccccccc"]),
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

/** A person in sixteen by sixteen squares. */
export function pixel(look: AvatarContext) {
  const { dice, background, color: clothes = getColor(look, 0) } = look;
  const skin = dice.pick(skins);
  const hair = dice.next() < 0.8 ? dice.pick(hairColors) : getColor(look, 1);
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
    dice.pick(wears),
  ];
  return [
    svg("rect", {
      width: 100,
      height: 100,
      fill: formatCss(background ?? getColor(look, 4)),
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
