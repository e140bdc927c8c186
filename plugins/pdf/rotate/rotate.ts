import { qpdfName, qpdfOutput } from "../engines/qpdf.ts";
import { openPdf } from "../input/open.ts";
import { pageAt, pageNumbers } from "../input/request.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { answerFile } from "../response.ts";
import type { RotateBody } from "./request.ts";

/** Rotates pages clockwise, by an angle or to one. */
export async function rotatePdf({ angle, pages, mode, orientation_filter, ...body }: RotateBody) {
  const source = await openPdf(body);
  const numbers = pageNumbers(pages, { pages: source.pages.length, at: "body.pages" });
  const chosen = [...new Set(numbers)].filter((number) =>
    isOriented(pageAt(source.pages, number), orientation_filter),
  );
  const rotation =
    mode === "absolute" ? `${(angle + 360) % 360}` : angle < 0 ? `${angle}` : `+${angle}`;
  const bytes = await qpdfOutput(
    [
      ...(chosen.length > 0 ? [`--rotate=${rotation}:${chosen.join(",")}`] : []),
      "--stream-data=preserve",
      "/in.pdf",
    ],
    { files: { "in.pdf": source.bytes } },
  );
  return answerFile(
    {
      bytes,
      pages: source.pages.length,
      engine: qpdfName,
      input: source,
      suffix: "rotated",
      facts: { rotated_pages: chosen.length },
    },
    body,
  );
}

/** Returns whether a page has this orientation as displayed. A square counts as portrait. */
function isOriented(
  { width, height }: PageBox,
  orientation: RotateBody["orientation_filter"],
): boolean {
  if (orientation === "all") return true;
  return orientation === "landscape" ? width > height : width <= height;
}
