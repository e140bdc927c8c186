import type { Net } from "hub";
import { parseContent } from "./content.ts";
import { composeContent } from "./generate/compose.ts";
import { buildHeaders, type Image } from "./generate/drawing.ts";
import { mediaTypes } from "./media-types.ts";
import qr from "./plugin.ts";

/** The query of a QuickChart QR code. */
interface QuickChartQuery {
  text: string;
  size: number;
  margin: number;
  dark: string;
  light: string;
  ecLevel?: "L" | "M" | "Q" | "H" | "l" | "m" | "q" | "h" | undefined;
  format: "png" | "svg" | "base64";
  centerImageUrl?: string | undefined;
  centerImageSizeRatio: number;
  caption?: string | undefined;
}

/** Draws a QR code for clients of QuickChart. */
export async function drawQuickChartCode(
  { text, size, margin, dark, light, ecLevel, format, caption, ...image }: QuickChartQuery,
  net: Net<string>,
): Promise<{ body: Image; type: string; headers: Record<string, string> }> {
  const logo =
    image.centerImageUrl === undefined
      ? undefined
      : ({
          data: await loadImage(image.centerImageUrl, net),
          size_ratio: image.centerImageSizeRatio,
          margin: 1,
          shape: "square",
        } as const);
  const drawing = await composeContent(
    parseContent(text, { at: "query.text" }),
    {
      ...{
        style: "standard",
        size,
        margin,
        boost_ecc: true,
        min_version: 1,
        eci: "auto",
      },
      fg_color: expandColor(dark),
      bg_color: expandColor(light),
      ecc: (ecLevel?.toUpperCase() as "L" | "M" | "Q" | "H" | undefined) ?? "auto",
      format: format === "svg" ? "svg" : "png",
    },
    { at: "query", logo, logoAt, caption },
  );
  const bytes = await drawing.image();
  const headers = {
    ...buildHeaders(drawing, { extension: drawing.format, download: false }),
    "cross-origin-resource-policy": "cross-origin",
  };
  if (format !== "base64") return { body: bytes, type: mediaTypes[drawing.format], headers };
  return { body: Buffer.from(bytes as Uint8Array).toString("base64"), type: "text/plain", headers };
}

/** Converts a colour of four digits to eight. */
function expandColor(color: string): string {
  const digits = color.replace("#", "");
  return digits.length === 4 ? [...digits].map((digit) => digit + digit).join("") : digits;
}

const logoAt = "query.centerImageUrl";

/** Returns the image at a URL as base64 or a data URI. */
async function loadImage(address: string, net: Net<string>): Promise<string> {
  // An unescaped plus in the query arrives as a space.
  if (address.startsWith("data:")) return address.replaceAll(" ", "+");
  const { protocol, href = "" } = URL.parse(address) ?? {};
  if (protocol !== "https:" && protocol !== "http:")
    throw qr.error(
      "invalid_input",
      `${logoAt} must be an http, https or data URL: it is ${JSON.stringify(address.slice(0, 80))}`,
      { at: logoAt },
    );
  const response = await net(href, {
    headers: { accept: "image/png,image/jpeg,image/webp,image/gif" },
    bodyBytesMax: qr.limits.logoBytesMax,
    timeoutMs: 6000,
  });
  if (!response.ok)
    throw qr.error("unsupported_logo", `${logoAt} returned the status ${response.status}`, {
      at: logoAt,
    });
  return (await response.bytes()).toBase64();
}
