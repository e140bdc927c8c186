import { type Child, svg, svgDocument } from "hub/drawing";
import { fadeColor, formatCss } from "../color/color.ts";
import { colorAt, describeGradient, type Gradient, sampleStops } from "./design.ts";

export interface PictureArea {
  width: number;
  height: number;
}

/** Renders a gradient as an SVG document. */
export function gradientSvg(gradient: Gradient, area: PictureArea, noise = 0): string {
  return svgDocument(
    { ...area, title: describeGradient(gradient) },
    buildGradientFill(gradient, area),
    noise > 0 && drawGrain(area, noise),
  );
}

/** Builds elements that fill an area with a gradient. `id` makes their ids unique. */
function buildGradientFill(gradient: Gradient, area: PictureArea, id = "g"): Child {
  const { width, height } = area;
  const fill = svg("rect", { width, height, fill: `url(#${id})` });
  if (gradient.type === "linear") return [drawLinear(gradient, area, id), fill];
  if (gradient.type === "radial") return [drawRadial(gradient, area, id), fill];
  return gradient.type === "conic" ? drawConic(gradient, area, id) : drawMesh(gradient, area, id);
}

function drawStops(gradient: Gradient) {
  return sampleStops(gradient).map(({ at, color }) =>
    svg("stop", { offset: at, "stop-color": formatCss(color) }),
  );
}

function drawLinear(gradient: Gradient, { width, height }: PictureArea, id: string) {
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

/**
 * Returns the vector from the centre to the end of a linear gradient. The corner has the last
 * colour, as in CSS.
 */
export function computeDirection(
  angle: number,
  { width, height }: PictureArea,
): { x: number; y: number } {
  const radians = (angle * Math.PI) / 180;
  const [right, down] = [Math.sin(radians), -Math.cos(radians)];
  const reach = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  return { x: right * reach, y: down * reach };
}

function drawRadial(gradient: Gradient, { width, height }: PictureArea, id: string) {
  const geometry = { cx: width / 2, cy: height / 2, r: Math.hypot(width, height) / 2 };
  return svg(
    "radialGradient",
    { id, gradientUnits: "userSpaceOnUse", ...geometry },
    ...drawStops(gradient),
  );
}

const slices = 180;

/**
 * Draws a conic gradient, which SVG lacks, as thin slices. Each overlaps the next, to hide seams.
 */
function drawConic(gradient: Gradient, { width, height }: PictureArea, id: string): Child {
  const radius = Math.hypot(width, height) / 2 + 1;
  const [x, y] = [width / 2, height / 2];
  const point = (share: number) => {
    const radians = (gradient.angle / 180 + share * 2) * Math.PI;
    return `${(x + radius * Math.sin(radians)).toFixed(2)} ${(y - radius * Math.cos(radians)).toFixed(2)}`;
  };
  const drawn = Array.from({ length: slices }, (_, slice) => {
    const [from, to] = [slice / slices, Math.min(1, (slice + 1.6) / slices)];
    const fill = formatCss(colorAt(gradient, (slice + 0.5) / slices));
    return svg("path", { d: `M${x} ${y}L${point(from)}L${point(to)}z`, fill });
  });
  return [
    svg("clipPath", { id }, svg("rect", { width, height })),
    // Hides the background, which would show through where all slices meet.
    svg(
      "g",
      { "clip-path": `url(#${id})` },
      svg("rect", { width, height, fill: formatCss(colorAt(gradient, 0.5)) }),
      ...drawn,
    ),
  ];
}

function drawMesh({ points, stops }: Gradient, { width, height }: PictureArea, id: string): Child {
  const side = Math.max(width, height);
  const spots = points.map(({ x, y, reach, color }, index) => {
    const name = `${id}${index}`;
    // The opacity follows a bell curve, so that spots have no visible edge.
    const bell = [1, 0.86, 0.55, 0.22, 0.05, 0].map((opacity, step) =>
      svg("stop", { offset: step / 5, "stop-color": formatCss(fadeColor(color, opacity)) }),
    );
    const geometry = { cx: x * width, cy: y * height, r: reach * side };
    return [
      svg("radialGradient", { id: name, gradientUnits: "userSpaceOnUse", ...geometry }, ...bell),
      svg("rect", { width, height, fill: `url(#${name})` }),
    ];
  });
  // A gradient always has stops.
  return [svg("rect", { width, height, fill: formatCss(stops[0]!.color) }), ...spots];
}

function drawGrain({ width, height }: PictureArea, noise: number): Child {
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
