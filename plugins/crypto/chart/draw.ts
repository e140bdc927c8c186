import { plainNumber } from "../market/numbers.ts";

const frame = { left: 96, right: 736, top: 72, bottom: 348 };
const rows = 4;
const columns = 4;

interface Drawing {
  title: string;
  subtitle: string;
  points: readonly { time: number; price: number }[];
}

/** Draws prices over time as SVG on a ground of its own. */
export function drawChart({ title, subtitle, points }: Drawing): string {
  const times = points.map(({ time }) => time);
  const prices = points.map(({ price }) => price);
  const [start, end] = [times[0]!, times.at(-1)!];
  const low = prices.reduce((least, price) => Math.min(least, price));
  const high = prices.reduce((most, price) => Math.max(most, price));
  const x = (time: number) => along(time, [start, end], [frame.left, frame.right]);
  const y = (price: number) => along(price, [low, high], [frame.bottom, frame.top]);
  const line = points.map(({ time, price }) => `${x(time)} ${y(price)}`).join("L");
  const marks = Array.from({ length: rows + 1 }, (_, row) => low + ((high - low) * row) / rows);
  const dates = Array.from(
    { length: columns + 1 },
    (_, at) => start + ((end - start) * at) / columns,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" width="800" height="400" role="img" font-family="system-ui, sans-serif" font-size="12" fill="#556">`,
    `<title>${escaped(`${title}, ${subtitle}`)}</title>`,
    `<rect width="800" height="400" fill="#fff"/>`,
    `<text x="24" y="34" font-size="18" font-weight="600" fill="#112">${escaped(title)}</text>`,
    `<text x="24" y="54">${escaped(subtitle)}</text>`,
    ...marks.map(
      (price) =>
        `<path d="M${frame.left} ${y(price)}H${frame.right}" stroke="#e4e7ec"/><text x="${frame.left - 8}" y="${y(price) + 4}" text-anchor="end">${digits(price)}</text>`,
    ),
    ...dates.map(
      (time) =>
        `<text x="${x(time)}" y="${frame.bottom + 24}" text-anchor="middle">${label(time, end - start)}</text>`,
    ),
    points.length === 1
      ? `<circle cx="${x(start)}" cy="${y(low)}" r="3" fill="#b45309"/>`
      : `<path d="M${line}" fill="none" stroke="#b45309" stroke-width="1.75" stroke-linejoin="round"/>`,
    "</svg>",
  ].join("\n");
}

/** The middle where all values are one. */
function along(value: number, [from, to]: [number, number], [low, high]: [number, number]): number {
  const place =
    to === from ? (low + high) / 2 : low + ((value - from) / (to - from)) * (high - low);
  return Math.round(place * 100) / 100;
}

function digits(price: number): string {
  return plainNumber(Number(price.toPrecision(5)));
}

function label(time: number, length: number): string {
  const iso = new Date(time).toISOString();
  return length <= 2 * 86_400_000 ? iso.slice(5, 16).replace("T", " ") : iso.slice(0, 10);
}

/** The names of coins are their makers' words. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\x20-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
