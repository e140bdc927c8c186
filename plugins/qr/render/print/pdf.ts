import { deflateSync } from "node:zlib";
import type { Ink, PrintDrawing, Shading } from "./drawing.ts";
import { formatNumber, writePath } from "./operators.ts";

const names = { move: "m", line: "l", curve: "c", close: "h" };

/** Writes a PDF 1.4 of one page. Equal drawings have equal bytes. */
export function writePdf({
  width,
  height,
  scale,
  ground,
  layers,
  logo,
}: PrintDrawing): Uint8Array<ArrayBuffer> {
  const objects = new PdfObjects();
  const resources: string[] = [];
  const page = [width, height].map(formatNumber).join(" ");
  const content = [
    ground ? `${setInk(ground)} 0 0 ${page} re f` : "",
    // One unit per module, downwards.
    `q ${formatNumber(scale)} 0 0 ${formatNumber(-scale)} 0 ${formatNumber(height)} cm`,
  ];
  for (const { data, ink } of layers) {
    const path = writePath(data, names);
    if ("line" in ink) {
      resources.push(`/Shading << /S ${objects.add(describeShading(ink))} >>`);
      content.push(`q ${path} W n /S sh Q`);
    } else content.push(setInk(ink), path, "f");
  }
  if (logo) {
    const size = `/Width ${logo.width} /Height ${logo.height} /BitsPerComponent 8`;
    const image = `/Type /XObject /Subtype /Image ${size}`;
    const mask = objects.addStream(`${image} /ColorSpace /DeviceGray`, logo.alpha);
    const pixels = objects.addStream(`${image} /ColorSpace /DeviceRGB /SMask ${mask}`, logo.rgb);
    resources.push(`/XObject << /L ${pixels} >>`);
    const [x, side] = [formatNumber(logo.x), formatNumber(logo.side)];
    content.push(`q ${side} 0 0 -${side} ${x} ${formatNumber(logo.x + logo.side)} cm /L Do Q`);
  }
  const stream = objects.addStream("", Buffer.from([...content, "Q"].join("\n")));
  return objects.write(
    `/Type /Page /MediaBox [0 0 ${page}] /Contents ${stream} /Resources << ${resources.join(" ")} >>`,
  );
}

function setInk(ink: Ink): string {
  return `${ink.map(formatNumber).join(" ")} rg`;
}

function describeShading({ line, from, to }: Shading): string {
  const list = (numbers: readonly number[]) => `[${numbers.map(formatNumber).join(" ")}]`;
  const blend = `/FunctionType 2 /Domain [0 1] /N 1 /C0 ${list(from)} /C1 ${list(to)}`;
  return `<< /ShadingType 2 /ColorSpace /DeviceRGB /Extend [true true] /Coords ${list(line)} /Function << ${blend} >> >>`;
}

/** The objects of a PDF file, numbered from 3: the catalogue and the page tree come first. */
class PdfObjects {
  readonly #bodies: Buffer[] = [];

  /** Adds an object and returns a reference to it. */
  add(body: string | Buffer): string {
    this.#bodies.push(Buffer.from(body));
    return `${this.#bodies.length + 2} 0 R`;
  }

  addStream(entries: string, bytes: Uint8Array): string {
    const data = deflateSync(bytes);
    const head = `<< ${entries} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), data, Buffer.from("\nendstream")]));
  }

  /** Writes the file with its only page. */
  write(page: string): Uint8Array<ArrayBuffer> {
    const leaf = this.add(`<< ${page} /Parent 2 0 R >>`);
    const bodies = [
      Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
      Buffer.from(`<< /Type /Pages /Kids [${leaf}] /Count 1 >>`),
      ...this.#bodies,
    ];
    const parts = [Buffer.from("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let [length, table] = [parts[0]?.length ?? 0, "0000000000 65535 f \n"];
    for (const [index, body] of bodies.entries()) {
      const part = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        body,
        Buffer.from("\nendobj\n"),
      ]);
      table += `${String(length).padStart(10, "0")} 00000 n \n`;
      length += part.length;
      parts.push(part);
    }
    const count = bodies.length + 1;
    const trailer = `xref\n0 ${count}\n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    return new Uint8Array(Buffer.concat([...parts, Buffer.from(trailer)]));
  }
}
