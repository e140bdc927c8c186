import type { PDFDict, PDFDocument, PDFStream } from "pdf-lib";
import type { Source } from "../input/open.ts";
import type { ShownText } from "../objects/shown-text.ts";
import type { Structure } from "./structure.ts";

/** The standards that a file can be checked against. */
export const profiles = ["pdfa-2b", "pdfa-3b", "pdfua-1"] as const;

export type Profile = (typeof profiles)[number];

/** The profiles of PDF/A. */
export const archives = ["pdfa-2b", "pdfa-3b"] as const;

/** A content stream with the resources that it names. */
export interface ContentStream {
  bytes: Uint8Array;
  /** Its own resources, or those of the font that it draws a glyph of. */
  resources: PDFDict | undefined;
  /** The number of the page, if the content is that of a page. */
  page?: number;
}

/** The file that the rules examine, with its parts. */
export interface Subject {
  source: Pick<Source, "original" | "wasEncrypted">;
  document: PDFDocument;
  /** Every dictionary, including those of streams. */
  dicts: readonly PDFDict[];
  streams: readonly PDFStream[];
  contents: readonly ContentStream[];
  /** Undefined if some text can't be assigned to a font. */
  shown: ShownText | undefined;
  structure: Structure;
  /** The XMP metadata of the document. Empty if it has none. */
  xmp: string;
  profile: Profile;
}

/** A place that violates a rule. */
export interface Finding {
  page?: number | undefined;
  /** The fault, such as the name of a font. */
  detail?: string | undefined;
}

/** Functions that find the violations of rules, by the ids of the rules. */
export type Finders = Readonly<Record<string, (subject: Subject) => Iterable<Finding>>>;
