import type { FontProgram } from "./program.ts";

// The format is described in "Adobe Type 1 Font Format", 1990. A broken font gives wrong widths.

/** Reads a Type 1 font. Returns undefined if it isn't one. */
export function readType1(bytes: Uint8Array): FontProgram | undefined {
  const plain = dropSegments(bytes);
  const start = plain.indexOf("eexec");
  if (start < 0) return undefined;
  const clear = plain.subarray(0, start).toString("latin1");
  const secret = decryptPrivate(plain.subarray(start + "eexec".length));
  const charStrings = readCharStrings(secret);
  if (charStrings.size === 0) return undefined;
  // As in other formats, the glyph for missing characters is the first one.
  const names = [...new Set([".notdef", ...charStrings.keys()])];
  const glyphsByName = new Map(names.map((name, index) => [name, index]));
  const scale =
    1000 * Number(/\/FontMatrix\s{0,9}\[\s{0,9}([\d.eE+-]{1,20})/.exec(clear)?.[1] ?? 0.001);
  return {
    name: /\/FontName\s{0,9}\/([^\s/]{1,127})/.exec(clear)?.[1] ?? "",
    glyphs: names.length,
    glyphsByName,
    encoding: readEncoding(clear, glyphsByName),
    getGlyphOfCid: () => undefined,
    getWidth(glyph) {
      const code = charStrings.get(names[glyph] ?? "");
      const width = code && readWidth(code);
      return width === undefined ? undefined : width * scale;
    },
  };
}

/** Removes the headers of segments that a .pfb file has. */
function dropSegments(bytes: Uint8Array): Buffer {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all[0] !== 128) return all;
  const segments: Buffer[] = [];
  for (let at = 0; at + 6 <= all.length && all[at] === 128 && (all[at + 1] ?? 3) < 3; ) {
    const end = at + 6 + all.readUInt32LE(at + 2);
    segments.push(all.subarray(at + 6, end));
    at = end;
  }
  return Buffer.concat(segments);
}

function decryptPrivate(encrypted: Buffer): Buffer {
  let start = 0;
  while (start < 4 && " \t\r\n".includes(String.fromCharCode(encrypted[start] ?? 0))) start++;
  const body = encrypted.subarray(start);
  const isHex = /^[\dA-Fa-f\s]{8}$/.test(body.subarray(0, 8).toString("latin1"));
  const binary = isHex ? Buffer.from(body.toString("latin1").replace(/\s/g, ""), "hex") : body;
  return decrypt(binary, 55_665).subarray(4);
}

function decrypt(bytes: Uint8Array, key: number): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let state = key;
  for (const [index, byte] of bytes.entries()) {
    plain[index] = byte ^ (state >> 8);
    state = ((byte + state) * 52_845 + 22_719) & 0xffff;
  }
  return plain;
}

/** Reads the charstrings, which are written as `/A 123 RD bytes ND`. */
function readCharStrings(secret: Buffer): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const skipped = Number(/\/lenIV\s{1,9}(-?\d{1,2})/.exec(secret.toString("latin1"))?.[1] ?? 4);
  let at = secret.indexOf("/CharStrings");
  for (at = secret.indexOf("/", at + 1); at > 0; ) {
    const head = secret.subarray(at, at + 200).toString("latin1");
    const match = /^\/([^\s/]{1,127})\s{1,9}(\d{1,5})\s{1,9}(?:RD|-\||\S{1,9}) /.exec(head);
    if (!match) {
      at = secret.indexOf("/", at + 1);
      continue;
    }
    const from = at + match[0].length;
    const code = secret.subarray(from, from + Number(match[2]));
    found.set(match[1] ?? "", skipped < 0 ? code : decrypt(code, 4330).subarray(skipped));
    at = secret.indexOf("/", from + code.length);
  }
  return found;
}

/** Returns the width that the operators `hsbw` and `sbw` set. */
function readWidth(code: Uint8Array): number | undefined {
  const stack: number[] = [];
  for (let at = 0; at < code.length; at++) {
    const byte = code[at] ?? 0;
    if (byte >= 32 && byte < 247) stack.push(byte - 139);
    else if (byte >= 247 && byte < 251) stack.push((byte - 247) * 256 + (code[++at] ?? 0) + 108);
    else if (byte >= 251 && byte < 255) stack.push(-(byte - 251) * 256 - (code[++at] ?? 0) - 108);
    else if (byte === 255) {
      stack.push(Buffer.from(code.subarray(at + 1, at + 5)).readInt32BE());
      at += 4;
    } else if (byte === 13) return stack[1];
    else if (byte === 12 && code[at + 1] === 7) return stack[2];
    else if (byte === 12 && code[at + 1] === 12) {
      const [over = 1, under = 1] = [stack.pop(), stack.pop()].reverse();
      stack.push(over / under);
      at++;
    } else return undefined;
  }
  return undefined;
}

function readEncoding(clear: string, glyphs: ReadonlyMap<string, number>) {
  if (/\/Encoding\s{1,9}StandardEncoding/.test(clear)) return undefined;
  const encoding = new Map<number, number>();
  for (const [, code, name = ""] of clear.matchAll(
    /dup\s{1,9}(\d{1,3})\s{0,9}\/([^\s/]{1,127})\s{1,9}put/g,
  )) {
    const glyph = glyphs.get(name);
    if (glyph !== undefined) encoding.set(Number(code), glyph);
  }
  return encoding.size > 0 ? encoding : undefined;
}
