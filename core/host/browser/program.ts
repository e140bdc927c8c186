import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A Chromium that can be started. */
export interface Program {
  path: string;
  /** Whether it is the headless shell, which has no windows and starts in half the time. */
  shell: boolean;
  /** The folder of required libraries that the system lacks. */
  libraries?: string;
}

/** Paths of the program itself. Debian's `/usr/bin/chromium` is a script that starts it. */
const programPaths = [
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
 * Finds a Chromium: the operator's, the system's, or the one of the npm package, which is unpacked into
 * `folder` once. Returns undefined if there is none.
 */
export async function findProgram(
  configured: string | undefined,
  {
    folder,
    among = programPaths,
    lacks = lacksLibraries,
    packed = findPacked(),
  }: {
    folder: string;
    among?: readonly string[];
    lacks?: typeof lacksLibraries;
    packed?: string | undefined;
  },
): Promise<Program | undefined> {
  const path = configured ?? among.find((path) => existsSync(path));
  if (path !== undefined) return existsSync(path) ? { path, shell: isShell(path) } : undefined;
  return packed === undefined ? undefined : unpackProgram(packed, { folder, lacks });
}

/** Checks whether there is a Chromium: the operator's, the system's, or the one of the npm package. */
export function hasBrowser(configured: string | undefined): boolean {
  if (configured !== undefined) return existsSync(configured);
  return programPaths.some((path) => existsSync(path)) || findPacked() !== undefined;
}

function isShell(path: string): boolean {
  return /headless[-_]shell/.test(path);
}

/**
 * Unpacks the program of the package. Doesn't use the package's own code, which would run any file named
 * "chromium" in the shared temporary folder.
 */
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

/** Returns the environment of a program: its own libraries take precedence over those of the system. */
export function buildEnvironment({ libraries }: Program): Record<string, string | undefined> {
  if (libraries === undefined) return process.env;
  const folders = [libraries, ...(process.env.LD_LIBRARY_PATH?.split(":") ?? [])];
  return { ...process.env, LD_LIBRARY_PATH: folders.join(":") };
}

/**
 * Checks whether the system lacks libraries of a program. Slim images lack those of Chromium. Asks the loader
 * like `ldd` does, by a variable of ld.so(8), so the program doesn't run.
 */
async function lacksLibraries(path: string): Promise<boolean> {
  const env = { ...process.env, LD_TRACE_LOADED_OBJECTS: "1" };
  const loader = Bun.spawn([path], { env, stdio: ["ignore", "pipe", "ignore"] });
  return (await loader.stdout.text()).includes("not found");
}

/** Returns the compressed program. The package only has one for x86-64. */
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

/** Unpacks a file atomically, because two hubs may do it at once, and one may be stopped. */
async function unpack(packed: string, path: string): Promise<void> {
  const { createBrotliDecompress } = await import("node:zlib");
  const { pipeline } = await import("node:stream/promises");
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  const temporaryPath = `${path}.${crypto.randomUUID()}`;
  const file = await open(temporaryPath, "w", 0o755);
  try {
    const stream = createBrotliDecompress({ chunkSize: 2 ** 21 });
    await pipeline(createReadStream(packed), stream, file.createWriteStream());
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

/** Unpacks the libraries that the package has for such systems into one folder. */
async function unpackLibraries(packed: string, folder: string): Promise<void> {
  const { brotliDecompressSync } = await import("node:zlib");
  const archive = new Bun.Archive(brotliDecompressSync(await readFile(packed)));
  const temporaryFolder = `${folder}.${crypto.randomUUID()}`;
  await mkdir(temporaryFolder, { recursive: true, mode: 0o755 });
  try {
    for (const [path, file] of await archive.files())
      await Bun.write(join(temporaryFolder, basename(path)), file);
    await rename(temporaryFolder, folder);
  } catch (error) {
    // Renaming failed because another hub has unpacked the same libraries meanwhile.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}
