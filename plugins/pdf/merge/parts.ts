import type { PDFDocument } from "pdf-lib";
import { openSource } from "../engines/pdf-lib.ts";
import { creationTime, titleOf } from "../graft/information.ts";
import { openBytes, type Source } from "../input/open.ts";
import { pageNumbers } from "../pages/range.ts";
import pdf from "../plugin.ts";
import type { Sent } from "./files.ts";
import { isImage } from "./image-page.ts";
import type { MergeBody } from "./merge.ts";

/** A file that was read, before its pages are put into the answer. */
export interface Part extends Sent {
  /** None of an image. */
  document?: PDFDocument;
  /** What it was before it was read; none of an image. */
  source?: Source;
  numbers: number[];
  title: string | undefined;
  created: number | undefined;
}

/** Reads the files of a request, and which of their pages are wanted. */
export async function openParts(sent: readonly Sent[], body: MergeBody): Promise<Part[]> {
  const { ranges = [], passwords = [], rotations = [] } = body;
  for (const [field, list] of [
    ["ranges", ranges],
    ["passwords", passwords],
    ["rotations", rotations],
  ] as const)
    if (list.length > sent.length)
      throw pdf.error(
        "invalid_input",
        `body.${field} must have at most one item for each of the ${sent.length} files: it has ${list.length}`,
        { at: `body.${field}` },
      );
  const parts: Part[] = [];
  let pages = 0;
  for (const file of sent) {
    const part = await openPart(file, {
      range: ranges[file.index] || "1-z",
      password: passwords[file.index],
      allowsSigned: body.invalidate_signatures,
    });
    pages += part.numbers.length;
    const { pagesMax } = pdf.limits;
    if (pages > pagesMax)
      throw pdf.error(
        "pdf_limit_exceeded",
        `The files must have at most ${pagesMax} pages together`,
        { at: file.at, members: { limit: "pages" } },
      );
    parts.push(part);
  }
  return parts;
}

interface Opening {
  range: string;
  password: string | undefined;
  allowsSigned: boolean;
}

async function openPart(file: Sent, { range, password, allowsSigned }: Opening): Promise<Part> {
  const { bytes, at, name, index } = file;
  const rangeAt = `body.ranges.${index}`;
  if (isImage(bytes))
    return {
      ...file,
      numbers: pageNumbers(range, { pages: 1, at: rangeAt }),
      title: undefined,
      created: undefined,
    };
  const source = await openBytes(bytes, {
    at,
    name,
    password,
    passwordAt: `body.passwords.${index}`,
    allowsSigned,
  });
  const document = await openSource(source, at);
  return {
    ...file,
    document,
    source,
    numbers: pageNumbers(range, { pages: source.pages.length, at: rangeAt }),
    title: titleOf(document),
    created: creationTime(document),
  };
}
