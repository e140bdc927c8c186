import { type SvgElement, svg } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { type AvatarContext, paints } from "./look.ts";

/** The colour and approximate size of each figure, from the bottom up. */
const layers = [
  { color: 3, side: 62 },
  { color: 1, side: 44 },
  { color: 2, side: 27 },
];

/** Draws three large figures on top of each other. */
export function shapes(context: AvatarContext) {
  const { dice, background } = context;
  const paint = paints(context);
  const first = dice.integer(figures.length);
  const drawn: SvgElement[] = layers.map(({ color, side }, layer) => {
    const size = side * dice.between(0.9, 1.15);
    const [x, y] = [
      50 + dice.between(-1, 1) * (10 + layer * 10),
      50 + dice.between(-1, 1) * (10 + layer * 10),
    ];
    // The remainder is a valid index.
    const figure = figures[(first + layer * (1 + dice.integer(2))) % figures.length]!;
    const isLine = layer === 2 && dice.next() < 0.5;
    return svg("path", {
      d: figure,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${dice.integer(360)}) scale(${size.toFixed(1)})`,
      ...(isLine
        ? { fill: "none", stroke: paint(color), "stroke-width": 0.22 }
        : { fill: paint(color), "fill-opacity": 0.92 }),
    });
  });
  return [
    svg("rect", { width: 100, height: 100, fill: background ? formatCss(background) : paint(0) }),
    ...drawn,
  ];
}

/** Paths around 0, 0, about one unit wide and high. */
const figures = [
  "M-.5 0a.5 .5 0 0 1 1 0a.5 .5 0 0 1-1 0z",
  "M-.5-.5h1v1h-1z",
  "M0-.58L.55 .4H-.55z",
  "M0-.55L.52-.17L.32 .45H-.32L-.52-.17z",
  "M-.6 .3a.6 .6 0 0 1 1.2 0z",
  "M-.18-.55h.36v.37h.37v.36h-.37v.37h-.36v-.37h-.37v-.36h.37z",
];
