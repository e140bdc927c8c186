import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A Chromium that can be started. */
export interface Program {
  path: string;
  /** Whether it is the small one without windows, which takes half the time. */
  shell: boolean;
  /** The folder of libraries that it needs and the system has not. */
  libraries?: string;
}

/** Where systems have the program itself: `/usr/bin/chromium` of Debian is a script around it. */
const places = [
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/headless_shell",
  "/usr/lib/chromium/chromium",
  "/usr/lib/chromium-browser/chromium-browser",
  "/usr/lib64/chromium-browser/headless_shell",
  "/usr/lib64/chromium-browser/chromium-browser",
  "/opt/google/chrome/chrome",
  "/opt/chromium.org/chromium/chromium",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Finds a Chromium: the operator's, the system's, or the package's, which is unpacked into `folder`
 * once. Undefined where there is none.
 */
export async function findProgram(
  given: string | undefined,
  {
    folder,
    among = places,
    lacks = lacksLibraries,
    packed = findPacked(),
  }: {
    folder: string;
    among?: readonly string[];
    lacks?: typeof lacksLibraries;
    packed?: string | undefined;
  },
): Promise<Program | undefined> {
  const path = given ?? among.find((place) => existsSync(place));
  if (path !== undefined) return existsSync(path) ? { path, shell: isShell(path) } : undefined;
  return packed === undefined ? undefined : unpackProgram(packed, { folder, lacks });
}

function isShell(path: string): boolean {
  return /headless[-_]shell/.test(path);
}

/** Unpacked by hand: the package would run whatever lies as "chromium" in the shared temp folder. */
async function unpackProgram(
  packed: string,
  { folder, lacks }: { folder: string; lacks: typeof lacksLibraries },
): Promise<Program> {
  const { version } = await Bun.file(join(dirname(dirname(packed)), "package.json")).json();
  const path = join(folder, `headless-shell-${version}`);
  if (!existsSync(path)) await unpack(packed, path);
  if (!(await lacks(path))) return { path, shell: true };
  const libraries = join(folder, `libraries-${version}`);
  if (!existsSync(libraries))
    await unpackLibraries(join(dirname(packed), "al2023.tar.br"), libraries);
  return { path, shell: true, libraries };
}

/** What a program runs with: the environment, and its own libraries before those of the system. */
export function environmentOf({ libraries }: Program): Record<string, string | undefined> {
  if (libraries === undefined) return process.env;
  const folders = [libraries, ...(process.env.LD_LIBRARY_PATH?.split(":") ?? [])];
  return { ...process.env, LD_LIBRARY_PATH: folders.join(":") };
}

/**
 * Whether the system has not all the libraries of a program, as no slim image has those of Chromium.
 * The loader is asked as `ldd` asks it, by a variable of ld.so(8): the program itself does not run.
 */
async function lacksLibraries(path: string): Promise<boolean> {
  const env = { ...process.env, LD_TRACE_LOADED_OBJECTS: "1" };
  const loader = Bun.spawn([path], { env, stdio: ["ignore", "pipe", "ignore"] });
  return (await loader.stdout.text()).includes("not found");
}

/** The package has one for x86-64 alone. */
function findPacked(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    const main = fileURLToPath(import.meta.resolve("@sparticuz/chromium"));
    const file = join(dirname(main), "../bin/chromium.br");
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: two hubs may unpack it at once, and one may be stopped. */
async function unpack(packed: string, path: string): Promise<void> {
  const { createBrotliDecompress } = await import("node:zlib");
  const { pipeline } = await import("node:stream/promises");
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  const part = `${path}.${crypto.randomUUID()}`;
  const file = await open(part, "w", 0o755);
  try {
    const stream = createBrotliDecompress({ chunkSize: 2 ** 21 });
    await pipeline(createReadStream(packed), stream, file.createWriteStream());
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}

/** Those that the package has for systems without, side by side in one folder. */
async function unpackLibraries(packed: string, folder: string): Promise<void> {
  const { brotliDecompressSync } = await import("node:zlib");
  const archive = new Bun.Archive(brotliDecompressSync(await readFile(packed)));
  const part = `${folder}.${crypto.randomUUID()}`;
  await mkdir(part, { recursive: true, mode: 0o755 });
  try {
    for (const [path, file] of await archive.files())
      await Bun.write(join(part, basename(path)), file);
    await rename(part, folder);
  } catch (error) {
    // A folder takes no other's place: the same libraries, which another hub unpacked meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}
