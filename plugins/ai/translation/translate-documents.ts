import { HubError } from "hub";
import { itemAt, pairUp } from "../lists.ts";
import type { Document } from "./document.ts";
import { type Done, type Engine, type Job, splitWords, type Translated } from "./engine.ts";
import { removeMasks, splitMasks } from "./masks.ts";

interface DocumentOptions {
  documents: readonly Document[];
  wishes: Omit<Job, "segments">;
  timeoutMs: number;
}

/** A segment and the document that has its masks. */
interface DocumentSegment {
  segment: string;
  document: Document;
}

/**
 * Translates documents with an engine. If masks are lost, the text between them is translated in pieces. Throws
 * `upstream_failed` if that fails too.
 */
export async function translateDocuments(
  engine: Engine,
  { documents, wishes, timeoutMs }: DocumentOptions,
): Promise<Done[]> {
  const places: DocumentSegment[] = documents.flatMap((document) =>
    document.parts.flatMap((part) =>
      "segment" in part ? [{ segment: part.segment, document }] : [],
    ),
  );
  const survive = (index: number, text: string) => {
    const { segment, document } = itemAt(places, index);
    return document.masks.survive(segment, text);
  };
  const segments = places.map(({ segment }) => segment);
  // Half of the time is reserved for the second attempt, if there may be one.
  const { path, segments: first } = await engine.translate(
    { ...wishes, segments },
    { timeoutMs: timeoutMs / 2, survive },
  );
  const bad = first.flatMap(({ text }, index) => (survive(index, text) ? [] : [index]));
  const again = await translatePieces(engine, {
    segments: bad.map((index) => itemAt(segments, index)),
    wishes,
    timeoutMs: timeoutMs / 2,
  });
  for (const [index, better] of pairUp(bad, again)) first[index] = better;
  if (first.some(({ text }, index) => !survive(index, text)))
    throw new HubError("upstream_failed", "The translation lost a part of the text");
  const checked = pairUp(first, segments).map(([one, segment], index) =>
    checkSegment(one, { segment, survive, index }),
  );
  let next = 0;
  return documents.map(({ parts }) => {
    const count = parts.filter((part) => "segment" in part).length;
    next += count;
    return { path, segments: checked.slice(next - count, next) };
  });
}

/** Drops alternatives that lack a mask, and reports segments that came back unchanged. */
function checkSegment(
  { text, alternatives, unknown }: Translated,
  {
    segment,
    survive,
    index,
  }: { segment: string; survive: (index: number, text: string) => boolean; index: number },
): Translated {
  const words = splitWords(removeMasks(segment));
  const isSame = text.trim() === segment.trim() && words.length > 2;
  return {
    text,
    alternatives: alternatives.filter((other) => survive(index, other)),
    unknown: isSame ? words : unknown,
  };
}

async function translatePieces(
  engine: Engine,
  {
    segments,
    wishes,
    timeoutMs,
  }: { segments: string[]; wishes: DocumentOptions["wishes"]; timeoutMs: number },
): Promise<Translated[]> {
  if (segments.length === 0) return [];
  const isLanguage = (piece: string, index: number) => index % 2 === 0 && /\p{L}/u.test(piece);
  const pieces = segments.flatMap((segment) => splitMasks(segment).filter(isLanguage));
  const { segments: done } = await engine.translate(
    { ...wishes, alternatives: 0, segments: pieces.map((piece) => piece.trim()) },
    { timeoutMs, survive: (_, text) => !/[⟦⟧]/.test(text) },
  );
  let next = 0;
  return segments.map((segment) => {
    const unknown: string[] = [];
    const parts = splitMasks(segment).map((piece, index) => {
      if (index % 2 === 1) return `⟦${piece}⟧`;
      if (!isLanguage(piece, index)) return piece;
      const one = itemAt(done, next++);
      unknown.push(...one.unknown);
      const text = piece.trim();
      const at = piece.indexOf(text);
      return piece.slice(0, at) + one.text + piece.slice(at + text.length);
    });
    return { text: parts.join(""), alternatives: [], unknown };
  });
}
