import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { bookPdf, formPdf } from "../documents.fixture.ts";
import { openDocument } from "../engines/pdf-lib.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { handmadeForm } from "../forms/fillable.fixture.ts";
import { listDicts, nameEntry } from "../objects/entries.ts";
import { sampleBase64, samplePdf, writePdf } from "../sample.ts";
import { readBack, readOutline } from "../second-engine.fixture.ts";

// Engines are slow on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const send = (ops: object[], more: object = {}) =>
  hub.post("/api/pdf/organize", { file_base64: sampleBase64, ops, ...more });

async function organize(ops: object[], more: object = {}) {
  const res = await send(ops, more);
  expect(res.status, await res.clone().text()).toBe(200);
  return readBack(await res.bytes());
}

const letters = { file_base64: samplePdf(["A", "B", "C", "D", "E"]).toBase64() };
const book = { file_base64: bookPdf().toBase64() };
const form = { file_base64: formPdf().toBase64() };

describe("orders pages by", () => {
  test.each([
    [[{ op: "select", pages: "5,1-2,1" }], "EABA"],
    [[{ op: "delete", pages: "2,4" }], "ACE"],
    [[{ op: "move", pages: "4-5", to: 1 }], "DEABC"],
    [[{ op: "move", pages: "1", to: 5 }], "BCDEA"],
    [[{ op: "move", pages: "3,1", to: 2 }], "BCADE"],
    [[{ op: "duplicate", pages: "2,4", times: 2 }], "ABBBCDDDE"],
    [[{ op: "reverse" }], "EDCBA"],
    [[{ op: "delete", pages: "1" }, { op: "select", pages: "1-2" }, { op: "reverse" }], "CB"],
  ])("%j", async (ops, expected) => {
    expect((await organize(ops, letters)).texts.join("")).toBe(expected);
  });
});

test("moves bookmarks, labels and fields with their pages", async () => {
  const moved = await organize([{ op: "move", pages: "4", to: 1 }], book);
  expect(await readOutline(moved)).toEqual([
    ["One", 2, [["Section", 4]]],
    ["Two", 1],
  ]);
  expect(await moved.document.getPageLabels()).toEqual(["2", "i", "ii", "1", "3"]);
  const twice = await organize([{ op: "duplicate", pages: "1" }], form);
  expect(Object.keys((await twice.document.getFieldObjects())!)).toEqual(["name", "name_2"]);
});

describe("inserts blank pages", () => {
  test.each([
    [{ at: 1 }, ["", "A"], [298, 420]],
    [{ at: 2, count: 2, size: "a4" }, ["A", "", ""], [595, 842]],
    [{ at: 2, size: "300x200" }, ["A", ""], [300, 200]],
  ])("%j", async (op, texts, size) => {
    const file_base64 = samplePdf(["A"]).toBase64();
    const found = await organize([{ op: "blank", ...op }], { file_base64 });
    expect(found.texts).toEqual(texts);
    expect(found.sizes[op.at - 1]).toEqual(size);
  });
});

describe("crops a page", () => {
  const sizes = async (op: object, more: object = {}) =>
    (await organize([{ op: "crop", pages: "1", ...op }], more)).sizes[0];

  test("by a margin, on all sides or per side", async () => {
    expect(await sizes({ margin: 20 })).toEqual([258, 380]);
    expect(await sizes({ margin: { left: 98, top: 20 } })).toEqual([200, 400]);
  });

  test("to a box from the upper left corner of the page as displayed", async () => {
    const box = { x: 10, y: 30, width: 100, height: 50 };
    expect(await sizes({ box })).toEqual([100, 50]);
    const turned = await hub.post("/api/pdf/rotate", { file_base64: sampleBase64, angle: 90 });
    const found = await organize([{ op: "crop", pages: "1", box }], {
      file_base64: (await turned.bytes()).toBase64(),
    });
    expect([found.sizes[0], found.pages[0]!.view]).toEqual([
      [100, 50],
      [30, 10, 80, 110],
    ]);
  });

  test("to its content, with a margin around it", async () => {
    const [width, height] = (await sizes({ auto: true })) as [number, number];
    expect([width > 90 && width < 120, height > 10 && height < 20]).toEqual([true, true]);
    expect(await sizes({ auto: true, margin: 10 })).toEqual([width + 20, height + 20]);
  });

  test("but leaves an empty page unchanged", async () => {
    expect(await sizes({ auto: true }, { file_base64: samplePdf([""]).toBase64() })).toEqual([
      298, 420,
    ]);
  });
});

