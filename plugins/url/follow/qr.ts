import { reply } from "hub";
import { create } from "qrcode";
import type { Doors } from "../doors.ts";
import { buildShortUrl } from "../link/link-schema.ts";
import { findLivingLink } from "./look-up.ts";

/** Quiet zone in modules, required by ISO/IEC 18004. */
const quiet = 4;
/** Pixels per module at the default size. */
const scale = 8;

/** A QR code with its quiet zone: whether the module in a column and row is dark. */
interface QrModules {
  /** Number of modules per line. */
  side: number;
  isDark(x: number, y: number): boolean;
}

function createModules(text: string): QrModules {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const isInside = (at: number) => at >= quiet && at < modules.size + quiet;
  return {
    side: modules.size + 2 * quiet,
    isDark: (x, y) => isInside(x) && isInside(y) && Boolean(modules.get(y - quiet, x - quiet)),
  };
}

type QrDoors = Pick<Doors, "kv" | "clock" | "env" | "origin">;

/** Returns the QR code of an active link. */
export async function answerQr(code: string, kind: "svg" | "png", { origin, ...doors }: QrDoors) {
  const short = buildShortUrl(await findLivingLink(code, doors), { origin, env: doors.env });
  // The owner can disable the link at any time.
  const headers = { "cache-control": "public, max-age=300", "x-robots-tag": "noindex" };
  return kind === "svg"
    ? reply(drawSvg(short), { type: "image/svg+xml", headers })
    : reply(await drawPng(short), { type: "image/png", headers });
}

/** Draws a QR code on a white background, so that it is readable on any page. */
function drawSvg(text: string): string {
  const { side, isDark } = createModules(text);
  const dark = Array.from({ length: side * side }, (_, index) => {
    const [x, y] = [index % side, Math.floor(index / side)];
    return isDark(x, y) ? `M${x} ${y}h1v1h-1z` : "";
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side * scale}" height="${side * scale}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark.join("")}"/></svg>`;
}

/** Draws a QR code as a PNG of two colours. A module is eight pixels wide, and so one byte. */
async function drawPng(text: string): Promise<Uint8Array> {
  const { encodePng } = await import("hub/drawing");
  const { side, isDark } = createModules(text);
  const lines = Array.from({ length: side * scale }, (_, line) => [
    0,
    ...Array.from({ length: side }, (_, x) => (isDark(x, Math.floor(line / scale)) ? 255 : 0)),
  ]);
  return encodePng({
    width: side * scale,
    height: side * scale,
    depth: 1,
    palette: [
      [255, 255, 255, 255],
      [0, 0, 0, 255],
    ],
    lines: Uint8Array.from(lines.flat()),
  });
}
