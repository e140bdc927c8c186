import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { ParseSpeeds, PDFDocument } from "pdf-lib";
import { runQpdf } from "../../../plugins/pdf/engines/qpdf.ts";
import { findOnPages } from "../../../plugins/pdf/redact/remove.ts";
import { samplePdf, stream, writePdf } from "../../../plugins/pdf/sample.ts";
import { byCommand, compare, wallMs } from "./compare.ts";
import { hubData } from "./hub-data.ts";
import { needPrograms } from "./need-programs.ts";
import { book } from "./pdf-pages.ts";
import { hubCommand, residentMb, startPeer, startServer } from "./server.ts";

const files = 10;
const pages = 20;
const byWall = { rounds: 15, clock: wallMs };
const uploadBytes = 20_000_000;
const uploads = 5;
const lookEveryMs = 5;
const idleMs = 3000;

/**
 * Measures PDF editing against equivalent commands, and the cost of a large upload to the hub process. The reference
 * limit is the hub's engines alone in a warm process. They are WebAssembly and JavaScript, so that no file reaches a
 * native parser.
 */
export async function benchPdf(): Promise<Record<string, string>> {
  needPrograms({ qpdf: "qpdf", mutool: "mupdf-tools" });
  const folder = mkdtempSync(`${tmpdir()}/utilhub-pdf-`);
  const { env, keys } = await hubData(1);
  const hub = await startServer(hubCommand, env);
  const send: Send = async (path, body) => {
    const type = body instanceof FormData ? undefined : { "content-type": "application/pdf" };
    const headers = { "x-api-key": keys[0] ?? "", ...type };
    const answer = await fetch(hub.url + path, { method: "POST", body, headers });
    const { length } = await answer.bytes();
    if (answer.status !== 200 || length < 1000)
      throw new Error(`The hub responded with ${answer.status}`);
    return length;
  };
  const names = Array.from({ length: files }, (_, index) => `${folder}/${index}.pdf`);
  const texts = (file: string) =>
    Array.from({ length: pages }, (_, page) => `Page ${page + 1} of ${file} `.repeat(40));
  for (const name of names) writeFileSync(name, samplePdf(texts(name)));
  const form = new FormData();
  for (const name of names) form.append("files", new File([readFileSync(name)], "a.pdf"));
  const out = `${folder}/out.pdf`;
  const merging = ["qpdf", "--empty", "--pages", ...names, "--", out];
  const [ours, theirs, engine] = await compare(
    [() => send("/api/pdf/merge", form), byCommand(merging), () => mergeAlone(names)],
    byWall,
  );
  const large = largePdf();
  const held = await memoryFor(hub.pid, () => send("/api/pdf/rotate?angle=90", large));
  const bare = await startPeer(["empty.ts"]);
  const bareHeld = await memoryFor(bare.pid, async () =>
    (await fetch(bare.url, { method: "POST", body: large })).bytes(),
  );
  await bare.stop();
  const changed = await changes(folder, send);
  await hub.stop();
  return {
    [`merge ${files} × ${pages} pages`]: `${ours.toFixed(1)} ms`,
    "the qpdf command": `${theirs.toFixed(1)} ms`,
    "merge / qpdf (at most 1.2)": (ours / theirs).toFixed(2),
    "pdf-lib alone / qpdf": (engine / theirs).toFixed(2),
    "memory of the hub process for a 20 MB upload (at most 60 MB)": `${held.once} MB more`,
    [`the same ${uploads} times more`]: `${held.often} MB more`,
    "Bun.serve alone, echoing 20 MB": `${bareHeld.once} MB more`,
    [`Bun.serve ${uploads} times more`]: `${bareHeld.often} MB more`,
    ...changed,
  };
}

type Send = (path: string, body: FormData | Uint8Array<ArrayBuffer>) => Promise<number>;

const passwords = { user: "open sesame", owner: "only for the owner" };
const term = "7 The quick";
/** MuPDF's script that removes matches and draws black boxes over them. */
const redaction = `
var file = new PDFDocument(scriptArgs[0]);
for (var number = 0; number < file.countPages(); number++) {
  var page = file.loadPage(number);
  page.search(${JSON.stringify(term)}, 500).forEach(function (quads) {
    page.createAnnotation("Redact").setQuadPoints(quads);
  });
  page.applyRedactions(true);
}
file.save(scriptArgs[1], "compress,garbage=compact");
`;

