import { Value } from "@sinclair/typebox/value";
import { t } from "hub";
import QRCode from "qrcode";
import sharp from "sharp";
import type { QrAppearance } from "../../../plugins/qr/design.ts";
import { createDrawing } from "../../../plugins/qr/generate/drawing.ts";
import qr from "../../../plugins/qr/plugin.ts";
import { lookFields } from "../../../plugins/qr/request.ts";
import { compare } from "./compare.ts";
import { hubData } from "./hub-data.ts";
import { median } from "./load.ts";
import { hubCommand, startServer } from "./server.ts";

const data = "https://example.com/some/path?with=a&query=42";
const size = 300;
const times = 300;
const batchRounds = 25;
const batchWarmUps = 5;

/** Measures the hub's PNG against those of `qrcode` and sharp in this process, and a batch against single calls. */
export async function benchQr(): Promise<Record<string, string>> {
  const standard = () => drawn({}, "png");
  const theirs = () => QRCode.toBuffer(data, { width: size });
  const styled = () => drawn({ style: "dots" }, "png");
  const svg = Buffer.from((await drawn({ style: "dots" }, "svg")) as string);
  const bySharp = () => sharp(svg).resize(size).png().toBuffer();
  const [ours, qrcode] = await compare([standard, theirs], { times });
  const [stamped, rendered] = await compare([styled, bySharp], { times });
  const [small, large] = [(await standard()).length, (await theirs()).length];
  return {
    "standard 300 px": `${ours.toFixed(2)} ms, ${small} bytes`,
    "qrcode.toBuffer": `${qrcode.toFixed(2)} ms, ${large} bytes`,
    "times faster (at least 12)": (qrcode / ours).toFixed(1),
    "share of the bytes (at most 0.5)": (small / large).toFixed(2),
    "dots 300 px": `${stamped.toFixed(2)} ms`,
    "sharp from SVG": `${rendered.toFixed(2)} ms`,
    "times faster than sharp (at least 11)": (rendered / stamped).toFixed(1),
    ...(await batches()),
  };
}

/**
 * Measures the same codes from a hub in one batch, and in single calls one after another. POST takes the fields of a
 * batch item; GET is the cheapest call for a code.
 */
async function batches(): Promise<Record<string, string>> {
  // A key per round, because all rounds together exceed one key's calls per minute.
  const { env, keys } = await hubData(batchWarmUps + batchRounds);
  const hub = await startServer(hubCommand, env);
  const { batchMax } = qr.limits;
  const seen: number[][] = [[], [], []];
  for (const [round, key] of keys.entries()) {
    const items = Array.from({ length: batchMax }, (_, index) => ({
      data: `${data}&code=${round * batchMax + index}`,
    }));
    const call = async (path: string, body?: object) => {
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const init = body && { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(hub.url + path, { headers, ...init });
      await answer.bytes();
      if (answer.status !== 200) throw new Error(`The hub responded with ${answer.status}`);
    };
    const works = [
      () => call("/api/qr/batch", { items, verify: false }),
      async () => {
        for (const { data } of items)
          await call(`/api/qr/generate?data=${encodeURIComponent(data)}`);
      },
      () => call("/api/qr/batch", { items }),
    ];
    for (const [index, work] of works.entries()) {
      const begin = performance.now();
      await work();
      if (round >= batchWarmUps) seen[index]?.push(performance.now() - begin);
    }
  }
  await hub.stop();
  const [batch, gets, verified] = seen.map(median) as [number, number, number];
  return {
    [`a batch of ${batchMax} without verification`]: `${batch.toFixed(1)} ms`,
    "a batch with verification": `${verified.toFixed(1)} ms`,
    "single calls, GET": `${gets.toFixed(1)} ms`,
    "times faster than single GET calls": (gets / batch).toFixed(1),
  };
}

async function drawn(look: Partial<QrAppearance>, format: "png" | "svg") {
  const whole = Value.Default(t.Object(lookFields), { size, ...look }) as QrAppearance;
  return createDrawing(data, { ...whole, format }).image();
}
