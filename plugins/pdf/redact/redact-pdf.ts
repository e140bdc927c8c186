import { reply } from "hub";
import { answerFile } from "../answer.ts";
import { pdfiumName } from "../engines/pdfium.ts";
import { flattenForms } from "../forms/drawn.ts";
import { removeClaim } from "../graft/claim.ts";
import { openPdf, type PdfBody, type Source } from "../input/open.ts";
import pdf from "../plugin.ts";
import { translation, multiply } from "../stamp/matrix.ts";
import { viewOf } from "../stamp/seen.ts";
import { type PatternBody, patternsOf } from "./patterns.ts";
import type { Rect } from "./rects.ts";
import { type Redacted, redact } from "./redact.ts";
import type { Remover } from "./remove.ts";
import { plain } from "./searchable.ts";
import { secondEngineName } from "./second-engine.ts";

export interface RedactBody extends PdfBody, PatternBody {
  boxes: { page: number; x: number; y: number; w: number; h: number }[];
  color: string;
  label?: string | undefined;
  sanitize: boolean;
  mode: "remove" | "rasterize";
  verify: boolean;
  response: "binary" | "json";
  filename?: string | undefined;
}

/** Redacts a PDF as a request says. */
export async function redactPdf(body: RedactBody, { remover }: { remover?: Remover } = {}) {
  const opened = await openPdf(body);
  // pdfium makes one drawing of all notes and fields of a page, and takes it away as a whole.
  const drawn = await removeClaim(await flattenForms(opened.bytes));
  const source = { ...opened, bytes: drawn.bytes };
  const patterns = patternsOf(body);
  const boxes = boxesOf(body.boxes, source);
  if (patterns.length === 0 && boxes.size === 0)
    throw pdf.error("invalid_input", "body must have terms, regex, presets or boxes: it has none", {
      at: "body",
    });
  const { label, color, mode, verify } = body;
  if (label !== undefined && patterns.some(({ find, form }) => find(plain(label, form)).length > 0))
    throw pdf.error(
      "invalid_input",
      `body.label must not have what is redacted: it is "${label}"`,
      {
        at: "body.label",
      },
    );
  const redacted = await redact(source, {
    ...{ patterns, boxes, color, label, mode, verify },
    sanitise: body.sanitize,
    ...(remover && { remover }),
  });
  return answer(redacted, { source, body });
}

async function answer(
  { bytes, matches, strings, rasterized, verified, unread }: Redacted,
  { source, body }: { source: Source; body: RedactBody },
) {
  const unverified = body.verify ? unread : [{ reason: "not_asked" as const, page: null }];
  const engine = body.verify ? `${pdfiumName}, verified by ${secondEngineName}` : pdfiumName;
  const facts = {
    match_count: matches.length,
    string_count: strings,
    rasterized_pages: rasterized.join(","),
    verified,
    unverified_reasons: [...new Set(unverified.map(({ reason }) => reason))].join(","),
  };
  const made = { bytes, pages: source.pages.length, engine, input: source, suffix: "redacted" };
  const answered = await answerFile({ ...made, facts }, body);
  if (body.response === "binary") return answered;
  const { data } = answered.body as { data: object };
  return reply({ data: { ...data, unverified, matches } }, { headers: answered.headers });
}

/** The boxes by page, in the page's own units. */
function boxesOf(boxes: RedactBody["boxes"], { pages }: Source): Map<number, Rect[]> {
  const found = new Map<number, Rect[]>();
  for (const [index, { page, x, y, w, h }] of boxes.entries()) {
    if (page > pages.length)
      throw pdf.error(
        "page_out_of_range",
        `body.boxes.${index}.page is ${page}, of a document of ${pages.length}`,
        { at: `body.boxes.${index}.page`, members: { pages: pages.length } },
      );
    const { height, toUser } = viewOf(pages[page - 1]!);
    const corner = (right: number, down: number) => {
      const [, , , , userX, userY] = multiply(translation(right, height - down), toUser);
      return [userX, userY] as const;
    };
    const [[x0, y0], [x1, y1]] = [corner(x, y), corner(x + w, y + h)];
    const rect = {
      left: Math.min(x0, x1),
      bottom: Math.min(y0, y1),
      right: Math.max(x0, x1),
      top: Math.max(y0, y1),
    };
    found.set(page, [...(found.get(page) ?? []), rect]);
  }
  return found;
}
