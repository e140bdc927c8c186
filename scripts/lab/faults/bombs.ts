import { deflateSync, gzipSync } from "node:zlib";
import { buildPdf } from "./build-pdf.ts";
import { callInBackground, type Fault, listDescendants, readMemoryMb, withHub } from "./fault.ts";

interface Bomb {
  name: string;
  path: string;
  body: object;
  headers?: Record<string, string>;
}

/** Memory limit of the hub and its processes during a bomb, in megabytes. */
const memoryMax = 4000;
/** Slightly more than the longest time limit of an endpoint, in milliseconds. */
const answerMs = 65_000;

const deep = (open: string, close: string, count: number) =>
  open.repeat(count) + close.repeat(count);

/** Returns a PNG that declares this width and height and has almost no data. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(Bun.hash.crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(20_000_000), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns a one-page PDF whose content is small when compressed and huge when decompressed. */
function pdfBomb(): Buffer {
  return buildPdf(
    deflateSync(Buffer.alloc(300_000_000, "0 0 m 9 9 l S "), { level: 9 }),
    "/FlateDecode",
  );
}

/** A PDF whose pages are their own parents and children. */
const circularPdf = Buffer.from(
  "%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[2 0 R 2 0 R]/Parent 2 0 R/Count 99999>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF",
);

const laughs = (line: (name: string, before: string) => string) =>
  "bcdefghij"
    .split("")
    .map((name, index) => line(name, "abcdefghi"[index] ?? "a"))
    .join("\n");

const yamlLaughs = `a: &a ["lol","lol","lol","lol","lol","lol","lol","lol","lol"]\n${laughs(
  (name, before) => `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`,
)}`;

const xmlLaughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "lol">${laughs(
  (name, before) => `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`,
)}]><l>&j;</l>`;

const bombs: Bomb[] = [
  {
    name: "PDF content",
    path: "/api/pdf/extract-text",
    body: { file_base64: pdfBomb().toString("base64") },
  },
  {
    name: "PDF rendering",
    path: "/api/pdf/to-images",
    body: { file_base64: pdfBomb().toString("base64") },
  },
  {
    name: "circular PDF",
    path: "/api/pdf/compress",
    body: { file_base64: circularPdf.toString("base64") },
  },
  {
    name: "PNG of 40,000 x 40,000",
    path: "/api/qr/decode",
    body: { image: hugePng(40_000, 40_000).toString("base64") },
  },
  {
    name: "self-referencing SVG",
    path: "/api/screenshot/capture",
    body: {
      html: `<svg xmlns="http://www.w3.org/2000/svg"><defs>${laughs((name, before) => `<g id="${name}">${`<use href="#${before}"/>`.repeat(10)}</g>`)}</defs><use href="#j"/></svg>`,
    },
  },
  {
    name: "HTML nested 50,000 levels",
    path: "/api/screenshot/capture",
    body: { html: deep("<div>", "</div>", 50_000) },
  },
  {
    name: "an endless script",
    path: "/api/screenshot/capture",
    body: { html: "<script>for(;;){}</script>" },
  },
  {
    name: "an invalid font",
    path: "/api/screenshot/capture",
    body: {
      html: `<style>@font-face{font-family:a;src:url(data:font/woff2;base64,${Buffer.alloc(300_000, "wOF2\xff").toString("base64")})}</style><p style="font-family:a">Hello`,
    },
  },
  {
    name: "JSON nested 500,000 levels",
    path: "/api/dev/json/format",
    body: { json: deep("[", "]", 500_000) },
  },
  {
    name: "JSON numbers",
    path: "/api/dev/json/format",
    body: { json: `[1e${"9".repeat(100_000)}]` },
  },
  {
    name: "JSONPath",
    path: "/api/dev/json/query",
    body: { json: deep("[", "]", 400), path: `$${"..*".repeat(30)}` },
  },
  {
    name: "a schema of regular expressions",
    path: "/api/dev/json/validate",
    body: {
      json: JSON.stringify("a".repeat(50_000)),
      schema: { type: "string", pattern: "^(a|a?)+$" },
    },
  },
  {
    name: "self-referencing schema",
    path: "/api/dev/json/validate",
    body: { json: "1", schema: { $ref: "#" } },
  },
  {
    name: "YAML aliases",
    path: "/api/dev/json/convert",
    body: { input: yamlLaughs, from: "yaml", to: "json" },
  },
  {
    name: "XML entities",
    path: "/api/dev/json/convert",
    body: { input: xmlLaughs, from: "xml", to: "json" },
  },
  {
    name: "XML nested 20,000 levels",
    path: "/api/dev/json/convert",
    body: { input: deep("<a>", "</a>", 20_000), from: "xml", to: "json" },
  },
  {
    name: "two long texts to compare",
    path: "/api/dev/json/diff",
    body: {
      a: JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index % 7)),
      b: JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index % 5)),
    },
  },
  ...["^(a+)+$", "(a|aa)+$", "(.*)*x", "^(([a-z])+.)+[A-Z]([a-z])+$"].map((pattern) => ({
    name: `the regular expression ${pattern}`,
    path: "/api/dev/regex/test",
    body: { pattern, text: `${"a".repeat(50_000)}!` },
  })),
  {
    name: "a gzip body of 200 MB",
    path: "/api/dev/json/format",
    body: gzipSync(Buffer.alloc(200_000_000, " "), { level: 9 }),
    headers: { "content-encoding": "gzip" },
  },
];

/** Inputs to parsers that expand, contain cycles or never end. */
export { faults as bombs };

const faults: Fault[] = bombs.map(({ name, path, body, headers }) => ({
  name: `bomb: ${name.replaceAll("|", "\\|")}`,
  run: () =>
    withHub({}, async ({ key, start }) => {
      const { child, url } = await start();
      const calls = callInBackground(url, key, { count: 1 });
      let memory = 0;
      const watch = setInterval(async () => {
        const all = [child.pid, ...(await listDescendants(child.pid)).map(({ pid }) => pid)];
        const each = await Promise.all(all.map((pid) => readMemoryMb(pid).catch(() => 0)));
        memory = Math.max(
          memory,
          each.reduce((sum, one) => sum + one, 0),
        );
      }, 100);
      const begun = performance.now();
      const answer = await fetch(url + path, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", ...headers },
        body: Buffer.isBuffer(body) ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      });
      const said = await answer.text();
      const ms = Math.round(performance.now() - begun);
      clearInterval(watch);
      const light = await calls.end();
      const [, code = ""] = /"code":"(\w+)"/.exec(said) ?? [];
      // A time-out of the service also counts as a response; other errors of the hub don't.
      const isClear = answer.status < 500 || answer.status === 504 || answer.status === 501;
      return {
        held: isClear && memory < memoryMax && Object.keys(light.answers).join() === "200",
        figure: `${answer.status} ${code} after ${ms} ms; all processes ${memory} MB; light calls meanwhile took at most ${light.slowest} ms`,
      };
    }),
}));
