import type { PDFDocument } from "pdf-lib";
import { saveDocument } from "../engines/pdf-lib.ts";
import { derive } from "../graft/derive.ts";
import { keepProtection, type Protected } from "../security/protection.ts";
import type { Part } from "./parts.ts";

interface Bounds {
  /** Each part is locked as the document was. */
  source: Protected;
  numbers: readonly number[];
  bytesMax: number;
}

/** Parts with as many pages as fit; a page that alone is too large is a part by itself. */
export async function partsBySize(
  document: PDFDocument,
  { source, numbers, bytesMax }: Bounds,
): Promise<Part[]> {
  const parts: Part[] = [];
  let guess = numbers.length;
  for (let from = 0; from < numbers.length; ) {
    const fits = async (count: number) => {
      const part = await derive(document, numbers.slice(from, from + count));
      return (await keepProtection(await saveDocument(part), source)).byteLength <= bytesMax;
    };
    const count = await most(fits, { max: numbers.length - from, guess });
    parts.push({ numbers: numbers.slice(from, from + count) });
    from += count;
    guess = count;
  }
  return parts;
}

/** The most for which it holds, at least 1: looked for around a guess, as parts are much alike. */
async function most(
  holds: (count: number) => Promise<boolean>,
  { max, guess }: { max: number; guess: number },
): Promise<number> {
  let good = 1;
  let bad = max + 1;
  let next = Math.min(guess, max);
  let step = 1;
  while (bad - good > 1) {
    if (next > good && next < bad && (await holds(next))) {
      good = next;
      next = Math.min(good + step, bad - 1);
    } else {
      bad = Math.min(bad, next > good ? next : bad);
      next = Math.max(good + 1, bad - step);
    }
    step *= 2;
    if (next <= good || next >= bad) next = (good + bad) >> 1;
  }
  return good;
}