describe("scales a page to", () => {
  test.each([
    ["a4", "contain", [595, 842]],
    ["300x300", "cover", [300, 300]],
    ["600×100", "stretch", [600, 100]],
  ])("%s, %s", async (to, fit, size) => {
    const { sizes, texts } = await organize([{ op: "scale", pages: "1", to, fit }]);
    expect(sizes).toEqual([size, [298, 420], [298, 420]]);
    // Content that fills the paper overflows it, here the line at the top.
    expect(texts[0]).toBe(fit === "cover" ? "" : "Invoice No 1");
  });

  test("landscape paper for a landscape page, together with its fields", async () => {
    const turned = await hub.post("/api/pdf/rotate", { ...form, angle: 90 });
    const file_base64 = (await turned.bytes()).toBase64();
    const { sizes, pages } = await organize([{ op: "scale", pages: "1", to: "400x400" }], {
      file_base64,
    });
    expect(sizes).toEqual([[400, 400]]);
    expect((await pages[0]!.getAnnotations())[0].rect).toEqual([40, 40, 240, 80]);
  });
});

describe("sheets", () => {
  /** Returns the quarter of the sheet in which each text of a page is, from the left and the top. */
  async function places(ops: object[], more: object) {
    const { pages, sizes } = await organize(ops, more);
    return Promise.all(
      pages.map(async (page, index) => {
        const [width, height] = sizes[index]!;
        const { items } = await page.getTextContent();
        const found = items.flatMap((item) =>
          "str" in item && item.str
            ? [
                [
                  item.str,
                  Math.floor((4 * item.transform[4]) / width!),
                  Math.floor((4 * (height! - item.transform[5])) / height!),
                ],
              ]
            : [],
        );
        return { size: sizes[index], found };
      }),
    );
  }

  test("of two pages have the orientation of the pages", async () => {
    const found = await places([{ op: "nup", per_sheet: 2 }], letters);
    expect(found.map(({ size }) => size)).toEqual([
      [420, 298],
      [420, 298],
      [420, 298],
    ]);
    expect(found.map(({ found }) => found.map(([text]) => text).join(""))).toEqual([
      "AB",
      "CD",
      "E",
    ]);
  });

  test.each([
    [
      "horizontal",
      [
        ["A", 0, 0],
        ["B", 2, 0],
        ["C", 0, 2],
        ["D", 2, 2],
      ],
    ],
    [
      "vertical",
      [
        ["A", 0, 0],
        ["B", 0, 2],
        ["C", 2, 0],
        ["D", 2, 2],
      ],
    ],
    [
      "horizontal_reverse",
      [
        ["A", 2, 0],
        ["B", 0, 0],
        ["C", 2, 2],
        ["D", 0, 2],
      ],
    ],
    [
      "vertical_reverse",
      [
        ["A", 2, 0],
        ["B", 2, 2],
        ["C", 0, 0],
        ["D", 0, 2],
      ],
    ],
  ])("of four pages in the order %s", async (order, expected) => {
    const [first] = await places([{ op: "nup", per_sheet: 4, order }], letters);
    expect(first?.found).toEqual(expected);
  });

  test("of a booklet fold into a book", async () => {
    const found = await places([{ op: "booklet" }], letters);
    expect(
      found.map(({ found }) => found.map(([text, column]) => `${text}${column}`).join(" ")),
    ).toEqual(["A2", "B0", "C2", "D0 E2"]);
  });

  test("show the content of fields, and bookmarks point to the sheets", async () => {
    expect(
      (await places([{ op: "nup", per_sheet: 2 }], form))[0]?.found.map(([text]) => text),
    ).toEqual(["Form", "Anna"]);
    expect(await readOutline(await organize([{ op: "nup", per_sheet: 2 }], book))).toEqual([
      ["One", 1, [["Section", 2]]],
      ["Two", 2],
    ]);
  });
});

