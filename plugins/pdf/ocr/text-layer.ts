import { type PDFDocument, PDFName } from "pdf-lib";
import { pageAt } from "../input/request.ts";
import { createPageView, multiply, type PageView, rotationBy } from "../objects/geometry.ts";
import { operands } from "../objects/operands.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { drawOn } from "../stamp/stamp.ts";
import { InvisibleFont } from "./invisible-font.ts";
import type { ReadLine, ReadPage, ReadWord } from "./recognise.ts";
import { ParagraphWriter } from "./tag-layer.ts";

interface LayerOptions {
  boxes: readonly PageBox[];
  /** Whether the text replaces everything else on the page. */
  replaces: boolean;
}

/**
 * Adds recognised text to pages of a document, in place and invisible. In a tagged document, the text
 * of each page is a paragraph.
 */
export function addTextLayer(
  document: PDFDocument,
  pages: readonly ReadPage[],
  { boxes, replaces }: LayerOptions,
): void {
  const font = new InvisibleFont();
  const contents = pages.map(({ page, lines }) => {
    const view = createPageView(pageAt(boxes, page));
    return { page, lines: lines.map((line) => writeLine(line, { font, view })) };
  });
  const embedded = font.embed(document);
  const tags = ParagraphWriter.open(document);
  for (const { page: number, lines } of contents) {
    const page = document.getPage(number - 1);
    if (replaces) {
      page.node.delete(PDFName.of("Contents"));
      page.node.delete(PDFName.of("Annots"));
    }
    if (lines.length === 0) continue;
    const id = tags?.add(page);
    drawOn(page, {
      // Render mode 3 is invisible.
      content({ Text = "" }) {
        const text = `BT\n3 Tr\n${lines.map((line) => line(Text)).join("\n")}\nET`;
        return id === undefined ? text : `/P <</MCID ${id}>> BDC\n${text}\nEMC`;
      },
      layer: "over",
      isArtifact: tags !== undefined && id === undefined,
      resources: { Font: { Text: embedded } },
    });
  }
}

interface TextLayer {
  font: InvisibleFont;
  view: PageView;
}

/** Returns a function that writes a line, given the font's name. */
function writeLine({ words: unordered, angle, size }: ReadLine, { font, view }: TextLayer) {
  const along = ({ start: { x, y } }: ReadWord) => x * Math.cos(angle) + y * Math.sin(angle);
  const words = unordered.toSorted((one, other) => along(one) - along(other));
  const turn = rotationBy((-angle * 180) / Math.PI);
  const pieces = words.map((word, index) => {
    const next = words[index + 1];
    const toNext = next ? along(next) - along(word) : undefined;
    const isFar = toNext === undefined || toNext - word.length > gapMax * size;
    return { start: word.start, isFar, characters: measureCharacters(word, toNext) };
  });
  // Readers sort the pieces of slanted lines by their heights, which mixes the words of two lines.
  const drawn = isSlanted(angle) ? joinPieces(pieces) : pieces;
  const shown = drawn.map(({ start: { x, y }, characters }) => {
    const [a, b, c, d] = turn;
    const matrix = multiply([a, b, c, d, x, view.height - y], view.toUser);
    const codes = font.encode(
      characters.map(({ text, width }) => ({ text, width: (width / size) * 1000 })),
    );
    return `${operands(...matrix)} Tm <${codes}> Tj`;
  });
  return (name: string) => [`/${name} ${operands(size)} Tf`, ...shown].join("\n");
}

interface LinePiece {
  start: ReadWord["start"];
  characters: { text: string; width: number }[];
  /** Whether a wide gap follows. */
  isFar: boolean;
}

/** The widest gap between joined pieces, in ems: the font has no wider space. */
const gapMax = 2.5;

function joinPieces(pieces: readonly LinePiece[]): LinePiece[] {
  const joined: LinePiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (!last || last.isFar) joined.push({ ...piece, characters: [...piece.characters] });
    else {
      last.characters.push(...piece.characters);
      last.isFar = piece.isFar;
    }
  }
  return joined;
}

/** The slant above which the words of a line are written as one piece, in radians. */
const slantMin = 0.035;

function isSlanted(angle: number): boolean {
  return Math.abs(Math.sin(2 * angle)) > 2 * slantMin;
}

/**
 * Returns the characters of a word with their widths, without gaps, and the space before the next
 * word. A match on the page then covers whole letters.
 */
function measureCharacters({ characters, length }: ReadWord, toNext: number | undefined) {
  const measured = characters.map(({ text, from }, index) => {
    const to = characters[index + 1]?.from ?? length;
    // The first letter starts with the word, because positions within words are estimates.
    return { text, width: Math.max(0, to - (index === 0 ? 0 : from)) };
  });
  return toNext === undefined
    ? measured
    : [...measured, { text: " ", width: Math.max(0, toNext - length) }];
}
