import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { drawing } from "../redact/pages.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);

test("lists the comments of a page with their author and the text they mark", async () => {
  const bytes = drawing("BT /F 20 Tf 20 150 Td (one two three) Tj ET", {
    page: `/Annots[${[
      "<</Type/Annot/Subtype/FreeText/Rect[20 100 220 120]/Contents(approved)/T(Ann)/DA(/F 12 Tf)>>",
      "<</Type/Annot/Subtype/Text/Rect[10 10 20 20]/Contents(check)/T(Bob)/Subj(Clause)/M(D:20260102030405Z)>>",
      "<</Type/Annot/Subtype/Highlight/Rect[58 145 98 170]/QuadPoints[61 170 94 170 61 146 94 146]>>",
      "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/RC(<body><p>Paid &amp; closed</p></body>)>>",
      "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]>>",
      "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>",
    ].join("")}]`,
  });
  const body = { file_base64: bytes.toBase64(), include: ["annotations"] };
  const { annotations } = await json(await hub.post("/api/pdf/extract-text", body));
  const plain = { author: null, subject: null, modified: null, marked_text: null };
  expect(annotations).toEqual([
    {
      ...{ ...plain, page: 1, kind: "FreeText", text: "approved", author: "Ann" },
      ...{ x: 20, y: 80, w: 200, h: 20 },
    },
    {
      ...{ ...plain, page: 1, kind: "Text", text: "check", author: "Bob", subject: "Clause" },
      ...{ modified: "2026-01-02T03:04:05Z", x: 10, y: 180, w: 10, h: 10 },
    },
    {
      ...{ ...plain, page: 1, kind: "Highlight", text: null, marked_text: "two" },
      ...{ x: 58, y: 30, w: 40, h: 25 },
    },
    {
      ...{ ...plain, page: 1, kind: "Stamp", text: "Paid & closed" },
      ...{ x: 0, y: 191, w: 9, h: 9 },
    },
  ]);
});
