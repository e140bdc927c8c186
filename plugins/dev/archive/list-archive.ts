import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import { unpackTar } from "modern-tar";
import { guardPackage } from "../json/fault.ts";
import dev from "../plugin.ts";

/** The number of entries that are listed. */
const entriesMax = 10_000;

interface Entry {
  path: string;
  type: string;
  bytes: number;
  packed_bytes: number;
  modified: string | null;
}

interface Archive {
  format: "zip" | "tar" | "tar.gz";
  entries: Entry[];
  /** Content of the wanted entry. */
  content: Uint8Array | undefined;
}

/** Lists the entries of a ZIP or tar archive, and reads one of them. */
export async function listArchive(bytes: Uint8Array, wanted: string | undefined) {
  const { format, entries, content } = await readArchive(bytes, wanted);
  if (wanted !== undefined && !content)
    throw dev.error("invalid_input", `body.path is not a file in the archive: "${wanted}"`, {
      at: "body.path",
    });
  return {
    answer: { format, entries: entries.slice(0, entriesMax), count: entries.length },
    content,
  };
}

async function readArchive(bytes: Uint8Array, wanted: string | undefined): Promise<Archive> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes, wanted);
  const tar = isGzip ? gunzip(bytes) : bytes;
  const isTar = Buffer.from(tar.subarray(257, 262)).toString() === "ustar";
  if (!isTar)
    throw dev.error("syntax_error", "The input must be a ZIP, tar or tar.gz archive", {
      at: "body",
    });
  const entries: Entry[] = [];
  let content: Uint8Array | undefined;
  for (const { header, data } of await guardPackage("body", () =>
    unpackTar(tar, { strict: true }),
  )) {
    const { name, type = "file", size, mtime } = header;
    const modified = mtime ? mtime.toISOString() : null;
    entries.push({ path: name, type, bytes: size, packed_bytes: size, modified });
    if (name === wanted && type === "file") content = data ?? new Uint8Array();
  }
  return { format: isGzip ? "tar.gz" : "tar", entries, content };
}

function readZip(bytes: Uint8Array, wanted: string | undefined): Archive {
  const entries: Entry[] = [];
  const files = guardPackage("body", () =>
    unzipSync(bytes, {
      filter({ name, size, originalSize }) {
        const type = name.endsWith("/") ? "directory" : "file";
        entries.push({ path: name, type, bytes: originalSize, packed_bytes: size, modified: null });
        if (name !== wanted || type !== "file") return false;
        if (originalSize > dev.limits.compressionBytesMax) throw createSizeError();
        return true;
      },
    }),
  );
  const isThere = wanted !== undefined && Object.hasOwn(files, wanted);
  return { format: "zip", entries, content: isThere ? files[wanted] : undefined };
}

function gunzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: dev.limits.fileBytesMax });
  } catch (cause) {
    if ((cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw createSizeError();
    throw dev.error("syntax_error", "The gzip compression is damaged", { at: "body", cause });
  }
}

function createSizeError() {
  return dev.error("result_too_large", "The decompressed data is too large", { at: "body" });
}
