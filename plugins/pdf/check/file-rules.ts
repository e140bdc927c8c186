import type { Finders } from "./rule.ts";

/** Rules of ISO 19005-2 and -3 for the bytes of a file. Encrypted files violate others anyway. */
export const fileFinders: Finders = {
  *streams({ source }) {
    for (const { number, length, from, to } of listRawStreams(source.original)) {
      const bytes = source.original;
      const isBroken = bytes[from - 1] !== 10;
      // A line break before "endstream" is no part of the stream.
      const breakBytes = bytes[to - 2] === 13 && bytes[to - 1] === 10 ? 2 : 1;
      const hasBreak = bytes[to - 1] === 10 || bytes[to - 1] === 13;
      const sizes = hasBreak ? [to - from - 1, to - from - breakBytes] : [];
      if (isBroken || !hasBreak || (length !== undefined && !sizes.includes(length)))
        yield { detail: `object ${number}` };
    }
  },
  *objects({ source }) {
    const text = viewBytes(source.original);
    for (const { number, keyword, end } of listRawObjects(text)) {
      const after = text[keyword + 3] ?? 0;
      const beforeEnd = text[end - 1] ?? 0;
      const isBreak = (code: number) => code === 10 || code === 13;
      if (!isBreak(after) || !isBreak(beforeEnd)) yield { detail: `object ${number}` };
    }
    const [, spaced] = findNear(text, "obj", /[\r\n](\d{1,10}) \d{1,5} [ \t]{1,20}obj\b/) ?? [];
    if (spaced !== undefined) yield { detail: `object ${spaced}` };
  },
  *"cross-references"({ source }) {
    if (findNear(viewBytes(source.original), "xref", /[\r\n]xref[ \t]{1,20}[\r\n]/)) yield {};
  },
};

/** Returns the same bytes as a buffer, which can be searched. */
function viewBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Searches for an expression near each place of a keyword: at most 48 bytes before and after it. */
function findNear(bytes: Buffer, keyword: string, pattern: RegExp): RegExpExecArray | undefined {
  for (let at = bytes.indexOf(keyword); at >= 0; at = bytes.indexOf(keyword, at + 1)) {
    const near = bytes.subarray(Math.max(0, at - 48), at + 48);
    const found = pattern.exec(near.toString("latin1"));
    if (found) return found;
  }
  return undefined;
}

interface RawObject {
  number: number;
  /** The position of the keyword `obj`. */
  keyword: number;
  /** The position of `endobj`. */
  end: number;
}

/** Lists the objects that are not in object streams. Skips over the data of streams. */
function* listRawObjects(bytes: Buffer): Generator<RawObject> {
  for (let at = bytes.indexOf(" obj"); at >= 0; ) {
    const keyword = at + 1;
    const head = bytes.subarray(Math.max(0, at - 20), at).toString("latin1");
    const number = Number(/(?:^|[\r\n ])(\d{1,10}) \d{1,5}$/.exec(head)?.[1] ?? Number.NaN);
    const end = Number.isNaN(number) ? -1 : findObjectEnd(bytes, keyword);
    if (end > 0) yield { number, keyword, end };
    at = bytes.indexOf(" obj", end > 0 ? end : keyword);
  }
}

function findObjectEnd(bytes: Buffer, keyword: number): number {
  const end = bytes.indexOf("endobj", keyword);
  const stream = findStream(end < 0 ? bytes : bytes.subarray(0, end), keyword);
  if (stream < 0) return end;
  const dataEnd = findDataEnd(bytes, { keyword, stream });
  return dataEnd < 0 ? -1 : bytes.indexOf("endobj", dataEnd);
}

/** Returns the position of the next keyword `stream`: names such as `/octet-stream` contain it, too. */
function findStream(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf("stream", from); at >= 0; at = bytes.indexOf("stream", at + 1)) {
    let before = at - 1;
    while (isSpace(bytes[before])) before--;
    if (bytes[before] === greater && bytes[before - 1] === greater) return at;
  }
  return -1;
}

const greater = 0x3e;

function isSpace(code = -1): boolean {
  return [0, 9, 10, 12, 13, 32].includes(code);
}

/** Returns the position of `endstream`, which may also be part of the data. */
function findDataEnd(bytes: Buffer, { keyword, stream }: { keyword: number; stream: number }) {
  const from = skipBreak(bytes, stream);
  const stated = readLength(bytes.subarray(keyword, stream));
  return bytes.indexOf("endstream", Math.max(from, from + (stated ?? 0) - 2));
}

function skipBreak(bytes: Uint8Array, stream: number): number {
  const after = stream + "stream".length;
  if (bytes[after] === 13 && bytes[after + 1] === 10) return after + 2;
  return bytes[after] === 10 ? after + 1 : after;
}

/** Reads a direct length. */
function readLength(dictionary: Buffer): number | undefined {
  const digits = /\/Length (\d{1,10})\b(?! \d{1,10} R)/.exec(dictionary.toString("latin1"))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function* listRawStreams(original: Uint8Array) {
  const bytes = viewBytes(original);
  for (const { number, keyword, end } of listRawObjects(bytes)) {
    const stream = findStream(bytes.subarray(0, end), keyword);
    if (stream < 0) continue;
    const to = findDataEnd(bytes, { keyword, stream });
    const length = readLength(bytes.subarray(keyword, stream));
    if (to > 0) yield { number, length, from: skipBreak(bytes, stream), to };
  }
}
