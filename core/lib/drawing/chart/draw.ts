import { formatNumber, SvgElement, svg, svgDocument } from "../svg/svg.ts";
import { layoutText } from "../text/layout.ts";
import { outlines } from "../text/outlines.ts";
import { bars } from "./bars.ts";
import { type Chart, type ChartType, countPlaces } from "./chart.ts";
import { gauge } from "./gauge.ts";
import { heatmap } from "./heatmap.ts";
import { lines } from "./lines.ts";
import { isLabel, type Label, type Mark, readable } from "./marks.ts";
import { pie } from "./pie.ts";
import { radar } from "./radar.ts";
import { scatter } from "./scatter.ts";
import { sparkline } from "./sparkline.ts";
import { lineHeight, splitLines } from "./text-width.ts";
import { resolveTheme, type Theme } from "./theme.ts";

const drawers: Readonly<Record<ChartType, (chart: Chart, theme: Theme) => Mark[]>> = {
  bar: bars,
  "stacked-bar": bars,
  line: lines,
  area: lines,
  pie,
  doughnut: pie,
  scatter,
  sparkline,
  radar,
  gauge,
  heatmap,
};

/** Draws a chart as SVG with text elements, in the viewer's font. */
export function chartSvg(chart: Chart): string {
  const { theme, marks } = draw(chart);
  return writeSvg(
    chart,
    theme,
    marks.map((mark) => (isLabel(mark) ? drawText(mark) : mark)),
  );
}

/** Draws a chart as SVG with text as outlines, which looks the same everywhere. */
export async function chartOutlines(chart: Chart): Promise<string> {
  const { theme, marks } = draw(chart);
  const elements = marks.map((mark) => (isLabel(mark) ? drawOutlines(mark) : mark));
  return writeSvg(chart, theme, await Promise.all(elements));
}

function draw(chart: Chart): { theme: Theme; marks: Mark[] } {
  const theme = resolveTheme(chart);
  return { theme, marks: readable(drawers[chart.type](chart, theme), chart) };
}

function writeSvg(chart: Chart, { ground }: Theme, elements: readonly SvgElement[]): string {
  const { width, height, title } = chart;
  const isFilled = ground !== "none" && (chart.type !== "sparkline" || chart.background);
  return svgDocument(
    {
      width,
      height,
      title: title || getName(chart),
      description: describe(chart),
      attributes: {
        "font-family": "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif",
      },
    },
    isFilled && svg("rect", { width, height, fill: ground }),
    ...elements,
  );
}

const anchors = { start: undefined, center: "middle", end: "end" } as const;

function drawText(label: Label): SvgElement {
  const { text, x, y, size, fill, bold, align = "start", turn, halo } = label;
  return svg(
    "text",
    {
      x,
      y,
      "font-size": size,
      fill,
      "text-anchor": anchors[align],
      "font-weight": bold ? 600 : undefined,
      ...(halo !== undefined && getHalo(size, halo)),
      "paint-order": halo === undefined ? undefined : "stroke",
      transform:
        turn === undefined ? undefined : `rotate(${turn} ${Math.round(x)} ${Math.round(y)})`,
    },
    drawLines(text, x),
  );
}

function drawLines(text: string, x: number): string | SvgElement[] {
  const lines = splitLines(text);
  if (lines.length === 1) return text;
  return lines.map((line, index) =>
    svg("tspan", { x, dy: index === 0 ? undefined : `${lineHeight}em` }, line),
  );
}

function getHalo(size: number, color: string) {
  return { stroke: color, "stroke-width": formatNumber(size * 0.3), "stroke-linejoin": "round" };
}

async function drawOutlines(label: Label): Promise<SvgElement> {
  const lines = splitLines(label.text);
  const { turn, x, y, size } = label;
  const elements = lines.map((text, index) =>
    drawLineOutlines({ ...label, text, y: y + index * lineHeight * size }),
  );
  const element = SvgElement.join(await Promise.all(elements));
  if (turn === undefined) return element;
  return svg("g", { transform: `rotate(${turn} ${Math.round(x)} ${Math.round(y)})` }, element);
}

async function drawLineOutlines(label: Label): Promise<SvgElement> {
  const { text, x, y, size, fill, bold, align = "start", halo } = label;
  const layout = await layoutText(text, { size, weight: bold ? 700 : 400, lines: 1 });
  const left = x - { start: 0, center: layout.width / 2, end: layout.width }[align];
  const origin = { x: left, y: y - (layout.lines[0]?.baseline ?? 0) };
  const letters = outlines(layout, { ...origin, fill });
  if (halo === undefined) return letters;
  return SvgElement.join([
    outlines(layout, { ...origin, fill: halo, attributes: getHalo(size, halo) }),
    letters,
  ]);
}

function getName({ type }: Chart): string {
  return `${type.slice(0, 1).toUpperCase()}${type.slice(1).replace("-", " ")}${type.endsWith("line") && type !== "line" ? "" : " chart"}`;
}

/** Returns the text alternative of a chart. */
function describe(chart: Chart): string {
  const names = chart.series.map(({ name }) => name).filter((name) => name !== "");
  const of = names.length > 0 ? ` of ${names.join(", ")}` : "";
  const { labels = [] } = chart;
  const along = labels.length > 1 ? `, from ${labels[0]} to ${labels.at(-1)}` : "";
  return `${getName(chart)}${of}: ${countPlaces(chart)} values each${along}`;
}
