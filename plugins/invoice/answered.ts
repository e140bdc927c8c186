import { reply } from "hub";
import type { Asked } from "./asked.ts";
import { sumsOf } from "./document/answer.ts";
import { attachJson } from "./document/attach.ts";
import type { Extras } from "./document/build.ts";
import type { Document } from "./document/document.ts";
import { printed } from "./document/print.ts";
import { logoOf } from "./logo/logo.ts";
import { bytesOf } from "./pdf/file.ts";

interface Answer<Members> {
  asked: Asked;
  /** What the JSON answer has besides the sums. */
  members: Members;
  /** Got only where something is drawn. */
  extras: () => Extras | Promise<Extras>;
  draw?: Parameters<typeof printed>[1]["draw"];
}

/** Answers with a document in the form that was asked for. */
export async function answered<Members extends object>(
  document: Document,
  { asked, members, extras, draw }: Answer<Members>,
) {
  const { response, pdf: isDrawn, now, net } = asked;
  const sums = { ...sumsOf(document), ...members };
  if (response === "json" && !isDrawn)
    return reply({ ...sums, pages: 0, warnings: [], pdf_base64: null });
  const { logo, warning } = await logoOf(document.body, net);
  const own = await extras();
  const warnings = [...(own.warnings ?? []), ...(warning === undefined ? [] : [warning])];
  const { pdf, pages } = await printed(document, {
    extras: { ...own, logo },
    now,
    ...(draw && { draw }),
  });
  if (document.body.attach_json) await attachJson(pdf, { document, sums, now });
  const bytes = await bytesOf(pdf);
  if (response === "json") {
    const pdf_base64 = Buffer.from(bytes).toString("base64");
    return reply({ ...sums, pages, warnings, pdf_base64 });
  }
  return reply(bytes, {
    type: "application/pdf",
    headers: {
      "content-disposition": dispositionOf(document),
      ...(warnings.length > 0 && { "x-warning": encodeURI(warnings.join("; ")) }),
    },
  });
}

/** Names the file by its kind and number, in characters that every header and disk takes. */
function dispositionOf({ kind, number }: Document): string {
  const name = [...`${kind}-${number}`].map((one) => (/[\w.-]/.test(one) ? one : "-")).join("");
  return `inline; filename="${name}.pdf"`;
}
