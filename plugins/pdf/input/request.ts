import { file, group, oneOf, type Static, t } from "hub";
import pdf from "../plugin.ts";

export const metadataNames = [
  "title",
  "author",
  "subject",
  "keywords",
  "creator",
  "producer",
] as const;

/** The document metadata that a caller can set. */
export const metadataFields = {
  title: text("The title"),
  author: text("The author"),
  subject: text("The subject"),
  keywords: text("The keywords"),
  creator: text("The program that created the original document"),
  producer: text("The program that converted it to PDF"),
};

const { fileBytesMax, passwordMax, filenameMax } = pdf.limits;

/** The media type of a body that is the PDF itself, mapped to the field it fills. */
export const rawPdf = { "application/pdf": "file" } as const;

/** The fields that set the form of the response. */
export const answerFields = {
  ...group("Response", {
    response: oneOf(["binary", "json"], {
      default: "binary",
      description: "The file itself, or JSON with the file in base64",
    }),
    filename: t.Optional(
      t.String({
        minLength: 1,
        maxLength: filenameMax,
        description:
          "The name to save the output under; by default, derived from the name of the input",
      }),
    ),
  }),
};

/** The field that allows breaking a signature in the input. */
export const signatureField = {
  ...group("Protection", {
    invalidate_signatures: t.Boolean({
      default: false,
      description: "Whether to accept a signed PDF although the change breaks its signatures",
    }),
  }),
};

const size = `at most ${fileBytesMax / 2 ** 20} MiB`;

/** The fields of an endpoint that accepts one PDF. */
export const sourceFields = {
  file: t.Optional(file({ description: `The PDF, ${size}, as a form part` })),
  file_base64: t.Optional(
    t.String({ description: `The PDF, ${size}, in base64, alone or as a data URI` }),
  ),
  ...group("Protection", {
    password: t.Optional(
      t.String({
        maxLength: passwordMax,
        format: "password",
        description: "The user's or the owner's password, if the PDF is encrypted",
      }),
    ),
  }),
};

const opened = t.Object({ ...sourceFields, ...signatureField });

/** The fields of a body that `openPdf` reads. */
export type PdfBody = Partial<Static<typeof opened>>;

/** The fields of an endpoint that accepts one PDF and returns a changed one. */
export const pdfFields = { ...sourceFields, ...signatureField, ...answerFields };

/** The fields of an endpoint that accepts several files. */
export const filesFields = {
  files: t.Optional(
    t.Array(file(), {
      maxItems: pdf.limits.mergeFilesMax,
      description: `The files, each ${size}, as form parts of this name`,
    }),
  ),
  files_base64: t.Optional(
    t.Array(t.String(), {
      maxItems: pdf.limits.mergeFilesMax,
      description: `The files, each ${size}, in base64, alone or as data URIs`,
    }),
  ),
};

/** The part of an endpoint's description that explains `sourceFields`. */
export const sourceNote =
  "Send the PDF as `file` of a form, as the whole body of type `application/pdf` with the other fields in the query, or in base64 as `file_base64` of a JSON body.";

/** The part of an endpoint's description that explains the output of a protected PDF. */
export const protectionNote = "The output keeps the passwords and restrictions of the input.";

/** Builds the field that selects pages. */
export function pagesField(description: string, options: { default?: string } = {}) {
  return t.String({
    minLength: 1,
    maxLength: 4000,
    default: "1-z",
    ...options,
    description: `${description}, such as \`1,3,5-9\`, \`z\` for the last page, \`r3\` for the third from the end, \`9-5\` in reverse, \`1-z:odd\`, \`1-z:even\`, and \`1-9,x4-6\` to exclude pages`,
  });
}

export type Metadata = { [Name in (typeof metadataNames)[number]]?: string | undefined };

function text(what: string) {
  return t.Optional(
    t.String({ maxLength: 1000, description: `${what}; an empty text removes it` }),
  );
}

const digits = "#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})";

