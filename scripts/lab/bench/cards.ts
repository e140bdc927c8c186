import { drawCard } from "../../../plugins/image/cards/draw.ts";
import { cardPng } from "../../../plugins/image/cards/png.ts";
import { compare } from "./compare.ts";

const rounds = 15;
const words = {
  title: "Building a small web server that never falls over",
  description:
    "What two years of running one process taught us about queues and telling people no.",
  site_name: "utilhub",
  author: "Ada Lovelace",
  date: "Jan 2, 2026",
  eyebrow: "Engineering",
};
const [width, height] = [1200, 630];

/**
 * Measures the PNG of a link card against the same card by satori and resvg. Milliseconds of this process's processor
 * time.
 */
export async function benchCards(): Promise<Record<string, string>> {
  const theirs = await bySatori();
  const { svg } = drawTitleCard(words.title);
  let count = 0;
  const [one, other, satori, drawing] = await compare(
    [
      () => ours(words.title),
      () => ours(`${words.title} ${++count}`),
      () => theirs(`${words.title} ${++count}`),
      () => cardPng(`${svg}<!-- ${++count} -->`, 1),
    ],
    { rounds },
  );
  return {
    "the same card repeatedly (at most 60)": `${one.toFixed(1)} ms`,
    "a new title each time (at most 60)": `${other.toFixed(1)} ms`,
    "satori and resvg": `${satori.toFixed(1)} ms`,
    "times faster than satori and resvg (at least 4)": (satori / other).toFixed(1),
    "times faster, resvg and zlib alone, with text as outlines": (satori / drawing).toFixed(1),
  };
}

function ours(title: string): Promise<Uint8Array> {
  return cardPng(drawTitleCard(title).svg, 1);
}

function drawTitleCard(title: string) {
  return drawCard(
    { ...words, title },
    {
      template: "article",
      width,
      height,
      theme: "light",
      dir: "auto",
      pictures: {},
      ground: { kind: "auto", colors: [], angle: 135, pattern: "dots" },
    },
  );
}

/** Loads satori and resvg. The benchmark installs these packages itself; the hub doesn't use them. */
async function bySatori(): Promise<(title: string) => Promise<Uint8Array>> {
  const packages = `${import.meta.dir}/../node_modules`;
  const { default: satori } = await import(`${packages}/satori`);
  const { Resvg } = await import(`${packages}/@resvg/resvg-js`);
  const file = (weight: number) =>
    `${packages}/@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`;
  const fonts = await Promise.all(
    [400, 700].map(async (weight) => ({
      name: "Noto Sans",
      weight,
      style: "normal",
      data: await Bun.file(file(weight)).arrayBuffer(),
    })),
  );
  return async (title) => {
    const svg = await satori(element(title), { width, height, fonts });
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
  };
}

/** Returns the same card as elements: the same text and positions, and the same two lights behind them. */
function element(title: string) {
  const text = (children: string, style: object) => ({ type: "div", props: { children, style } });
  const box = (style: object, ...children: object[]) => ({
    type: "div",
    props: { children, style: { display: "flex", ...style } },
  });
  const lights =
    "radial-gradient(circle at 97% 0%, rgba(67,84,230,.2), transparent 55%), radial-gradient(circle at 62% 119%, rgba(147,51,234,.14), transparent 42%)";
  const column = { flexDirection: "column" };
  return box(
    {
      ...column,
      width,
      height,
      padding: 72,
      justifyContent: "space-between",
      backgroundColor: "#fafbff",
      backgroundImage: lights,
      fontFamily: "Noto Sans",
    },
    box(
      { alignItems: "center" },
      text("U", {
        width: 40,
        height: 40,
        borderRadius: 11,
        backgroundColor: "#4354e6",
        color: "#fff",
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        fontWeight: 700,
      }),
      text(words.site_name, { marginLeft: 16, fontSize: 26, fontWeight: 700 }),
    ),
    box(
      column,
      text(words.eyebrow.toUpperCase(), { fontSize: 22, fontWeight: 700, color: "#4354e6" }),
      text(title, { fontSize: 76, fontWeight: 700, lineHeight: 1.14, marginTop: 26 }),
      text(words.description, { fontSize: 30, lineHeight: 1.42, color: "#5b6172", marginTop: 26 }),
    ),
    box(
      { alignItems: "center" },
      text("AL", {
        width: 60,
        height: 60,
        borderRadius: 30,
        color: "#fff",
        fontWeight: 700,
        backgroundImage: "linear-gradient(135deg, #4354e6, #9333ea)",
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
      }),
      box(
        { ...column, marginLeft: 16 },
        text(words.author, { fontSize: 25, fontWeight: 700 }),
        text(words.date, { fontSize: 21, color: "#5b6172" }),
      ),
    ),
  );
}
