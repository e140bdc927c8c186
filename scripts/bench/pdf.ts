import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { samplePdf, stream, writePdf } from "../../plugins/pdf/sample.ts";
import { hubData } from "./hub-data.ts";
import { median } from "./load.ts";
import { needPrograms } from "./need-programs.ts";
import { book } from "./pdf-pages.ts";
import { startServer } from "./server.ts";

const files = 10;
const pages = 20;
const rounds = 25;
const uploadBytes = 20_000_000;
const uploads = 5;
const lookEveryMs = 5;
const idleMs = 3000;

/** What changes a PDF, against the commands that do the same, and what a large upload costs the hub itself. */
export async function benchPdf(): Promise<Record<string, string>> {
  needPrograms({ qpdf: "qpdf", mutool: "mupdf-tools" });
  const folder = mkdtempSync(`${tmpdir()}/utilhub-pdf-`);
  const { env, keys } = await hubData(1);
  const hub = await startServer([process.execPath, "core/main.ts"], env);
  const send: Send = async (path, body) => {
    const type = body instanceof FormData ? undefined : { "content-type": "application/pdf" };
    const headers = { "x-api-key": keys[0] ?? "", ...type };
    const answer = await fetch(hub.url + path, { method: "POST", body, headers });
    const { length } = await answer.bytes();
    if (answer.status !== 200 || length < 1000)
      throw new Error(`The hub answered ${answer.status}`);
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
  const [ours, theirs] = await byTurns(() => send("/api/pdf/merge", form), merging);
  const large = largePdf();
  // Idle, so that nothing of the merges is still to be collected.
  await Bun.sleep(idleMs);
  const before = residentMb(hub.pid);
  const upload = () => send("/api/pdf/rotate?angle=90", large);
  const [once, often] = [
    await highest(hub.pid, upload),
    await highest(hub.pid, async () => {
      for (let index = 0; index < uploads; index++) await upload();
    }),
  ];
  const changed = await changes(folder, send);
  await hub.stop();
  rmSync(folder, { recursive: true });
  return {
    [`merge ${files} × ${pages} pages`]: `${ours.toFixed(1)} ms`,
    "the qpdf command": `${theirs.toFixed(1)} ms`,
    "times its time (at most 1.2)": (ours / theirs).toFixed(2),
    "the hub's own memory for 20 MB (at most 60 MB)": `${(once - before).toFixed(0)} MB more`,
    [`the same ${uploads} times more`]: `${(often - before).toFixed(0)} MB more`,
    ...changed,
  };
}

type Send = (path: string, body: FormData | Uint8Array<ArrayBuffer>) => Promise<number>;

const passwords = { user: "open sesame", owner: "only for the owner" };
const term = "7 The quick";
/** MuPDF's way to take out what is found, with black boxes over it. */
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

/** A file of pages of text, changed by the hub and by a command. */
async function changes(folder: string, send: Send): Promise<Record<string, string>> {
  const [plain, locked, out] = [`${folder}/plain.pdf`, `${folder}/locked.pdf`, `${folder}/out.pdf`];
  const lock = ["qpdf", "--encrypt", passwords.user, passwords.owner, "256", "--", plain];
  writeFileSync(plain, await book(pages));
  Bun.spawnSync([...lock, locked]);
  writeFileSync(`${folder}/redact.js`, redaction);
  const small = ["--object-streams=generate", "--recompress-flate", "--compression-level=9"];
  const unlock = ["qpdf", "--decrypt", `--password=${passwords.user}`, locked];
  const { user: user_password, owner: owner_password } = passwords;
  const works: [string, Record<string, string>, string[]][] = [
    ["compress", { level: "lossless" }, ["qpdf", ...small, plain]],
    ["protect", { user_password, owner_password }, lock],
    ["unlock", { password: user_password }, unlock],
    ["redact", { terms: term }, ["mutool", "run", `${folder}/redact.js`, plain]],
  ];
  const figures: Record<string, string> = {};
  for (const [name, fields, command] of works) {
    const file = Uint8Array.from(readFileSync(name === "unlock" ? locked : plain));
    const path = `/api/pdf/${name}?${new URLSearchParams(fields)}`;
    const [ours, theirs] = await byTurns(() => send(path, file), [...command, out]);
    const [program] = command;
    figures[`${name} ${pages} pages`] = `${ours.toFixed(1)} ms, ${await send(path, file)} bytes`;
    figures[`${program} to ${name} them`] = `${theirs.toFixed(1)} ms, ${statSync(out).size} bytes`;
    figures[`${name} / ${program} (at most 1.2)`] = (ours / theirs).toFixed(2);
  }
  return figures;
}

/** The medians of both, in turn, in milliseconds. */
async function byTurns(work: () => Promise<unknown>, program: readonly string[]) {
  const command = ["nice", "-n", "-15", "taskset", "-c", "0", ...program];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let begin = performance.now();
    await work();
    ours.push(performance.now() - begin);
    begin = performance.now();
    const status = await Bun.spawn(command).exited;
    theirs.push(performance.now() - begin);
    if (status !== 0) throw new Error(`${program[0]} ended with ${status}`);
  }
  return [median(ours.slice(3)), median(theirs.slice(3))] as const;
}

/** A page and much that nobody can compress. */
function largePdf(): Uint8Array<ArrayBuffer> {
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536))).toString("latin1");
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R/Noise 4 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
    stream(noise.repeat(Math.ceil(uploadBytes / noise.length))),
  ]);
}

/** The most resident memory of a process while some work goes on, in megabytes. */
async function highest(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = residentMb(pid);
  const looking = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, lookEveryMs);
  await work();
  clearInterval(looking);
  return most;
}

function residentMb(pid: number): number {
  const [, kilobytes = ""] = readFileSync(`/proc/${pid}/status`, "latin1").split("VmRSS:");
  return Number.parseInt(kilobytes, 10) / 1024;
}
