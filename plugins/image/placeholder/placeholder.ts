import { type Layout, outlines, svg, svgDocument } from "hub/drawing";
import { buildAnswer } from "../answers.ts";
import { fadeColor, formatCss } from "../color/color.ts";
import { mix } from "../color/oklab.ts";
import {
  computeGradientLine,
  type Design,
  type PlaceholderRequest,
  plateMargin,
  resolveDesign,
  textLeft,
} from "./design.ts";
import { renderPng } from "./png.ts";

/** Draws a placeholder. Plain PNGs are encoded directly, without SVG. */
export function placeholder(request: PlaceholderRequest) {
  const design = resolveDesign(request);
  const { width, height, text, scale } = design;
  let svg: string | undefined;
  const size = `${width}×${height}`;
  return buildAnswer(
    {
      get svg() {
        svg ??= renderSvg(design);
        return svg;
      },
      width,
      height,
      alt:
        text === "" || text === size ? `Placeholder, ${size} pixels` : text.replaceAll("\n", " "),
      texts: [text],
      contrast: design.contrast,
      ground: design.radius > 0 ? undefined : design.bg,
      raster: (format, factor) => (format === "png" ? renderPng(design, factor) : undefined),
    },
    { ...request, scale },
  );
}

/** Renders a placeholder as SVG, with text as outlines. */
function renderSvg(design: Design): string {
  const { width, height, text, radius, border, fg } = design;
  const layout = design.layout(1);
  const fill = design.gradient ? "url(#g)" : formatCss(design.bg);
  const rounded = radius > 0 && { rx: radius };
  return svgDocument(
    { width, height, title: text === "" ? `${width}×${height}` : text },
    design.gradient && drawGradient(design.gradient, design),
    design.pattern !== "none" && drawPattern(design),
    svg("rect", { width, height, fill, ...rounded }),
    design.pattern !== "none" && svg("rect", { width, height, fill: "url(#p)", ...rounded }),
    border > 0 &&
      svg("rect", {
        x: border / 2,
        y: border / 2,
        width: width - border,
        height: height - border,
        fill: "none",
        stroke: formatCss(fg),
        "stroke-width": border,
        ...(radius > border / 2 && { rx: radius - border / 2 }),
      }),
    layout && drawPlate(design, layout),
    layout &&
      outlines(layout, {
        x: textLeft(width),
        y: (height - layout.height) / 2,
        fill: formatCss(fg),
      }),
  );
}

function drawGradient(
  { from, to, angle }: NonNullable<Design["gradient"]>,
  { width, height }: Design,
) {
  const { right, down, reach } = computeGradientLine(angle, { width, height });
  const [x, y] = [width / 2, height / 2];
  // SVG mixes in sRGB: additional stops approximate the colours of OKLab.
  const stops = [0, 0.25, 0.5, 0.75, 1].map((offset) =>
    svg("stop", { offset, "stop-color": formatCss(mix(from, to, offset)) }),
  );
  return svg(
    "linearGradient",
    {
      id: "g",
      gradientUnits: "userSpaceOnUse",
      x1: x - right * reach,
      y1: y - down * reach,
      x2: x + right * reach,
      y2: y + down * reach,
    },
    ...stops,
  );
}

function drawPlate({ plate, width, height }: Design, { size, ...own }: Layout) {
  if (!plate) return undefined;
  const margin = plateMargin * size;
  const box = { width: own.width + 2 * margin, height: own.height + margin };
  return svg("rect", {
    ...box,
    x: (width - box.width) / 2,
    y: (height - box.height) / 2,
    rx: margin,
    fill: formatCss(plate.color),
    "fill-opacity": plate.opacity,
  });
}

function drawPattern({ pattern, patternShare, fg, width, height }: Design) {
  const stroke = formatCss(fadeColor(fg, patternShare));
  if (pattern === "cross")
    return svg(
      "pattern",
      { id: "p", width, height, patternUnits: "userSpaceOnUse" },
      svg("path", {
        d: `M0 0L${width} ${height}M${width} 0L0 ${height}`,
        stroke,
        "stroke-width": 2,
      }),
    );
  const side = 24;
  const drawn = {
    diagonal: svg("path", { d: "M0 0V24", stroke, "stroke-width": 16 }),
    dots: svg("circle", { cx: 12, cy: 12, r: 3, fill: stroke }),
    grid: svg("path", { d: "M24 .5H.5V24", fill: "none", stroke, "stroke-width": 1 }),
  }[pattern as "diagonal" | "dots" | "grid"];
  return svg(
    "pattern",
    {
      id: "p",
      width: side,
      height: side,
      patternUnits: "userSpaceOnUse",
      ...(pattern === "diagonal" && { patternTransform: "rotate(45)" }),
    },
    drawn,
  );
}
