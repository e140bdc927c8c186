import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";
import { bookPdf, formPdf } from "../documents.fixture.ts";
import { samplePdf } from "../sample.ts";
import { readBack, readOutline } from "../second-engine.fixture.ts";

// Engines are slow on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const base64 = (bytes: Uint8Array) => bytes.toBase64();
const one = (text: string) => base64(samplePdf([text]));
const merge = (body: object) => hub.post("/api/pdf/merge", body);

async function mergeAndRead(body: object) {
  const res = await merge(body);
  expect(res.status, await res.clone().text()).toBe(200);
  const bytes = await res.bytes();
  return { ...(await readBack(bytes)), headers: res.headers, bytes };
}

let jpeg: string;
let png: string;
beforeAll(async () => {
  const plain = { width: 192, height: 96, channels: 3, background: "#c30" } as const;
  jpeg = base64(await sharp({ create: plain }).jpeg().toBuffer());
  const clear = {
    width: 100,
    height: 200,
    channels: 4,
    background: { r: 0, g: 90, b: 0, alpha: 0.5 },
  } as const;
  png = base64(await sharp({ create: clear }).png().toBuffer());
});

test("appends all pages of the files in order", async () => {
  const { texts, headers } = await mergeAndRead({
    files_base64: [one("A"), base64(samplePdf()), one("B")],
  });
  expect(texts).toEqual(["A", "Invoice No 1", "Terms of the sale", "Invoice No 2", "B"]);
  expect([headers.get("x-pages"), headers.get("x-files")]).toEqual(["5", "3"]);
});

test("matches ranges, rotations and passwords to files by their order", async () => {
  const locked = await hub.post("/api/pdf/protect", {
    file_base64: one("Locked"),
    user_password: "a,b",
  });
  const files_base64 = [base64(samplePdf()), base64(await locked.bytes())];
  const body = { files_base64, ranges: ["3,1,1"], rotations: [90], passwords: ["", "a,b"] };
  const answer = await hub.post("/api/pdf/merge", body);
  const { texts, rotations } = await readBack(await answer.bytes(), "a,b");
  expect(texts).toEqual(["Invoice No 2", "Invoice No 1", "Invoice No 1", "Locked"]);
  expect(rotations).toEqual([90, 90, 90, 0]);
});

test("accepts a form with lists as JSON and files by name", async () => {
  const form = new FormData();
  form.append("files", new File([samplePdf()], "b10.pdf"));
  form.append("files", new File([samplePdf(["Two"])], "b2.pdf"));
  form.set("order", "filename");
  form.set("ranges", '["1,3",""]');
  const { texts } = await readBack(await (await hub.post("/api/pdf/merge", form)).bytes());
  expect(texts).toEqual(["Two", "Invoice No 1", "Invoice No 2"]);
});

describe("sorts files by", () => {
  const withDate = (text: string, info: string) =>
    base64(
      Uint8Array.from(
        Buffer.from(
          Buffer.from(samplePdf([text]))
            .toString("latin1")
            .replace("trailer<<", `trailer<</Info<<${info}>>`),
          "latin1",
        ),
      ),
    );
  const files_base64 = [
    withDate("C", "/Title(Zebra)/CreationDate(D:20260101000000Z)"),
    withDate("A", "/Title(apple)/CreationDate(D:20250101000000Z)"),
    one("X"),
    withDate("B", "/Title(Mango)/CreationDate(D:20240101000000Z)"),
  ];
  test.each([
    ["provided", ["C", "A", "X", "B"]],
    ["title", ["A", "B", "C", "X"]],
    ["created", ["B", "A", "C", "X"]],
    ["filename", ["B", "X", "A", "C"]],
  ])("%s", async (order, expected) => {
    const names = ["4.pdf", "3.pdf", "2.pdf", "1.pdf"];
    expect((await mergeAndRead({ files_base64, order, names })).texts).toEqual(expected);
  });
});

describe("bookmarks", () => {
  const own = [
    ["One", 2, [["Section", 4]]],
    ["Two", 5],
  ];
  test.each([
    [
      "both",
      [
        ["First", 1],
        ["Book", 2, own],
      ],
    ],
    ["keep", own],
    [
      "per_file",
      [
        ["First", 1],
        ["Book", 2],
      ],
    ],
    ["none", []],
  ])("%s", async (outline, expected) => {
    const body = {
      files_base64: [one("A"), base64(bookPdf())],
      names: ["First.pdf", "Book.pdf"],
      outline,
    };
    expect(await readOutline(await mergeAndRead(body))).toEqual(expected);
  });

  test("to omitted pages are removed, unless they have children", async () => {
    const body = {
      files_base64: [one("A"), base64(bookPdf())],
      ranges: ["", "3"],
      outline: "keep",
    };
    expect(await readOutline(await mergeAndRead(body))).toEqual([["One", null, [["Section", 2]]]]);
  });
});

