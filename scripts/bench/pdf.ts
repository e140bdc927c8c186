import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { samplePdf, stream, writePdf } from "../../plugins/pdf/sample.ts";
import { hubData } from "./hub-data.ts";
import { median } from "./load.ts";
import { needPrograms } from "./need-programs.ts";
import { startServer } from "./server.ts";

const files = 10;
const pages = 20;
const rounds = 25;
const uploadBytes = 20_000_000;
const uploads = 5;
const lookEveryMs = 5;
const idleMs = 3000;

/** Merging against the `qpdf` command, and what a large upload costs the hub itself. */
export async function benchPdf(): Promise<Record<string, string>> {
  needPrograms({ qpdf: "qpdf" });
  const folder = mkdtempSync(`${tmpdir()}/utilhub-pdf-`);
  const { env, keys } = await hubData(1);
  const hub = await startServer([process.execPath, "core/main.ts"], env);
  const send = async (path: string, body: FormData | Uint8Array<ArrayBuffer>, type?: string) => {
    const headers = { "x-api-key": keys[0] ?? "", ...(type && { "content-type": type }) };
    const answer = await fetch(hub.url + path, { method: "POST", body, headers });
    const { length } = await answer.bytes();
    if (answer.status !== 200 || length < 1000)
      throw new Error(`The hub answered ${answer.status}`);
  };
  const names = Array.from({ length: files }, (_, index) => `${folder}/${index}.pdf`);
  const texts = (file: string) =>
    Array.from({ length: pages }, (_, page) => `Page ${page + 1} of ${file} `.repeat(40));
  for (const name of names) writeFileSync(name, samplePdf(texts(name)));
  const [ours, theirs] = await merges(names, (form) => send("/api/pdf/merge", form));
  const large = largePdf();
  // Idle, so that nothing of the merges is still to be collected.
  await Bun.sleep(idleMs);
  const before = residentMb(hub.pid);
  const upload = () => send("/api/pdf/rotate?angle=90", large, "application/pdf");
  const [once, often] = [
    await highest(hub.pid, upload),
    await highest(hub.pid, async () => {
      for (let index = 0; index < uploads; index++) await upload();
    }),
  ];
  await hub.stop();
  rmSync(folder, { recursive: true });
  return {
    [`merge ${files} × ${pages} pages`]: `${ours.toFixed(1)} ms`,
    "the qpdf command": `${theirs.toFixed(1)} ms`,
    "times its time (at most 1.2)": (ours / theirs).toFixed(2),
    "the hub's own memory for 20 MB (at most 60 MB)": `${(once - before).toFixed(0)} MB more`,
    [`the same ${uploads} times more`]: `${(often - before).toFixed(0)} MB more`,
  };
}

/** The medians of both, in turn, in milliseconds. */
async function merges(names: readonly string[], send: (form: FormData) => Promise<void>) {
  const command = [
    "nice",
    "-n",
    "-15",
    "taskset",
    "-c",
    "0",
    "qpdf",
    "--empty",
    "--pages",
    ...names,
    "--",
    `${names[0]}.out`,
  ];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const form = new FormData();
    for (const name of names) form.append("files", new File([readFileSync(name)], "a.pdf"));
    let begin = performance.now();
    await send(form);
    ours.push(performance.now() - begin);
    begin = performance.now();
    await Bun.spawn(command).exited;
    theirs.push(performance.now() - begin);
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
async function highest(pid: number, work: () => Promise<void>): Promise<number> {
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