test("turns flattened fields into page content that looks the same", async () => {
  const { texts, document, pages } = await organize([{ op: "flatten", what: ["forms"] }], form);
  expect(texts).toEqual(["FormAnna"]);
  expect([await document.getFieldObjects(), await pages[0]!.getAnnotations()]).toEqual([null, []]);
  const kept = await organize([{ op: "flatten", what: ["annotations"] }], form);
  expect(Object.keys((await kept.document.getFieldObjects())!)).toEqual(["name"]);
});

test("fills fields, which later operations flatten", async () => {
  const fill = { op: "fill", fill: { name: "Żółć" } };
  const filled = await organize([fill, { op: "reverse" }], form);
  expect((await filled.document.getFieldObjects())!.name![0]).toMatchObject({ value: "Żółć" });
  const bytes = await (await send([fill], form)).bytes();
  expect(Buffer.from(bytes).includes("Anna")).toBe(false);
  const { texts, document } = await organize([fill, { op: "flatten", what: ["forms"] }], form);
  expect([texts, await document.getFieldObjects()]).toEqual([["FormŻółć"], null]);
});

test("names wrong fields with the place of their operation", async () => {
  const ops = [{ op: "reverse" }, { op: "fill", fill: { nam: "Ada" } }];
  const answer = await json(await hub.post("/api/pdf/organize", { ...form, ops }));
  expect(answer).toMatchObject({
    code: "invalid_fields",
    errors: [{ location: "body.ops.1.fill.nam" }],
  });
});

test("reads filled fields back with another engine, even if they are flattened later", async () => {
  const fields = ["/FT/Tx/T(a)/Rect[0 0 9 9]", "/FT/Tx/T(b)@"];
  const file_base64 = handmadeForm({ fields }).toBase64();
  const call = async (fill: object) => {
    const ops = [{ op: "blank", at: 1 }, { op: "fill", fill }, { op: "flatten" }];
    return hub.post("/api/pdf/organize", { file_base64, ops });
  };
  expect(await json(await call({ a: "x", b: "y" }))).toMatchObject({
    code: "fill_unverified",
    errors: [{ location: "body.ops.1.fill" }],
  });
  expect((await call({ b: "y" })).status).toBe(200);
});

test("keeps the page labels of the pages around blank ones", async () => {
  const labelled = { files_base64: [book.file_base64, form.file_base64], page_labels: true };
  const merged = await (await hub.post("/api/pdf/merge", labelled)).bytes();
  const file = { file_base64: merged.toBase64() };
  const readLabels = async (ops: object[]) => (await organize(ops, file)).document.getPageLabels();
  const before = (await readLabels([{ op: "outline", set: [] }])) ?? [];
  const after = await readLabels([{ op: "blank", at: 3, count: 2 }]);
  expect(after).toEqual([...before.slice(0, 2), "", "", ...before.slice(2)]);
  const end = await readLabels([{ op: "blank", at: before.length + 1 }]);
  expect(end).toEqual([...before, ""]);
});

test("sets and removes metadata and bookmarks", async () => {
  const set = [
    { title: "Übersicht", page: 1 },
    { title: "Below", page: 2, level: 2 },
    { title: "Next", page: 3 },
  ];
  const found = await organize([
    { op: "metadata", set: { title: "T", keywords: "a, b" } },
    { op: "outline", set },
  ]);
  expect(await readOutline(found)).toEqual([
    ["Übersicht", 1, [["Below", 2]]],
    ["Next", 3],
  ]);
  expect((await found.document.getMetadata()).info).toMatchObject({ Title: "T", Keywords: "a, b" });
  expect(await readOutline(await organize([{ op: "outline", set: [] }], book))).toEqual([]);
});

test("returns the same bytes for the same steps", async () => {
  const ops = [
    { op: "duplicate", pages: "1" },
    { op: "nup", per_sheet: 4 },
    { op: "metadata", set: { title: "A" } },
  ];
  expect(await (await send(ops, book)).bytes()).toEqual(await (await send(ops, book)).bytes());
});

