import { deflateSync } from "node:zlib";
import type { Ink, PrintDrawing, PrintImage, Shading } from "./drawing.ts";
import { formatNumber, writePath } from "./operators.ts";

const names = { move: "m", line: "l", curve: "c", close: "h" };

/** Writes an Encapsulated PostScript file of level 3. Equal drawings have equal bytes. */
export function writeEps({
  width,
  height,
  scale,
  ground,
  layers,
  logo,
}: PrintDrawing): Uint8Array<ArrayBuffer> {
  const page = [width, height].map(formatNumber).join(" ");
  const lines = [
    "%!PS-Adobe-3.0 EPSF-3.0",
    `%%BoundingBox: 0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
    `%%HiResBoundingBox: 0 0 ${page}`,
    "%%LanguageLevel: 3",
    "%%EndComments",
    "gsave",
    "/m {moveto} bind def /l {lineto} bind def /c {curveto} bind def /h {closepath} bind def",
    ground ? `${setInk(ground)} 0 0 ${page} rectfill` : "",
    // One unit per module, downwards.
    `0 ${formatNumber(height)} translate ${formatNumber(scale)} ${formatNumber(-scale)} scale`,
  ];
  for (const { data, ink } of layers) {
    const path = writePath(data, names);
    if ("line" in ink) lines.push("gsave", path, `clip newpath ${fillShading(ink)} grestore`);
    else lines.push(setInk(ink), path, "fill");
  }
  if (logo) {
    const [x, side] = [formatNumber(logo.x), formatNumber(logo.side)];
    lines.push(
      "gsave",
      `${x} ${x} translate ${side} ${side} scale /DeviceRGB setcolorspace`,
      drawImage(logo, ground),
      "grestore",
    );
  }
  lines.push("grestore", "%%EOF\n");
  return new Uint8Array(Buffer.from(lines.filter((line) => line !== "").join("\n")));
}

function setInk(ink: Ink): string {
  return `${ink.map(formatNumber).join(" ")} setrgbcolor`;
}

function fillShading({ line, from, to }: Shading): string {
  const list = (numbers: readonly number[]) => `[${numbers.map(formatNumber).join(" ")}]`;
  const blend = `/FunctionType 2 /Domain [0 1] /N 1 /C0 ${list(from)} /C1 ${list(to)}`;
  return `<< /ShadingType 2 /ColorSpace /DeviceRGB /Extend [true true] /Coords ${list(line)} /Function << ${blend} >> >> shfill`;
}

/** Draws an image in the unit square. PostScript has no opacity: the image is blended over the background. */
function drawImage({ width, height, rgb, alpha }: PrintImage, ground: Ink = [1, 1, 1]): string {
  const pixels = rgb.map((value, at) => {
    const share = (alpha[Math.floor(at / 3)] ?? 255) / 255;
    return Math.round(value * share + (ground[at % 3] ?? 1) * 255 * (1 - share));
  });
  const hex = deflateSync(pixels).toString("hex");
  const rows = Array.from({ length: Math.ceil(hex.length / 120) }, (_, row) =>
    hex.slice(row * 120, (row + 1) * 120),
  );
  return `<< /ImageType 1 /Width ${width} /Height ${height} /BitsPerComponent 8 /Decode [0 1 0 1 0 1] /ImageMatrix [${width} 0 0 ${height} 0 0] /DataSource currentfile /ASCIIHexDecode filter /FlateDecode filter >> image
${rows.join("\n")}>`;
}
