import type { MadePage, Picture, Shot } from "hub";
import { escapeHtml } from "hub/html";

export interface FrameOptions {
  frame: "none" | "light" | "dark";
  /** CSS background, or undefined for none. */
  background: string | undefined;
  /** Text in the frame's bar. The default is the page's title. */
  caption: string | undefined;
}

const colours = {
  light: { bar: "#f1f3f4", line: "#dadce0", field: "#ffffff", text: "#5f6368" },
  dark: { bar: "#292a2d", line: "#3c4043", field: "#1b1c1e", text: "#bdc1c6" },
};
const barHeight = 44;
const margin = 64;

/** Builds the shot that draws an image in a window frame, on a background. */
export function frameShot(picture: Picture, shot: Shot, options: FrameOptions): Shot {
  const { scale } = shot.viewport;
  const size = { width: picture.width / scale, height: picture.height / scale };
  const { background, frame } = options;
  const around = background === undefined ? 0 : margin;
  const width = size.width + 2 * around;
  const height = size.height + 2 * around + (frame === "none" ? 0 : barHeight);
  return {
    ...shot,
    source: framePage(picture, { ...options, size, around }),
    viewport: {
      width: Math.ceil(width),
      height: Math.min(Math.ceil(height), 2160),
      scale,
      mobile: false,
    },
    area: { x: 0, y: 0, width, height },
    image: { ...shot.image, transparent: shot.image.type !== "jpeg" },
    wait: { until: "load", delayMs: 0 },
    javascript: false,
    css: [],
    cookies: [],
    headers: {},
  };
}

function framePage(
  { bytes, title }: Picture,
  {
    frame,
    background,
    caption,
    size,
    around,
  }: FrameOptions & { size: { width: number; height: number }; around: number },
): MadePage {
  const { bar, line, field, text } = colours[frame === "dark" ? "dark" : "light"];
  const shadow = around > 0 ? "box-shadow:0 1px 3px #0003,0 18px 50px #0005;" : "";
  const style = `
html,body{margin:0;background:transparent}
body{padding:${around}px;${background === undefined ? "" : `background:${background};`}box-sizing:border-box;width:${size.width + 2 * around}px;min-height:100vh}
.window{width:${size.width}px;border-radius:10px;overflow:hidden;${shadow}}
.bar{display:flex;align-items:center;gap:8px;height:${barHeight}px;box-sizing:border-box;padding:0 16px;background:${bar};border-bottom:1px solid ${line}}
.bar i{flex:none;width:12px;height:12px;border-radius:50%}
.bar span{flex:1;min-width:0;margin:0 12px;padding:0 14px;border-radius:14px;background:${field};color:${text};font:13px/28px system-ui,"Noto Sans",sans-serif;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
img{display:block;width:${size.width}px;height:${size.height}px}`;
  const dots = ["#ff5f57", "#febc2e", "#28c840"]
    .map((colour) => `<i style="background:${colour}"></i>`)
    .join("");
  const top =
    frame === "none"
      ? ""
      : `<div class="bar">${dots}<span>${escapeHtml(caption ?? title)}</span></div>`;
  return {
    html: `<!doctype html><meta charset="utf-8"><style>${style}</style><div class="window">${top}<img src="/picture.png"></div>`,
    files: { "/picture.png": bytes },
  };
}