test("keeps the object streams of a file, so that it doesn't grow", async () => {
  const args = ["--object-streams=generate", "--compress-streams=y", "/in.pdf"];
  const packed = await qpdfOutput(args, { files: { "in.pdf": bookPdf() } });
  const res = await send([{ op: "reverse" }], { file_base64: packed.toBase64() });
  expect(Buffer.from(await res.bytes()).toString("latin1")).toContain("/ObjStm");
});

describe("removes annotations", () => {
  const annotated = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[5 0 R 6 0 R 7 0 R 8 0 R 9 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[10 0 R]>>",
    "<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]/Contents(secret)/Popup 6 0 R>>",
    "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 5 0 R>>",
    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(second reply)/IRT 8 0 R>>",
    "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(reply)/IRT 5 0 R>>",
    "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.com)>>>>",
    "<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]>>",
  ]);
  const file_base64 = annotated.toBase64();
  test.each([
    ["all except links", {}, [["Link"], []], "annotations=4"],
    [
      "of some pages",
      { pages: "2" },
      [["Highlight", "Popup", "Text", "Text", "Link"], []],
      "annotations=1",
    ],
    ["of some kinds, with replies", { kinds: ["Highlight"] }, [["Link"], []], "annotations=4"],
    [
      "of other kinds",
      { kinds: ["Link"], pages: "1" },
      [["Highlight", "Popup", "Text", "Text"], ["Highlight"]],
      "links=1",
    ],
  ])("%s", async (_, options, expected, lost) => {
    const ops = [{ op: "remove_annotations", ...options }];
    const answer = await send(ops, { file_base64 });
    expect(answer.headers.get("x-lost")).toBe(lost);
    const bytes = await answer.bytes();
    const document = await openDocument(bytes);
    const kinds = document
      .getPages()
      .map(({ node }) => listDicts(node.Annots()).map((one) => nameEntry(one, "Subtype")));
    expect(kinds).toEqual(expected);
    const keepsText = expected.flat().includes("Text");
    expect(Buffer.from(bytes).includes("secret")).toBe(keepsText);
  });

  test("but not unknown kinds", async () => {
    const ops = [{ op: "remove_annotations", kinds: ["Widget"] }];
    expect((await send(ops, { file_base64 })).status).toBe(400);
  });
});

describe("rejects", () => {
  test.each([
    [{ op: "fly" }, 400, "invalid_input", "body.ops.0.op"],
    [{ op: "delete", pages: "1-z" }, 422, "invalid_operation", "body.ops.0"],
    [{ op: "select", pages: "4" }, 422, "page_out_of_range", "body.ops.0.pages"],
    [{ op: "move", pages: "1", to: 4 }, 422, "page_out_of_range", "body.ops.0.to"],
    [{ op: "blank", at: 5 }, 422, "page_out_of_range", "body.ops.0.at"],
    [{ op: "blank", at: 1, size: "a7" }, 400, "invalid_input", "body.ops.0.size"],
    [{ op: "crop", pages: "1" }, 400, "invalid_input", "body.ops.0"],
    [{ op: "crop", pages: "1", margin: 149 }, 422, "invalid_operation", "body.ops.0"],
    [{ op: "scale", pages: "1", to: "1x1" }, 400, "invalid_input", "body.ops.0.to"],
    [{ op: "nup", per_sheet: 3 }, 400, "invalid_input", "body.ops.0.per_sheet"],
    [
      { op: "outline", set: [{ title: "A", page: 9 }] },
      422,
      "page_out_of_range",
      "body.ops.0.set.0.page",
    ],
    [
      { op: "outline", set: [{ title: "A", page: 1, level: 2 }] },
      400,
      "invalid_input",
      "body.ops.0.set.0.level",
    ],
  ])("%j", async (op, status, code, location) => {
    const res = await send([op]);
    const said = await json(res);
    expect([res.status, said.code, said.errors[0].location]).toEqual([status, code, location]);
  });

  test("more pages than the limit", async () => {
    const ops = Array.from({ length: 3 }, () => ({ op: "duplicate", pages: "1-z", times: 50 }));
    expect((await json(await send(ops))).code).toBe("pdf_limit_exceeded");
  });
});
