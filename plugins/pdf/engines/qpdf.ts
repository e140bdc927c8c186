import createModule from "@neslinesli93/qpdf-wasm";
import wasm from "@neslinesli93/qpdf-wasm/dist/qpdf.wasm" with { type: "file" };
import pdf from "../plugin.ts";
import { startCompiled } from "./compile.ts";

/** The engine's name in responses. */
export const qpdfName = "qpdf 12.2.0";

interface QpdfResult {
  /** 0 for success, 3 for success with warnings, 2 for failure. */
  exitCode: number;
  /** Its output on stdout and stderr. */
  messages: string;
  /** The file that it wrote as `/out.pdf`, if any. */
  output: Uint8Array<ArrayBuffer> | undefined;
  /** Whether it requested more memory than allowed. */
  isOutOfMemory: boolean;
}

const startQpdf = startCompiled<Awaited<ReturnType<typeof createModule>>>();
const messageBytesMax = 65_536;

/** Runs qpdf once, in its own instance that sees only these files: `{ "in.pdf": … }`. */
export async function runQpdf(
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
): Promise<QpdfResult> {
  const written: number[] = [];
  const collect = (code: number | null) => {
    if (code !== null && written.length < messageBytesMax) written.push(code);
  };
  // The package's types cover few of Emscripten's options, and nothing of its file system.
  const options = {
    locateFile: () => wasm,
    // By default, it would write to the stdout and stderr of the hub.
    preRun: [({ FS }: { FS: FileSystem }) => FS.init(() => null, collect, collect)],
  };
  const engine = await startQpdf(() => createModule(options));
  const fs = engine.FS as unknown as FileSystem;
  for (const [name, bytes] of Object.entries(files)) fs.writeFile(`/${name}`, bytes);
  const { exitCode, isOutOfMemory } = limitMemory(() => engine.callMain([...args]));
  const hasOutput = exitCode !== 2 && fs.readdir("/").includes("out.pdf");
  const output = hasOutput ? fs.readFile("/out.pdf") : undefined;
  const messages = Buffer.from(written).toString();
  return { exitCode, messages, output, isOutOfMemory };
}

interface QpdfWork {
  files: Readonly<Record<string, Uint8Array>>;
  /** The location in the request of the file that errors name. */
  at?: string;
  /**
   * Whether the output is encrypted. Encryption uses random numbers, so the output can't be
   * deterministic.
   */
  isEncrypted?: boolean;
}

/** Returns the file that qpdf writes for these arguments, which end with the input. */
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
    throw pdf.error(
      "pdf_limit_exceeded",
      `${at} needs more memory to rewrite than the limit allows`,
      {
        at,
        members: { limit: "memory" },
      },
    );
  // This qpdf build fails if a file's table is wrong, and doesn't recover by scanning the file.
  const { output, messages } = await runQpdf(all, await repairFiles(files, at));
  if (output) return output;
  const cause = new Error(messages);
  throw pdf.error("pdf_corrupt", `${at} cannot be rewritten`, { at, cause });
}

/** Rewrites the files with an engine that tolerates broken structures. */
async function repairFiles(files: QpdfWork["files"], at: string) {
  const { openDocument, saveDocument } = await import("./pdf-lib.ts");
  const repair = async ([name, bytes]: [string, Uint8Array]) =>
    [name, await saveDocument(await openDocument(bytes, at))] as const;
  return Object.fromEntries(await Promise.all(Object.entries(files).map(repair)));
}

type Collect = (code: number | null) => void;

interface FileSystem {
  init(input: () => null, output: Collect, error: Collect): void;
  writeFile(path: string, bytes: Uint8Array): void;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  readdir(path: string): string[];
}

/** The maximum size of a qpdf instance's memory, in bytes. */
const memoryBytesMax = 512 * 2 ** 20;
const pageBytes = 65_536;

/** Runs qpdf with limited memory: a file that inflates to gigabytes would use as much. */
function limitMemory(run: () => number) {
  const { grow } = WebAssembly.Memory.prototype;
  // The engine sets the exit code of the whole process: restored afterwards.
  const { process } = globalThis;
  const codeBefore = process.exitCode;
  let isOutOfMemory = false;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > memoryBytesMax) {
      isOutOfMemory = true;
      throw new RangeError("Cannot grow the memory beyond its limit");
    }
    return grow.call(this, pages);
  };
  try {
    return { exitCode: run(), isOutOfMemory };
  } catch {
    // An abort or a trap. The messages have the details.
    return { exitCode: 2, isOutOfMemory };
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
    process.exitCode = codeBefore ?? 0;
  }
}
