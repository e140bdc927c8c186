import { crc32 } from "node:zlib";
import { type Algorithm, computeDigest, isNative, loadBlake3 } from "./hash.ts";

/** Computes a digest from chunks. */
interface Digester {
  update(chunk: Uint8Array): void;
  digest(): Buffer;
}

/** Hashes chunks with several algorithms in one pass. */
export async function digestChunks(
  chunks: AsyncIterable<Uint8Array>,
  algorithms: readonly Algorithm[],
): Promise<Map<Algorithm, Buffer>> {
  const digesters = algorithms.map((name) => [name, createDigester(name)] as const);
  for await (const chunk of chunks) for (const [, digester] of digesters) digester.update(chunk);
  return new Map(digesters.map(([name, digester]) => [name, digester.digest()]));
}

function createDigester(name: Algorithm): Digester {
  if (isNative(name)) {
    const hasher = new Bun.CryptoHasher(name);
    return {
      update: (chunk) => void hasher.update(chunk),
      digest: () => hasher.digest() as Buffer,
    };
  }
  if (name === "blake3") {
    const hasher = loadBlake3().create({});
    return {
      update: (chunk) => void hasher.update(chunk),
      digest: () => Buffer.from(hasher.digest()),
    };
  }
  if (name === "crc32") return createChecksum(0, (chunk, value) => crc32(chunk, value));
  if (name === "adler32") return createChecksum(1, adler32);
  return createCollector(name);
}

function createChecksum(
  value: number,
  update: (chunk: Uint8Array, value: number) => number,
): Digester {
  return {
    update(chunk) {
      value = update(chunk, value);
    },
    digest() {
      const digest = Buffer.alloc(4);
      digest.writeUInt32BE(value);
      return digest;
    },
  };
}

/** The largest number of bytes whose sums fit 32 bits: RFC 1950, as in zlib. */
const adlerRun = 5552;

function adler32(chunk: Uint8Array, value: number): number {
  let [low, high] = [value & 0xffff, value >>> 16];
  for (let at = 0; at < chunk.length; ) {
    const end = Math.min(at + adlerRun, chunk.length);
    for (; at < end; at++) {
      low += chunk[at] ?? 0;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

/** Collects all bytes, for a hash that the runtime computes only at once. */
function createCollector(name: Algorithm): Digester {
  const chunks: Uint8Array[] = [];
  return {
    update: (chunk) => void chunks.push(chunk),
    digest: () => computeDigest(Buffer.concat(chunks), name),
  };
}
