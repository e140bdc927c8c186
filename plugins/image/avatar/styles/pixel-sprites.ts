/**
 * Sprites of sixteen by sixteen squares, from the upper row down: a letter names a colour, and what
 * is missing is empty. `s` skin, `d` its shade, `h` and `H` hair, `c` and `C` cloth,
 * `m` the mouth, `w` white, `k` black, `g` glasses.
 */
type Sprite = readonly string[];

const below = (rows: number, sprite: Sprite): Sprite => [
  ...Array<string>(rows).fill(""),
  ...sprite,
];

export const head: Sprite = below(3, [
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

export const shirts: readonly Sprite[] = [
  below(13, ["    cccssccc", "  cccccccccccc", " cccccccccccccc"]),
  below(13, ["    cCCssCCc", "  cccCCCCCCccc", " ccccCCCCCCcccc"]),
  below(13, ["    wccssccw", "  wwwwccccwwww", " wwwwwwccwwwwww"]),
  below(13, ["    cccssccc", "  CCCCCCCCCCCC", " cccccccccccccc"]),
];

export const eyes: readonly Sprite[] = [
  below(7, ["     kk  kk", "     kk  kk"]),
  below(7, ["     wk  wk", "     wk  wk"]),
  below(6, ["     dd  dd", "     kk  kk"]),
  below(6, ["     k    k", "     wk  kw"]),
  below(7, ["     k    k", "     k    k"]),
];

export const mouths: readonly Sprite[] = [
  below(11, ["      mmmm"]),
  below(10, ["     m    m", "      mmmm"]),
  below(10, ["     mwwwwm", "      mmmm"]),
  below(10, ["      wwww", "      mmmm"]),
  below(11, ["       mm"]),
  below(11, ["      mmm"]),
];

export const hairs: readonly Sprite[] = [
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

export const wears: readonly Sprite[] = [
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
