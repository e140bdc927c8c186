import { Masks, removeMasks, splitMasks } from "./masks.ts";
import type { Protection } from "./protect.ts";
import { protect } from "./protect.ts";
import type { Terms } from "./terms.ts";

/** Fixed text, or a segment to translate that contains masks. */
export type DocumentPiece = { fixed: string } | { segment: string };

/** A text, divided into fixed text and segments. */
export interface Document {
  parts: DocumentPiece[];
  masks: Masks;
  /** Escapes plain text for the format. */
  write(plain: string): string;
}

/** The caller's glossary and preserved words. */
export interface DocumentTerms {
  preserve: Terms;
  glossary: Terms;
}

/** Parses plain text. Paragraphs are translated separately. */
export function readPlainText(text: string, terms: DocumentTerms): Document {
  const protection = { ...terms, masks: new Masks() };
  const parts = text
    .split(/(\n(?:[ \t]*\n)+)/)
    .flatMap((part, index) =>
      index % 2 === 1 ? [{ fixed: part }] : splitSegments(protect(part, protection), protection),
    );
  return { parts, masks: protection.masks, write: (plain) => plain };
}

/** Splits off the space and markup around a segment. */
export function splitSegments(masked: string, { masks, write }: Protection): DocumentPiece[] {
  const plain = (text: string) => masks.restore(text, write);
  if (!/\p{L}/u.test(removeMasks(masked))) return masked === "" ? [] : [{ fixed: plain(masked) }];
  const pieces = splitMasks(masked);
  const surrounds = (piece: string, index: number) =>
    index % 2 === 1 ? masks.isMarkup(piece) : piece.trim() === "";
  const first = pieces.findIndex((piece, index) => !surrounds(piece, index));
  const last = pieces.findLastIndex((piece, index) => !surrounds(piece, index));
  const joinPieces = (from: number, to: number) =>
    pieces
      .map((piece, index) => (index % 2 === 1 ? `⟦${piece}⟧` : piece))
      .slice(from, to)
      .join("");
  const inner = joinPieces(first, last + 1);
  // Markup before the text may close inside it; then both stay together.
  const isWhole = masks.isBalanced(inner);
  const middle = isWhole ? inner : masked;
  const segment = middle.trim();
  const at = middle.indexOf(segment);
  const before = (isWhole ? joinPieces(0, first) : "") + middle.slice(0, at);
  const after =
    middle.slice(at + segment.length) + (isWhole ? joinPieces(last + 1, pieces.length) : "");
  const parts: DocumentPiece[] = [{ fixed: plain(before) }, { segment }, { fixed: plain(after) }];
  return parts.filter((part) => !("fixed" in part && part.fixed === ""));
}
