// Stamps pages of every rotation and crop box at every position, and renders them: `bun scripts/lab/look/pdf.ts
// [folder]`. Requires pdftoppm. Check the pages: every stamp must be upright, complete and at its position.
import { mkdirSync } from "node:fs";
import sharp from "sharp";
import { testHub } from "../../../core/testing/mod.ts";
import { stream, writePdf } from "../../../plugins/pdf/sample.ts";
import { positions } from "../../../plugins/pdf/stamp/place.ts";

const folder = process.argv[2] ?? "/tmp/look-pdf";
mkdirSync(folder, { recursive: true });
const hub = await testHub(`${import.meta.dir}/../../../plugins/pdf`);

const turns = [0, 90, 180, 270];
const crops = ["", "/CropBox[60 90 260 330]"];
/**
 * Page contents of different producers: well-formed, mirrored, with too many closing operators, and with an open text
 * object.
 */
const contents = [
  "0.9 0.95 1 rg 0 0 300 400 re f 0 0 0 RG 61 91 198 238 re S",
  "1 0 0 -1 0 400 cm 0.9 1 0.9 rg 0 0 300 400 re f 0 0 0 RG 61 71 198 238 re S",
  "Q Q q 2 0 0 2 50 50 cm 1 0.95 0.9 rg -100 -100 300 400 re f 0 0 0 RG",
  "q q 1 0.9 1 rg 0 0 300 400 re f BT /F 12 Tf 70 200 Td 0.5 g (left open) Tj",
];

function pages(): string {
  const kinds = contents.flatMap((content, index) =>
    crops.flatMap((crop) => turns.map((turn) => ({ content, index, crop, turn }))),
  );
  const first = 4 + contents.length;
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${kinds.length}/Kids[${kinds.map((_, index) => `${first + index} 0 R`).join(" ")}]/MediaBox[0 0 300 400]/Resources<</Font<</F 3 0 R>>>>>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...contents.map((content) => stream(content)),
    ...kinds.map(
      ({ index, crop, turn }) =>
        `<</Type/Page/Parent 2 0 R/Rotate ${turn}${crop}/Contents ${4 + index} 0 R>>`,
    ),
  ];
  return writePdf(objects).toBase64();
}

async function stamped(path: string, body: Record<string, unknown>): Promise<string> {
  const answer = await hub.post(`/api/pdf/${path}`, body);
  if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.bytes()).toBase64();
}

async function draw(name: string, base64: string, dpi = 40): Promise<void> {
  await Bun.write(`${folder}/${name}.pdf`, Uint8Array.fromBase64(base64));
  await run(["qpdf", "--check", "--no-warn", `${folder}/${name}.pdf`]);
  await run([
    "pdftoppm",
    "-cropbox",
    "-r",
    `${dpi}`,
    "-png",
    `${folder}/${name}.pdf`,
    `${folder}/${name}`,
  ]);
  await sheet(name);
}

/** Arranges the pages on one sheet, eight per row. */
async function sheet(name: string): Promise<void> {
  const files = [...new Bun.Glob(`${name}-*.png`).scanSync(folder)].sort();
  const images = await Promise.all(
    files.map(async (file) => {
      const input = `${folder}/${file}`;
      const { width, height } = await sharp(input).metadata();
      return { input, width, height };
    }),
  );
  const side = 8 + Math.max(...images.flatMap(({ width, height }) => [width, height]));
  const placed = images.map(({ input }, index) => ({
    input,
    left: 4 + (index % 8) * side,
    top: 4 + Math.floor(index / 8) * side,
  }));
  const size = { width: 8 * side, height: Math.ceil(images.length / 8) * side };
  await sharp({ create: { ...size, channels: 3, background: "#888" } })
    .composite(placed)
    .png()
    .toFile(`${folder}/${name}.png`);
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: "ignore", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
}

let all = pages();
for (const position of positions)
  all = await stamped("watermark", {
    file_base64: all,
    text: position,
    position,
    rotation: 0,
    opacity: 1,
    color: "c00000",
    font_size: 12,
  });
await draw("positions", all);

const once = (body: Record<string, unknown>) =>
  stamped("watermark", { file_base64: pages(), ...body });
const scripts =
  "Straße Ωμέγα Привет\nمرحبا بالعالم (abc)\nשלום עולם\nनमस्ते दुनिया\n日本語 한국어 中文 ✓ ☂";
await draw("scripts", await once({ text: scripts, rotation: 30, opacity: 0.8, pages: "1-8" }), 80);
await draw("tiled", await once({ text: "DRAFT", tile: true, font_size: 14, pages: "1-8" }), 60);
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="80" height="40" rx="8" fill="#06c"/><circle cx="20" cy="20" r="12" fill="#fc0"/></svg>`;
await draw(
  "image",
  await once({
    image_base64: Buffer.from(logo).toString("base64"),
    position: "top-right",
    rotation: 0,
    opacity: 1,
  }),
);
await draw(
  "page",
  await once({ stamp_pdf_base64: pages(), stamp_page: 6, scale: 0.5, rotation: 0, opacity: 0.7 }),
);
await draw("under", await once({ text: "UNDER", layer: "under", opacity: 1 }));
await draw("flattened", await once({ text: "FLAT", flatten: true, opacity: 0.6 }));
await draw(
  "numbers",
  await stamped("page-numbers", {
    file_base64: pages(),
    format: "{n} of {total} · {date}",
    style: "roman",
    position: "bottom-right",
    facing: true,
    background: "#ffc",
    skip_first: 1,
  }),
);
console.log(`Rendered to ${folder}`);