/** Measures edits of a file with text pages, by the hub and by a command. */
async function changes(folder: string, send: Send): Promise<Record<string, string>> {
  const [plain, locked, out] = [`${folder}/plain.pdf`, `${folder}/locked.pdf`, `${folder}/out.pdf`];
  writeFileSync(plain, await book(pages));
  Bun.spawnSync(["qpdf", ...lock(plain), locked]);
  writeFileSync(`${folder}/redact.js`, redaction);
  const { user: user_password, owner: owner_password } = passwords;
  const figures: Record<string, string> = {};
  const compareWith = async (
    name: string,
    fields: Record<string, string>,
    { from = plain, command, engine, alone }: Peers,
  ) => {
    const file = Uint8Array.from(readFileSync(from));
    const path = `/api/pdf/${name}?${new URLSearchParams(fields)}`;
    const [ours, theirs, limit] = await compare(
      [() => send(path, file), byCommand(command), () => alone(file)],
      byWall,
    );
    const [program] = command;
    figures[`${name} ${pages} pages`] = `${ours.toFixed(1)} ms, ${await send(path, file)} bytes`;
    figures[`${program} to ${name} them`] = `${theirs.toFixed(1)} ms, ${statSync(out).size} bytes`;
    figures[`${name} / ${program} (at most 1.2)`] = (ours / theirs).toFixed(2);
    figures[`${engine} / ${program}`] = (limit / theirs).toFixed(2);
  };
  const compareQpdf = (
    name: string,
    fields: Record<string, string>,
    { from = plain, args }: { from?: string; args: (from: string) => string[] },
  ) =>
    compareWith(name, fields, {
      from,
      command: ["qpdf", ...args(from), out],
      engine: `qpdf in WebAssembly alone, to ${name}`,
      alone: (file) => runQpdf([...args("/in.pdf"), "/out.pdf"], { "in.pdf": file }),
    });
  const whole = Uint8Array.from(readFileSync(plain));
  const [split, splitting, splitEngine] = await compare(
    [
      () => send("/api/pdf/split?mode=every", whole),
      byCommand(["qpdf", "--split-pages", plain, `${folder}/page-%d.pdf`]),
      () => splitAlone(whole),
    ],
    byWall,
  );
  figures[`split ${pages} pages`] = `${split.toFixed(1)} ms`;
  figures["qpdf to split them"] = `${splitting.toFixed(1)} ms`;
  figures["split / qpdf (at most 1.2)"] = (split / splitting).toFixed(2);
  figures["pdf-lib alone, to split / qpdf"] = (splitEngine / splitting).toFixed(2);
  await compareQpdf(
    "compress",
    { level: "lossless" },
    { args: (from) => [...small, from, ...kept] },
  );
  await compareQpdf("protect", { user_password, owner_password }, { args: lock });
  await compareQpdf("unlock", { password: user_password }, { from: locked, args: unlock });
  await compareWith(
    "redact",
    { terms: term },
    {
      command: ["mutool", "run", `${folder}/redact.js`, plain, out],
      engine: "pdfium in WebAssembly, to read their text once,",
      alone: (file) => findOnPages(file, []),
    },
  );
  return figures;
}

/** The alternatives to an endpoint: a command, and the hub's engine alone. */
interface Peers {
  from?: string;
  command: readonly string[];
  engine: string;
  alone: (file: Uint8Array) => Promise<unknown>;
}

/** The options with which the hub compresses a file and drops unused objects. */
const small = [
  "--object-streams=generate",
  "--recompress-flate",
  "--compression-level=9",
  "--remove-unreferenced-resources=yes",
];
const kept = ["--pages", ".", "1-z", "--"];

function lock(from: string): string[] {
  return ["--encrypt", passwords.user, passwords.owner, "256", "--", from];
}

function unlock(from: string): string[] {
  return ["--decrypt", `--password=${passwords.user}`, from];
}

const atOnce = { useObjectStreams: false, objectsPerTick: Number.POSITIVE_INFINITY };

/** Merges files with the library that the hub uses. */
async function mergeAlone(names: readonly string[]): Promise<unknown> {
  const target = await PDFDocument.create();
  for (const name of names) {
    const file = await PDFDocument.load(readFileSync(name), { parseSpeed: ParseSpeeds.Fastest });
    const copies = await target.copyPages(file, file.getPageIndices());
    for (const page of copies) target.addPage(page);
  }
  return target.save(atOnce);
}

/** Splits a file into single pages with the same library. */
async function splitAlone(bytes: Uint8Array): Promise<unknown> {
  const file = await PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest });
  const parts: Uint8Array[] = [];
  for (const index of file.getPageIndices()) {
    const part = await PDFDocument.create();
    const [page] = await part.copyPages(file, [index]);
    if (page) part.addPage(page);
    parts.push(await part.save(atOnce));
  }
  return parts;
}

/** Returns a page with a large incompressible stream. */
function largePdf(): Uint8Array<ArrayBuffer> {
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))).toString("latin1");
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R/Noise 4 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
    stream(noise.repeat(Math.ceil(uploadBytes / noise.length))),
  ]);
}

/** Returns the peak memory increase of a process for one large upload and for several more, in megabytes. */
async function memoryFor(pid: number, upload: () => Promise<unknown>) {
  // Idle time, so that earlier garbage is collected.
  await Bun.sleep(idleMs);
  const before = residentMb(pid);
  const once = await highest(pid, upload);
  const often = await highest(pid, async () => {
    for (let index = 0; index < uploads; index++) await upload();
  });
  return { once: (once - before).toFixed(0), often: (often - before).toFixed(0) };
}

/** Returns the peak resident memory of a process during some work, in megabytes. */
async function highest(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = residentMb(pid);
  const looking = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, lookEveryMs);
  await work();
  clearInterval(looking);
  return most;
}
