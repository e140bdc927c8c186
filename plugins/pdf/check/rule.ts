import type { PDFDict, PDFDocument, PDFStream } from "pdf-lib";
import type { Source } from "../input/open.ts";
import type { ShownText } from "../objects/shown-text.ts";

/** The standards that a file can be checked against. */
export const profiles = ["pdfa-2b", "pdfa-3b", "pdfua-1"] as const;

export type Profile = (typeof profiles)[number];

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

/** A rule of a standard. */
export interface Rule {
  id: string;
  profiles: readonly Profile[];
  /** The standard and its clause. */
  clause: string;
  /** The property that the file must have. */
  requires: string;
  find(subject: Subject): Iterable<Finding>;
}

/** The profiles of PDF/A. */
export const archives = ["pdfa-2b", "pdfa-3b"] as const;

/** Creates a rule of both parts of PDF/A, which number their clauses alike. */
export function archive(id: string, rule: Pick<Rule, "clause" | "requires" | "find">): Rule {
  return { id, profiles: archives, ...rule, clause: `ISO 19005-2, ${rule.clause}` };
}
