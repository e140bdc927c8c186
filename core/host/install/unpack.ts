import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";

/** Maximum size and number of files of a package, without its dependencies. */
export const packageMax = { bytes: 64 * 2 ** 20, files: 5000 } as const;

/** Maximum length of a file's path. */
const pathMax = 400;

/**
 * Unpacks a tar archive, gzipped or not, into a new folder. Strips the top folder if it contains everything.
 * Throws if the archive contains something other than files and folders, or a path that leads outside.
 */
export async function unpack(archive: Uint8Array, dir: string): Promise<void> {
  const { unpackTar } = await import("modern-tar");
  const entries = await unpackTar(expand(archive), { strict: true }).catch((cause: Error) => {
    throw new Error(`Cannot unpack the archive: ${cause.message}`, { cause });
  });
  const files = new Map<string, Uint8Array>();
  for (const { header, data } of entries) {
    const { name, type = "file" } = header;
    if (type === "directory" || type.startsWith("pax")) continue;
    if (type !== "file" || data === undefined)
      throw new Error(
        `Cannot unpack "${name}": it is a ${type}, and only files and folders are allowed`,
      );
    const path = checkPath(name);
    if (files.has(path)) throw new Error(`Cannot unpack "${name}": the archive contains it twice`);
    if (files.size >= packageMax.files)
      throw new Error(`Cannot unpack the archive: it has more than ${packageMax.files} files`);
    files.set(path, data);
  }
  const tops = new Set([...files.keys()].map((path) => path.split("/", 1)[0]));
  const strip = tops.size === 1 && !files.has([...tops][0] ?? "") ? `${[...tops][0]}/`.length : 0;
  for (const [path, data] of files) {
    const file = `${dir}/${path.slice(strip)}`;
    mkdirSync(dirname(file), { recursive: true });
    // Never overwrites a file, and so never writes through a link in the archive.
    writeFileSync(file, data, { flag: "wx" });
  }
}

function expand(archive: Uint8Array): Uint8Array {
  const isGzip = archive[0] === 0x1f && archive[1] === 0x8b;
  try {
    const tar = isGzip ? gunzipSync(archive, { maxOutputLength: packageMax.bytes }) : archive;
    if (tar.length <= packageMax.bytes) return tar;
  } catch (cause) {
    if ((cause as { code?: string }).code !== "ERR_BUFFER_TOO_LARGE")
      throw new Error("Cannot unpack the archive: its compression is damaged", { cause });
  }
  throw new Error(`Cannot unpack the archive: it has more than ${packageMax.bytes} bytes`);
}

function checkPath(name: string): string {
  const path = name.replace(/^\.\//, "");
  const parts = path.split("/");
  const isSound =
    path.length <= pathMax &&
    !/[\0\\]/.test(path) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..");
  if (!isSound)
    throw new Error(`Cannot unpack ${JSON.stringify(name)}: it leads out of the archive`);
  return path;
}
