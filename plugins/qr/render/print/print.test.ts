import { describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { isMissing, json, sampleCases, testHub } from "hub/testing";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { readCodes } from "../../decode/codes.ts";
import { styles } from "../../request.ts";
import generateRoute from "../../routes/generate/index.get.ts";

const hub = await testHub(`${import.meta.dir}/../..`);
const data = "https://example.com/menu?table=12";
const post = (body: object) => hub.post("/api/qr/generate", { data, ...body });

/** Rasterises a file with another program. */
async function rasterise(format: "pdf" | "eps", file: Blob) {
  const { stdout } = Bun.spawn(programs[format], { stdin: file, stderr: "ignore" });
  return new Uint8Array(await new Response(stdout).arrayBuffer());
}

const programs = {
  pdf: ["pdftoppm", "-r", "300", "-png", "-"],
  eps: [
    "gs",
    "-q",
    "-dSAFER",
    "-dBATCH",
    "-dNOPAUSE",
    "-dEPSCrop",
    "-r300",
    "-dGraphicsAlphaBits=4",
  ].concat("-sDEVICE=png16m", "-sOutputFile=-", "-"),
};
const lacks = {
  pdf: isMissing("pdftoppm", { from: "poppler-utils" }),
  eps: isMissing("gs", { from: "ghostscript" }),
};

test("a PDF is one page of the requested width, plus the caption", async () => {
  const plain = await post({ format: "pdf", width_mm: 25.4 });
  expect(plain.headers.get("content-type")).toBe("application/pdf");
  expect(plain.headers.get("x-qr-verified")).toBe("true");
  const [page] = (await PDFDocument.load(await plain.bytes())).getPages();
  expect(page?.getSize()).toEqual({ width: 72, height: 72 });
  const captioned = await post({ format: "pdf", width_mm: 50.8, caption: "Menü" });
  const [tall] = (await PDFDocument.load(await captioned.bytes())).getPages();
  expect(tall?.getWidth()).toBe(144);
  expect(tall?.getHeight()).toBeGreaterThan(150);
});

test("an EPS states its size", async () => {
  const response = await post({ format: "eps", width_mm: 30, download: true });
  expect(response.headers.get("content-type")).toBe("application/postscript");
  expect(response.headers.get("content-disposition")).toEndWith('"qr.eps"');
  const text = await response.text();
  expect(text).toStartWith("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 86 86\n");
  expect(text).toContain("%%HiResBoundingBox: 0 0 85.0394 85.0394");
});

for (const format of ["pdf", "eps"] as const)
  describe.skipIf(lacks[format])(format, () => {
    const logo = { data: "", shape: "circle" };
    test.each([
      ...sampleCases([...styles], 5).map((style) => ({ style })),
      { style: "rounded", gradient: "0000ff-cc0000-45", eye_color: "006600" },
      { style: "dots", bg_color: "transparent" },
      { caption: "Scan me", logo },
    ])("is drawn as its SVG: %j", async (look) => {
      const pixels = { width: 60, height: 60, channels: 3, background: "#e00" } as const;
      logo.data = (await sharp({ create: pixels }).png().toBuffer()).toString("base64");
      const file = await (await post({ ...look, format, width_mm: 50.8 })).blob();
      const image = await rasterise(format, file);
      const { width = 0, height = 0 } = await sharp(image).metadata();
      expect(width).toBe(600);
      expect((await readCodes(image)).map(({ text }) => text)).toEqual([data]);
      const svg = Buffer.from(await (await post({ ...look, format: "svg", size: width })).bytes());
      const grey = (source: Uint8Array) =>
        sharp(source)
          .flatten({ background: "#fff" })
          .resize(width, height, { fit: "fill" })
          .greyscale();
      const [ours, theirs] = await Promise.all(
        [image, svg].map((source) => grey(source).blur(2).raw().toBuffer()),
      );
      let difference = 0;
      for (const [at, value] of (ours ?? Buffer.alloc(0)).entries())
        difference += Math.abs(value - (theirs?.[at] ?? 0));
      expect(difference / (width * height)).toBeLessThan(6);
    });
  });

test("a batch has PDFs with a logo and captions", async () => {
  const pixels = { width: 30, height: 30, channels: 3, background: "#e00" } as const;
  const logo = { data: (await sharp({ create: pixels }).png().toBuffer()).toString("base64") };
  const items = [
    { data: "one", caption: "One" },
    { data: "two", width_mm: 20 },
  ];
  const response = await hub.post("/api/qr/batch", {
    items,
    format: "pdf",
    logo,
    defaults: { width_mm: 60 },
  });
  const files = unzipSync(await response.bytes());
  expect(Object.keys(files)).toEqual(["qr-001.pdf", "qr-002.pdf", "manifest.json"]);
  const widths = await Promise.all(
    ["qr-001.pdf", "qr-002.pdf"].map(async (name) => {
      const [page] = (await PDFDocument.load(files[name] ?? new Uint8Array())).getPages();
      return Math.round(((page?.getWidth() ?? 0) / 72) * 25.4);
    }),
  );
  expect(widths).toEqual([60, 20]);
});

test("rejects a width on which a printer can't draw the modules", async () => {
  const query = { data: "7".repeat(7000), width_mm: 5, format: "pdf" };
  const answer = await json(await post(query));
  expect(answer).toMatchObject({ status: 422, code: "size_too_small", width_mm_min: 8 });
  expect(answer.detail).toStartWith("width_mm must be at least 8");
});

test("a GET draws a PDF in a job process, and reads it back on request", async () => {
  const { heavy } = generateRoute;
  for (const [format, expected] of [
    ["png", false],
    ["pdf", true],
    ["eps", true],
  ] as const)
    expect(typeof heavy === "function" && !!heavy({ query: { format } })).toBe(expected);
  const query = new URLSearchParams({ data, format: "pdf", verify: "true" });
  const response = await hub.get(`/api/qr/generate?${query}`);
  expect(response.headers.get("x-qr-verified")).toBe("true");
});
