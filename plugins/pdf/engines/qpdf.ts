import createModule from "@neslinesli93/qpdf-wasm";
import wasm from "@neslinesli93/qpdf-wasm/dist/qpdf.wasm" with { type: "file" };
import pdf from "../plugin.ts";
import { startCompiled } from "./compile.ts";

/** The name of the engine in answers. */
export const qpdfName = "qpdf 12.2.0";

interface QpdfResult {
  /** 0 is well, 3 is well with warnings, and 2 is a failure. */
  exitCode: number;
  /** What it said, on either channel. */
  messages: string;
  /** The file it wrote as `/out.pdf`, if it did. */
  output: Uint8Array<ArrayBuffer> | undefined;
  /** Whether it wanted more memory than it may have. */
  isOutOfMemory: boolean;
}

const startQpdf = startCompiled<Awaited<ReturnType<typeof createModule>>>();
const saidBytesMax = 65_536;

/** Runs qpdf once, in an instance of its own that sees these files and no others: `{ "in.pdf": … }`. */
export async function runQpdf(
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
): Promise<QpdfResult> {
  const said: number[] = [];
  const hear = (code: number | null) => {
    if (code !== null && said.length < saidBytesMax) said.push(code);
  };
  // The types of the package know little of what Emscripten takes, and nothing of its files.
  const options = {
    locateFile: () => wasm,
    // Left alone, it speaks on the channels of the hub.
    preRun: [({ FS }: { FS: FileSystem }) => FS.init(() => null, hear, hear)],
  };
  const engine = await startQpdf(() => createModule(options));
  const fs = engine.FS as unknown as FileSystem;
  for (const [name, bytes] of Object.entries(files)) fs.writeFile(`/${name}`, bytes);
  const { exitCode, isOutOfMemory } = limitMemory(() => engine.callMain([...args]));
  const hasOutput = exitCode !== 2 && fs.readdir("/").includes("out.pdf");
  const output = hasOutput ? fs.readFile("/out.pdf") : undefined;
  const messages = Buffer.from(said).toString();
  return { exitCode, messages, output, isOutOfMemory };
}

interface QpdfWork {
  files: Readonly<Record<string, Uint8Array>>;
  /** The place in the request of the file that is to blame where it fails. */
  at?: string;
  /** Whether the output is encrypted, which is by dice, so that nothing of it can be deterministic. */
  isEncrypted?: boolean;
}

/** What qpdf writes by these arguments, which end with the input. */
export async function qpdfOutput(
  args: readonly string[],
  { files, at = "body.file", isEncrypted = false }: QpdfWork,
): Promise<Uint8Array<ArrayBuffer>> {
  const all = [
    ...(isEncrypted ? [] : ["--deterministic-id"]),
    "--object-streams=preserve",
    "--no-warn",
    ...args,
    "/out.pdf",
  ];
  const first = await runQpdf(all, files);
  if (first.output) return first.output;
  if (first.isOutOfMemory)
    throw pdf.error("pdf_limit_exceeded", `${at} takes more memory to rewrite than it may`, {
      at,
      members: { limit: "memory" },
    });
  // This build gives up where a file's table is wrong, and finds nothing by looking through it.
  const { output, messages } = await runQpdf(all, await mendFiles(files, at));
  if (output) return output;
  const cause = new Error(messages);
  throw pdf.error("pdf_corrupt", `${at} cannot be rewritten`, { at, cause });
}

/** The files as an engine writes them that reads over what is broken. */
async function mendFiles(files: QpdfWork["files"], at: string) {
  const { openDocument, saveDocument } = await import("./pdf-lib.ts");
  const mend = async ([name, bytes]: [string, Uint8Array]) =>
    [name, await saveDocument(await openDocument(bytes, at))] as const;
  return Object.fromEntries(await Promise.all(Object.entries(files).map(mend)));
}

type Hear = (code: number | null) => void;

interface FileSystem {
  init(input: () => null, output: Hear, error: Hear): void;
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  readdir(path: string): string[];
}

/** How large the memory of a qpdf may grow. */
const memoryBytesMax = 512 * 2 ** 20;
const pageBytes = 65_536;

/** A file that inflates to gigabytes would take as many: qpdf is told that there is no more. */
function limitMemory(run: () => number) {
  const { grow } = WebAssembly.Memory.prototype;
  // The engine sets the exit code of the whole process, which is none of its business.
  const { process } = globalThis;
  const codeBefore = process.exitCode;
  let isOutOfMemory = false;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > memoryBytesMax) {
      isOutOfMemory = true;
      throw new RangeError("Cannot grow the memory past its limit");
    }
    return grow.call(this, pages);
  };
  try {
    return { exitCode: run(), isOutOfMemory };
  } catch {
    // An abort or a trap; what it said is in the messages.
    return { exitCode: 2, isOutOfMemory };
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
    process.exitCode = codeBefore ?? 0;
  }
}
