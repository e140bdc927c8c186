import { formatNumber, svg } from "../svg/svg.ts";
import { type Chart, numberIn } from "./chart.ts";
import { frameOf, textSize } from "./frame.ts";
import { type Mark, onCircle } from "./marks.ts";
import { fitText, textWidth } from "./text-width.ts";
import { colorAt, type Theme } from "./theme.ts";
import { numberFormat, shortFormat } from "./ticks.ts";

const half = (120 * Math.PI) / 180;

/** The first value on an arc from `yMin` to `yMax`, which are 0 and 100 where they are not told. */
export function gauge(chart: Chart, theme: Theme): Mark[] {
  const { area, marks, unit } = frameOf(chart, { theme });
  const series = chart.series[0];
  const value = numberIn(series?.data[0]);
  const low = chart.yMin ?? 0;
  const high = Math.max(chart.yMax ?? (chart.number?.style === "percent" ? 1 : 100), low + 1e-9);
  const share = value === null ? 0 : Math.min(Math.max((value - low) / (high - low), 0), 1);
  const size = textSize * unit;
  // The arc is open below: it is three quarters as high as it would be closed, and its round ends.
  const height = area.height - size * 1.6;
  const radius = Math.max(Math.min(area.width / 2, height / 1.57), 1);
  const thick = radius * 0.17;
  const place = { x: area.x + area.width / 2, y: area.y + (height - radius * 1.57) / 2 + radius };
  const color = series?.color ?? colorAt(theme, 0);
  const arcs = [
    arc(place, { radius, thick, to: 1, color: theme.grid }),
    ...(share > 0 ? [arc(place, { radius, thick, to: share, color })] : []),
  ];
  const format = numberFormat(chart.number);
  const text = value === null ? "–" : format(value);
  const large = Math.min(
    radius * 0.46,
    (radius * 1.25 * radius * 0.46) / textWidth(text, radius * 0.46),
  );
  const short = shortFormat(chart.number, { at: [low, high], size, width: radius * 0.7 });
  const ends = [low, high].map((end, index): Mark => {
    const [x] = onCircle(place.x, place.y, {
      radius: radius - thick / 2,
      angle: index ? half : -half,
    });
    const y = place.y + radius * 0.57 + size * 1.2;
    return { text: short(end), x, y, size, fill: theme.soft, align: "center" };
  });
  const name = fitText(series?.name ?? "", { width: radius * 1.3, size });
  return [
    ...marks,
    ...arcs,
    {
      text,
      x: place.x,
      y: place.y + large * 0.3,
      size: large,
      fill: theme.ink,
      bold: true,
      align: "center",
    },
    ...(name
      ? [
          {
            text: name,
            x: place.x,
            y: place.y + large * 0.3 + size * 1.9,
            size,
            fill: theme.soft,
            align: "center" as const,
          },
        ]
      : []),
    ...(radius > 50 ? ends : []),
  ];
}

interface Arc {
  radius: number;
  thick: number;
  /** How far along it goes, from 0 to 1. */
  to: number;
  color: string;
}

function arc({ x, y }: { x: number; y: number }, { radius, thick, to, color }: Arc): Mark {
  const middle = radius - thick / 2;
  const end = -half + to * 2 * half;
  const at = (angle: number) => onCircle(x, y, { radius: middle, angle }).join(" ");
  const large = end + half > Math.PI ? 1 : 0;
  return svg("path", {
    d: `M${at(-half)}A${formatNumber(middle)} ${formatNumber(middle)} 0 ${large} 1 ${at(end)}`,
    fill: "none",
    stroke: color,
    "stroke-width": formatNumber(thick),
    "stroke-linecap": "round",
  });
}
