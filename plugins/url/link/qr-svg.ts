import { create } from "qrcode";

/** Quiet zone in modules, required by ISO/IEC 18004. */
const quiet = 4;
/** Pixels per module at the default size. */
const scale = 8;

/** Draws a QR code on a white background, so that it is readable on any page. */
export function drawQr(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const side = modules.size + 2 * quiet;
  const dark = Array.from(modules.data, (module, index) => {
    if (!module) return "";
    const [x, y] = [index % modules.size, Math.floor(index / modules.size)];
    return `M${x + quiet} ${y + quiet}h1v1h-1z`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side * scale}" height="${side * scale}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark.join("")}"/></svg>`;
}
