import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A Chromium that can be started. */
export interface Program {
  path: string;
  /** Whether it is the small one without windows, which takes half the time. */
  shell: boolean;
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
  { folder, among = places }: { folder: string; among?: readonly string[] },
): Promise<Program | undefined> {
  const path = given ?? among.find((place) => existsSync(place));
  if (path !== undefined) return existsSync(path) ? { path, shell: isShell(path) } : undefined;
  return packaged(folder);
}

function isShell(path: string): boolean {
  return /headless[-_]shell/.test(path);
}

/** Unpacked by hand: the package would run whatever lies as "chromium" in the shared temp folder. */
async function packaged(folder: string): Promise<Program | undefined> {
  const packed = packedFile();
  if (packed === undefined) return undefined;
  const { version } = await Bun.file(join(dirname(dirname(packed)), "package.json")).json();
  const path = join(folder, `headless-shell-${version}`);
  if (!existsSync(path)) await unpack(packed, path);
  return { path, shell: true };
}

function packedFile(): string | undefined {
  if (process.platform !== "linux") return undefined;
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
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}`;
  const file = await open(part, "w", 0o700);
  try {
    const stream = createBrotliDecompress({ chunkSize: 2 ** 21 });
    await pipeline(createReadStream(packed), stream, file.createWriteStream());
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
}
