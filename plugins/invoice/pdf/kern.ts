import type { HubFont } from "hub/drawing";

interface Letter {
  font: HubFont;
  id: number;
  codePoint: number;
}

const pairs = new Map<HubFont, Map<number, number>>();
const pairsMax = 20_000;

/** Asking takes a third of a millisecond: a text made of all pairs there are would ask for minutes. */
const measuredMax = 1500;
let measured = 0;

/** Lets one more document ask for the pairs that it has and none had before. */
export function allowMeasuring(): void {
  measured = 0;
}

/** How much nearer two neighbours stand than they are wide, in ems. The engine is asked once a pair. */
export function kernOf(before: Letter, after: Letter): number {
  if (before.font !== after.font || !isLetter(before.codePoint) || !isLetter(after.codePoint))
    return 0;
  let known = pairs.get(before.font);
  if (!known) {
    known = new Map();
    pairs.set(before.font, known);
  }
  const key = before.id * 65_536 + after.id;
  const kern = known.get(key);
  if (kern !== undefined) return kern;
  if (measured >= measuredMax || known.size >= pairsMax) return 0;
  measured++;
  const found = measureKern(before, after);
  known.set(key, found);
  return found;
}

/** Digits stand in columns, and spaces part words: neither is moved. */
function isLetter(codePoint: number): boolean {
  if (codePoint < 0x41) return codePoint === 0x2c || codePoint === 0x2e;
  return true;
}

function measureKern({ font, codePoint }: Letter, after: Letter): number {
  const { glyphs, positions } = font.engine.layout(
    String.fromCodePoint(codePoint, after.codePoint),
  );
  // A ligature is no pair.
  if (glyphs.length !== 2) return 0;
  return (positions[0]!.xAdvance - glyphs[0]!.advanceWidth) / font.unitsPerEm;
}