/** Builds a colour field: `ff8800`, `#f80` or, if `words` is given, one of those words. */
export function colorField<const Word extends string = never>(
  description: string,
  { default: defaultColor, words = [] }: { default: string; words?: readonly Word[] },
) {
  const pattern = `^(?:${[digits, ...words].join("|")})$`;
  const also = words.map((word) => `, or \`${word}\``).join("");
  return t.String({
    pattern,
    errorMessage: `a colour of 3 or 6 hexadecimal digits, such as ff8800${words.map((word) => `, or ${word}`).join("")}`,
    maxLength: 16,
    default: defaultColor,
    description: `${description}: hexadecimal digits such as \`ff8800\` or \`f80\`${also}`,
  });
}

interface RangeOptions {
  /** The number of pages of the document. */
  pages: number;
  /** The field's location, for messages. */
  at: string;
}

/**
 * Parses a page range in qpdf's notation into page numbers, starting at 1, in the range's order. A
 * group that starts with `x` removes its pages from the group before it. `:odd` and `:even` select
 * by position within the whole range.
 */
export function pageNumbers(range: string, { pages, at }: RangeOptions): number[] {
  const invalid = (what: string) => pdf.error("invalid_input", `${at} ${what}`, { at });
  const [list = "", parity, ...rest] = range.split(":");
  if (rest.length > 0 || (parity !== undefined && parity !== "odd" && parity !== "even"))
    throw invalid(`must have the suffix ":odd", ":even" or none: it is "${range}"`);
  const groups = list.split(",");
  const { rangePartsMax } = pdf.limits;
  if (groups.length > rangePartsMax)
    throw invalid(`must have at most ${rangePartsMax} parts: it has ${groups.length}`);
  const chosen: number[] = [];
  let last: number[] = [];
  for (const [index, group] of groups.entries()) {
    const excludes = group.trim().startsWith("x");
    if (excludes && index === 0)
      throw invalid(`must not start with an exclusion: it is "${range}"`);
    const numbers = groupNumbers(excludes ? group.trim().slice(1) : group, { pages, at });
    if (excludes) {
      const out = new Set(numbers);
      last = last.filter((number) => !out.has(number));
      continue;
    }
    chosen.push(...last);
    last = numbers;
    if (chosen.length + last.length > pdf.limits.pagesMax)
      throw pdf.error(
        "pdf_limit_exceeded",
        `${at} must name at most ${pdf.limits.pagesMax} pages`,
        { at, members: { limit: "pages", max: pdf.limits.pagesMax } },
      );
  }
  chosen.push(...last);
  if (!parity) return chosen;
  return chosen.filter((_, index) => (index % 2 === 0) === (parity === "odd"));
}

/**
 * Returns the page with this number, starting at 1. Throws if there is none: callers check first.
 */
export function pageAt<Page>(pages: readonly Page[], number: number): Page {
  const page = pages[number - 1];
  if (!page) throw new RangeError(`Cannot find page ${number} of ${pages.length}`);
  return page;
}

function groupNumbers(group: string, { pages, at }: RangeOptions): number[] {
  const [from = "", to, ...rest] = group.split("-");
  const ends = [from, ...(to === undefined ? [] : [to])].map((end) => end.trim());
  const numbers = ends.map((end) => endNumber(end, pages));
  if (rest.length > 0 || numbers.includes(undefined))
    throw pdf.error(
      "invalid_input",
      `${at} must consist of numbers, "z", "r1" and ranges of them: it has "${group.trim()}"`,
      { at },
    );
  const [first, second = first] = numbers as [number, number?];
  for (const [index, number] of [first, second].entries())
    if (number < 1 || number > pages)
      throw pdf.error(
        "page_out_of_range",
        `${at} names page ${ends[index] ?? ends[0]} of a document of ${pages}`,
        { at, members: { pages } },
      );
  const step = second < first ? -1 : 1;
  return Array.from({ length: Math.abs(second - first) + 1 }, (_, i) => first + i * step);
}

/** Returns the page number for `7`, `z` or `r3`. */
function endNumber(end: string, pages: number): number | undefined {
  if (end === "z") return pages;
  const isReverse = end.startsWith("r");
  const digits = isReverse ? end.slice(1) : end;
  if (!/^\d{1,7}$/.test(digits)) return undefined;
  return isReverse ? pages + 1 - Number(digits) : Number(digits);
}