test("keeps links by name and to the web, and removes links to omitted pages", async () => {
  const annotations = async (range: string) => {
    const { document, pages } = await mergeAndRead({
      files_base64: [one("A"), base64(bookPdf())],
      ranges: ["", range],
    });
    const found = await pages[1]!.getAnnotations();
    return Promise.all(
      found.map(async ({ url, dest }) => url ?? 1 + (await document.getPageIndex(dest[0]))),
    );
  };
  expect(await annotations("1-z")).toEqual([5, "https://example.com/"]);
  expect(await annotations("1")).toEqual(["https://example.com/"]);
});

test("renames a field whose name is taken, and keeps its value", async () => {
  const files_base64 = [
    formPdf(),
    formPdf({ value: "Berta" }),
    formPdf({ field: "city", value: "Rome" }),
  ].map(base64);
  const { document, headers } = await mergeAndRead({ files_base64 });
  const fields = (await document.getFieldObjects()) as Record<string, { value: string }[]>;
  expect(Object.entries(fields).map(([name, [field]]) => [name, field!.value])).toEqual([
    ["name", "Anna"],
    ["name_2", "Berta"],
    ["city", "Rome"],
  ]);
  expect(headers.get("x-renamed-fields")).toBe("1");
});

test("gives a page that is merged twice separate fields each time", async () => {
  const { document } = await mergeAndRead({
    files_base64: [base64(formPdf()), one("A")],
    ranges: ["1,1"],
  });
  expect(Object.keys((await document.getFieldObjects())!)).toEqual(["name", "name_2"]);
});

test("keeps the page labels of the files, or restarts at 1 in each", async () => {
  const files_base64 = [base64(bookPdf()), base64(samplePdf())];
  const { document } = await mergeAndRead({ files_base64, page_labels: true, ranges: ["2-4"] });
  expect(await document.getPageLabels()).toEqual(["ii", "1", "2", "1", "2", "3"]);
  const readLabels = async (body: object) => (await mergeAndRead(body)).document.getPageLabels();
  expect(await readLabels({ files_base64, ranges: ["2-4"] })).toEqual(
    await document.getPageLabels(),
  );
  expect(await readLabels({ files_base64, page_labels: false })).toBeNull();
  expect(await readLabels({ files_base64: [one("A"), one("B")] })).toBeNull();
});

test("starts each file on a new sheet for double-sided printing", async () => {
  const files_base64 = [one("A"), base64(samplePdf()), one("B")];
  const { texts } = await mergeAndRead({ files_base64, blank_between: true });
  expect(texts).toEqual(["A", "", "Invoice No 1", "Terms of the sale", "Invoice No 2", "", "B"]);
});

describe("images become pages", () => {
  test("of their own size, or of paper rotated to their orientation", async () => {
    const sizes = async (image_page: string) =>
      (await mergeAndRead({ files_base64: [jpeg, png], image_page })).sizes;
    // The JPEG declares 72 pixels per inch, and the PNG declares none.
    expect(await sizes("fit")).toEqual([
      [192, 96],
      [75, 150],
    ]);
    expect(await sizes("a4")).toEqual([
      [842, 595],
      [595, 842],
    ]);
    expect(await sizes("letter")).toEqual([
      [792, 612],
      [612, 792],
    ]);
  });

  test("and are rejected if they can't be decoded", async () => {
    const broken = base64(Uint8Array.fromBase64(png).slice(0, 60));
    const res = await merge({ files_base64: [one("A"), broken] });
    const { code, errors } = await json(res);
    expect([res.status, code, errors[0].location]).toEqual([
      422,
      "unsupported_image",
      "body.files_base64.1",
    ]);
  });
});

test("takes metadata from the first PDF and from the request", async () => {
  const info = async (body: object) =>
    (await (await mergeAndRead(body)).document.getMetadata()).info as Record<string, unknown>;
  const files_base64 = [one("A"), one("B")];
  expect(await info({ files_base64, metadata: { title: "Größe", author: "Me" } })).toMatchObject({
    Title: "Größe",
    Author: "Me",
    ModDate: "D:20260102030405Z",
  });
});

test("returns the same bytes for the same files", async () => {
  const body = {
    files_base64: [base64(bookPdf()), base64(formPdf()), png, jpeg],
    metadata: { title: "A" },
  };
  expect((await mergeAndRead(body)).bytes).toEqual((await mergeAndRead(body)).bytes);
});

describe("rejects", () => {
  test.each([
    [{ files_base64: [one("A")] }, "invalid_input", "body.files_base64"],
    [{}, "invalid_input", "body"],
    [
      { files_base64: [one("A"), one("B")], ranges: ["1", "1", "1"] },
      "invalid_input",
      "body.ranges",
    ],
    [
      { files_base64: [one("A"), one("B")], ranges: ["", "2"] },
      "page_out_of_range",
      "body.ranges.1",
    ],
    [{ files_base64: [one("A"), btoa("hello")] }, "pdf_corrupt", "body.files_base64.1"],
  ])("%#", async (body, code, location) => {
    const said = await json(await merge(body));
    expect([said.code, said.errors[0].location]).toEqual([code, location]);
  });
});
