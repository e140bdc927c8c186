import { Value } from "@sinclair/typebox/value";
import { t } from "hub";
import sharp from "sharp";
import { toFileAnswer } from "../../../plugins/image/answers.ts";
import { drawChart } from "../../../plugins/image/charts/draw.ts";
import { type ChartRequest, chartFields } from "../../../plugins/image/charts/request.ts";
import { resolveDesign } from "../../../plugins/image/placeholder/design.ts";
import { renderPng } from "../../../plugins/image/placeholder/png.ts";
import { placeholderFields } from "../../../plugins/image/placeholder/request.ts";
import { compare } from "./compare.ts";
import { hubData } from "./hub-data.ts";
import { load, median } from "./load.ts";
import { hubCommand, startPeer, startServer } from "./server.ts";

const rounds = 5;
const times = 100;
const seconds = 3;
/** With 1,024 calls a minute each: enough for all rounds at 100,000 calls a second. */
const accountsEachRound = 400;
const path = "/api/image/badge?label=build&message=passing";

/**
 * Measures a placeholder against sharp and a chart against Chart.js in this process, and badges against a minimal
 * server.
 */
export async function benchImage(): Promise<Record<string, string>> {
  const ours = async () => (await renderPng(createPlaceholder("600x400"), 1))!;
  const [png, rendered] = await compare([ours, bySharp], { times });
  const sizes = await compare([drawSizes(), bySharp], { times });
  const [small, large] = [(await ours()).length, (await bySharp()).length];
  return {
    "placeholder PNG 600 x 400": `${png.toFixed(2)} ms, ${small} bytes`,
    "sharp from SVG": `${rendered.toFixed(2)} ms, ${large} bytes`,
    "times faster (at least 14)": (rendered / png).toFixed(1),
    "times faster, with a hundred different sizes": (sizes[1] / sizes[0]).toFixed(1),
    "share of the bytes (below 1)": (small / large).toFixed(2),
    ...(await charts()),
    ...(await badges()),
  };
}

function createPlaceholder(size: string) {
  return resolveDesign(
    Value.Default(t.Object(placeholderFields), { size }) as Parameters<typeof resolveDesign>[0],
  );
}

/** Returns a function that draws sizes from 500 x 400 to 599 x 499, one per call. */
function drawSizes(): () => Promise<Uint8Array> {
  let turn = 0;
  return async () => {
    turn = (turn + 1) % 100;
    return (await renderPng(createPlaceholder(`${500 + turn}x${400 + turn}`), 1))!;
  };
}

const drawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#ccc"/><text x="300" y="230" text-anchor="middle" font-family="sans-serif" font-size="84" fill="#4f5257">600×400</text></svg>`,
);

function bySharp(): Promise<Uint8Array> {
  return sharp(drawing).png().toBuffer();
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];
const sold = [
  { name: "Shop", data: [120, 190, 160, 240, 280, 310] },
  { name: "Market", data: [80, 110, 140, 130, 190, 220] },
];
const [width, height] = [800, 400];

/** Measures bar charts with a legend, axes and a different title each time. */
async function charts(): Promise<Record<string, string>> {
  let count = 0;
  const title = () => `Orders by month, no. ${++count}`;
  const fields = t.Object(chartFields);
  const chart = async (format: "png" | "svg") => {
    const asked = { type: "bar", title: title(), labels: months, series: sold, width, height };
    const whole = Value.Default(fields, asked) as ChartRequest;
    const answer = await drawChart({ ...whole, format, scale: 1, response: "binary" });
    return toFileAnswer(answer).body;
  };
  const ours = async () => (await chart("png")) as Uint8Array;
  const svg = String(await chart("svg"));
  const librsvg = () =>
    sharp(Buffer.from(`${svg}<!-- ${++count} -->`))
      .png({ compressionLevel: 6 })
      .toBuffer();
  const draw = await byChartJs();
  const theirs = async () => draw(title());
  const [own, other, drawing] = await compare([ours, theirs, librsvg], { times });
  const [small, large] = [(await ours()).length, (await theirs()).length];
  return {
    [`chart PNG ${width} x ${height}`]: `${own.toFixed(2)} ms, ${small} bytes`,
    "Chart.js on a canvas": `${other.toFixed(2)} ms, ${large} bytes`,
    "times faster than Chart.js (at least 5)": (other / own).toFixed(1),
    "times faster, librsvg and zlib alone, with its own fonts": (other / drawing).toFixed(1),
  };
}

/** Loads Chart.js. The benchmark installs these packages itself; the hub doesn't use them. */
async function byChartJs(): Promise<(title: string) => Uint8Array> {
  const packages = `${import.meta.dir}/../node_modules`;
  const { Chart } = await import(`${packages}/chart.js/auto/auto.js`);
  const { createCanvas, GlobalFonts } = await import(`${packages}/@napi-rs/canvas`);
  for (const weight of [400, 700])
    GlobalFonts.registerFromPath(
      `${packages}/@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`,
      "Noto Sans",
    );
  Chart.defaults.font.family = "Noto Sans";
  const datasets = sold.map(({ name, data }) => ({ label: name, data }));
  const ground = {
    id: "ground",
    beforeDraw({ ctx }: { ctx: { fillStyle: string; fillRect(...box: number[]): void } }) {
      ctx.fillStyle = "#fff";
      ctx.fillRect(0, 0, width, height);
    },
  };
  return (title) => {
    const canvas = createCanvas(width, height);
    const chart = new Chart(canvas, {
      type: "bar",
      data: { labels: months, datasets },
      options: {
        animation: false,
        responsive: false,
        devicePixelRatio: 1,
        plugins: { title: { display: true, text: title } },
      },
      plugins: [ground],
    });
    const png = canvas.toBuffer("image/png");
    chart.destroy();
    return png;
  };
}

async function badges(): Promise<Record<string, string>> {
  const { env, keys } = await hubData(accountsEachRound * (rounds + 1));
  const bare = await startPeer(["bare-badge.ts"]);
  const hub = await startServer(hubCommand, env);
  const file = `${env.HUB_DATA}/bodies.json`;
  const headers = { "x-api-key": keys[0] ?? "" };
  const badge = await (await fetch(hub.url + path, { headers })).text();
  await Bun.write(file, JSON.stringify({ [path.split("?")[0] ?? ""]: badge }));
  const contract = await startPeer(["contract-json.mjs", file], env);
  const speeds: { bare: number; hub: number; contract: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const mine = keys.slice(round * accountsEachRound, (round + 1) * accountsEachRound);
    const speed = async ({ url }: { url: string }) => {
      const { requestsPerSecond, failures } = await load(url, { path, keys: mine, seconds });
      if (failures > 0) throw new Error(`${url} rejected ${failures} calls`);
      return requestsPerSecond;
    };
    const result = {
      bare: await speed(bare),
      hub: await speed(hub),
      contract: await speed(contract),
    };
    // The first round warms up.
    if (round > 0) speeds.push(result);
  }
  await Promise.all([bare.stop(), hub.stop(), contract.stop()]);
  return {
    "bare Bun.serve": `${Math.round(median(speeds.map(({ bare }) => bare)))} badges/s`,
    "the hub": `${Math.round(median(speeds.map(({ hub }) => hub)))} badges/s`,
    "hub / bare (at least 0.65)": median(speeds.map(({ bare, hub }) => hub / bare)).toFixed(2),
    "the hub's contract by hand with a pre-drawn badge / bare": median(
      speeds.map(({ bare, contract }) => contract / bare),
    ).toFixed(2),
  };
}
