import { openTable } from "hub/data-file";
import dev from "../plugin.ts";
import { simplifyName } from "../spelling.ts";

type CrcAlgorithm = ReturnType<typeof readCatalogue>[number];

/** Reads the catalogue of CRC algorithms. */
export const readCatalogue = openTable(new URL("./crc.tsv", import.meta.url), {
  name: "text",
  aliases: "list",
  width: "number",
  poly: "text",
  init: "text",
  refin: ["yes", ""],
  refout: ["yes", ""],
  xorout: "text",
  check: "text",
});

/** The size up to which all algorithms run by default. */
export const allBytesMax = 16_384;

interface CrcOptions {
  algorithms?: readonly string[] | undefined;
  expected?: string | undefined;
}

/** Computes CRCs, and finds those that equal an expected one. */
export function computeCrcs(bytes: Uint8Array, { algorithms, expected }: CrcOptions) {
  if (!algorithms && bytes.length > allBytesMax)
    throw dev.error(
      "invalid_input",
      `body.algorithms is required for more than ${allBytesMax} bytes: the input has ${bytes.length}`,
      { at: "body.algorithms" },
    );
  const chosen = algorithms?.map(findAlgorithm) ?? readCatalogue();
  const wanted = expected?.toLowerCase().replace(/^0x|\s/g, "");
  const crcs = chosen.map((algorithm) => {
    const value = computeCrc(bytes, algorithm);
    const hex = value.toString(16).padStart(Math.ceil(algorithm.width / 4), "0");
    return { algorithm: algorithm.name, width: algorithm.width, hex, decimal: String(value) };
  });
  const isExpected = ({ hex, decimal }: (typeof crcs)[number]) =>
    hex === wanted || decimal === wanted;
  const matching =
    wanted === undefined ? null : crcs.filter(isExpected).map((crc) => crc.algorithm);
  const [first] = crcs;
  return { result: first?.hex ?? "", crcs, matching, bytes: bytes.length };
}

function findAlgorithm(name: string, index: number): CrcAlgorithm {
  const plain = simplifyName(name);
  const found = readCatalogue().find((one) =>
    [one.name, ...one.aliases].some((own) => simplifyName(own) === plain),
  );
  if (found) return found;
  const at = `body.algorithms.${index}`;
  throw dev.error(
    "invalid_input",
    `${at} is unknown: "${name}". A request without algorithms lists all names`,
    { at },
  );
}

/** Computes a CRC from its parameters in Williams' model. */
function computeCrc(bytes: Uint8Array, algorithm: CrcAlgorithm): bigint {
  const { width, refin, refout } = algorithm;
  const [poly, init, xorout] = [algorithm.poly, algorithm.init, algorithm.xorout].map((digits) =>
    BigInt(`0x${digits}`),
  ) as [bigint, bigint, bigint];
  const size = BigInt(width);
  const mask = (1n << size) - 1n;
  let crc: bigint;
  if (refin) {
    const table = buildTable((index) => shiftDown(index, reflect(poly, width)));
    crc = reflect(init, width);
    for (const byte of bytes)
      crc = (table[Number((crc ^ BigInt(byte)) & 0xffn)] ?? 0n) ^ (crc >> 8n);
  } else {
    // A register of less than 8 bits is aligned to the left of a byte.
    const pad = width < 8 ? 8n - size : 0n;
    const top = size + pad - 8n;
    const wide = (1n << (size + pad)) - 1n;
    const table = buildTable((index) => shiftUp(index << top, { poly: poly << pad, wide }));
    crc = init << pad;
    for (const byte of bytes)
      crc = (table[Number((crc >> top) ^ BigInt(byte)) & 0xff] ?? 0n) ^ ((crc << 8n) & wide);
    crc >>= pad;
  }
  return ((refin === refout ? crc : reflect(crc, width)) ^ xorout) & mask;
}

function buildTable(compute: (index: bigint) => bigint): bigint[] {
  return Array.from({ length: 256 }, (_, index) => compute(BigInt(index)));
}

function shiftDown(crc: bigint, poly: bigint): bigint {
  for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ poly : crc >> 1n;
  return crc;
}

function shiftUp(crc: bigint, { poly, wide }: { poly: bigint; wide: bigint }): bigint {
  const top = (wide + 1n) >> 1n;
  for (let bit = 0; bit < 8; bit++) crc = (crc & top ? (crc << 1n) ^ poly : crc << 1n) & wide;
  return crc;
}

function reflect(value: bigint, width: number): bigint {
  return BigInt(`0b${[...value.toString(2).padStart(width, "0")].reverse().join("")}`);
}
