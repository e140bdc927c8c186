const glyphs = 80;
const firstGlyph = 3;
const points = 40;

/** The glyph that consists of two others, for the letter "a". */
const compositeGlyph = 60;

/** Builds a TrueType font whose glyphs for ASCII are zigzags, without any name or licence. */
export function buildFont({ license = 0 } = {}): Uint8Array {
  const outlines = Array.from({ length: glyphs }, (_, glyph) =>
    glyph === compositeGlyph ? composite() : zigzag(glyph),
  );
  const offsets = [0];
  for (const outline of outlines) offsets.push((offsets.at(-1) ?? 0) + outline.length);
  return assemble({
    "OS/2": shorts(3, 600, 400, 5, license, ...Array.from({ length: 34 }, () => 0)),
    cmap: characterMap(),
    glyf: Buffer.concat(outlines),
    head: shorts(
      1,
      0,
      1,
      0,
      0,
      0,
      0x5f0f,
      0x3cf5,
      0,
      1000,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1000,
      1000,
      0,
      8,
      2,
      1,
      0,
    ),
    hhea: shorts(1, 0, 900, -100, 0, 600, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, glyphs),
    hmtx: shorts(...Array.from({ length: glyphs }, () => [600, 0]).flat()),
    loca: shorts(...offsets.flatMap((offset) => [offset >>> 16, offset & 0xffff])),
    maxp: shorts(1, 0, glyphs, points, 1, 2 * points, 2, 2, 0, 0, 0, 0, 0, 0, 2, 1),
  });
}

function shorts(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]));
}

function zigzag(glyph: number): Uint8Array {
  const flags = new Uint8Array(points).fill(1);
  const steps = Array.from(
    { length: points },
    (_, at) => ((at * 7919 + glyph * 104_729) % 61) - 30,
  );
  const heights = steps.map((_, at) => (at % 2 ? -1 : 1) * (300 + ((at * 31 + glyph * 17) % 90)));
  return Buffer.concat([
    shorts(1, 0, 0, 1000, 1000, points - 1, 0),
    flags,
    shorts(300, ...steps.slice(1), 300, ...heights.slice(1)),
  ]);
}

/** Places two glyphs next to each other. */
function composite(): Uint8Array {
  const [wordOffsets, more] = [0x03, 0x20];
  return shorts(-1, 0, 0, 1000, 1000, wordOffsets | more, 20, 0, 0, wordOffsets, 33, 200, 100);
}

/** Maps "A" to "Z" and "a" in a segment each. */
function characterMap(): Uint8Array {
  const segments = [
    [0x20, 0x5a, firstGlyph - 0x20],
    [0x61, 0x61, compositeGlyph - 0x61],
    [0xffff, 0xffff, 1],
  ] as const;
  const column = (index: 0 | 1 | 2) => segments.map((segment) => segment[index]);
  const table = shorts(4, 40, 0, 6, 4, 1, 2, ...column(1), 0, ...column(0), ...column(2), 0, 0, 0);
  return Buffer.concat([shorts(0, 1, 3, 1, 0, 12), table]);
}

function assemble(tables: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(tables);
  const parts: Uint8Array[] = [shorts(1, 0, entries.length, 128, 3, 0)];
  let offset = 12 + 16 * entries.length;
  for (const [name, content] of entries) {
    const place = shorts(
      0,
      0,
      offset >> 16,
      offset & 0xffff,
      content.length >> 16,
      content.length & 0xffff,
    );
    parts.push(Buffer.from(name.padEnd(4)), place);
    offset += content.length + (-content.length & 3);
  }
  for (const content of Object.values(tables))
    parts.push(content, new Uint8Array(-content.length & 3));
  return Buffer.concat(parts);
}
