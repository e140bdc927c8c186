import { type Child, svg, svgDocument } from "hub/drawing";
import { fadeColor, formatCss } from "../color/color.ts";
import { colorAt, describeGradient, type Gradient, sampleStops } from "./design.ts";

export interface Area {
  width: number;
  height: number;
}

/** A gradient as an SVG document. */
export function gradientSvg(gradient: Gradient, area: Area, noise = 0): string {
  return svgDocument(
    { ...area, title: describeGradient(gradient) },
    gradientFill(gradient, area),
    noise > 0 && grain(area, noise),
  );
}

/** A gradient as elements that fill an area, for a drawing above it. `id` keeps their names apart. */
function gradientFill(gradient: Gradient, area: Area, id = "g"): Child {
  const { width, height } = area;
  const fill = svg("rect", { width, height, fill: `url(#${id})` });
  if (gradient.type === "linear") return [linear(gradient, area, id), fill];
  if (gradient.type === "radial") return [radial(gradient, area, id), fill];
  return gradient.type === "conic" ? conic(gradient, area, id) : mesh(gradient, area, id);
}

function drawStops(gradient: Gradient) {
  return sampleStops(gradient).map(({ at, color }) =>
    svg("stop", { offset: at, "stop-color": formatCss(color) }),
  );
}

function linear(gradient: Gradient, { width, height }: Area, id: string) {
  const { x, y } = computeDirection(gradient.angle, { width, height });
  return svg(
    "linearGradient",
    {
      id,
      gradientUnits: "userSpaceOnUse",
      x1: width / 2 - x,
      y1: height / 2 - y,
      x2: width / 2 + x,
      y2: height / 2 + y,
    },
    ...drawStops(gradient),
  );
}

/** From the middle to where a linear gradient ends: its corner gets the last colour, as in CSS. */
export function computeDirection(angle: number, { width, height }: Area): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  const [right, down] = [Math.sin(turn), -Math.cos(turn)];
  const reach = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  return { x: right * reach, y: down * reach };
}

function radial(gradient: Gradient, { width, height }: Area, id: string) {
  const place = { cx: width / 2, cy: height / 2, r: Math.hypot(width, height) / 2 };
  return svg(
    "radialGradient",
    { id, gradientUnits: "userSpaceOnUse", ...place },
    ...drawStops(gradient),
  );
}

const slices = 180;

/** SVG has no conic gradients: thin slices, each a little wider than its share so that no seam shows. */
function conic(gradient: Gradient, { width, height }: Area, id: string): Child {
  const radius = Math.hypot(width, height) / 2 + 1;
  const [x, y] = [width / 2, height / 2];
  const point = (share: number) => {
    const turn = (gradient.angle / 180 + share * 2) * Math.PI;
    return `${(x + radius * Math.sin(turn)).toFixed(2)} ${(y - radius * Math.cos(turn)).toFixed(2)}`;
  };
  const drawn = Array.from({ length: slices }, (_, slice) => {
    const [from, to] = [slice / slices, Math.min(1, (slice + 1.6) / slices)];
    const fill = formatCss(colorAt(gradient, (slice + 0.5) / slices));
    return svg("path", { d: `M${x} ${y}L${point(from)}L${point(to)}z`, fill });
  });
  return [
    svg("clipPath", { id }, svg("rect", { width, height })),
    // Where all slices meet, what is below them shines through.
    svg(
      "g",
      { "clip-path": `url(#${id})` },
      svg("rect", { width, height, fill: formatCss(colorAt(gradient, 0.5)) }),
      ...drawn,
    ),
  ];
}

function mesh({ points, stops }: Gradient, { width, height }: Area, id: string): Child {
  const side = Math.max(width, height);
  const spots = points.map(({ x, y, reach, color }, index) => {
    const name = `${id}${index}`;
    // The opacity falls as a bell does, so that spots have no edge.
    const bell = [1, 0.86, 0.55, 0.22, 0.05, 0].map((opacity, step) =>
      svg("stop", { offset: step / 5, "stop-color": formatCss(fadeColor(color, opacity)) }),
    );
    const place = { cx: x * width, cy: y * height, r: reach * side };
    return [
      svg("radialGradient", { id: name, gradientUnits: "userSpaceOnUse", ...place }, ...bell),
      svg("rect", { width, height, fill: `url(#${name})` }),
    ];
  });
  // No gradient is without stops.
  return [svg("rect", { width, height, fill: formatCss(stops[0]!.color) }), ...spots];
}

function grain({ width, height }: Area, noise: number): Child {
  const matrix = "0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 2 -.75";
  return [
    svg(
      "filter",
      { id: "n", x: 0, y: 0, width: "100%", height: "100%" },
      svg("feTurbulence", {
        type: "fractalNoise",
        baseFrequency: 0.8,
        numOctaves: 2,
        stitchTiles: "stitch",
      }),
      svg("feColorMatrix", { values: matrix }),
    ),
    svg("rect", { width, height, filter: "url(#n)", opacity: noise * 0.5 }),
  ];
}
