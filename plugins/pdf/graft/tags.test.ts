import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import { PDFArray, type PDFDocument, PDFName } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import { runQpdf } from "../engines/qpdf.ts";
import { hasClaim } from "../objects/claim.ts";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  readText,
  textEntry,
  toDict,
  treePairs,
} from "../objects/entries.ts";
import { samplePdf, stream, writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";
import { isTag, type MarkedContent, readTags, type Tag } from "./tag-tree.ts";
import { buildTagged } from "./tagged.fixture.ts";

// Engines are slow on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);

const english = buildTagged();
const skipping = buildTagged({ headings: ["H1", "H2"] });
const french = buildTagged({ titles: ["FOUR", "FIVE"], language: "fr", role: "H2" });

async function callEndpoint(endpoint: string, body: object): Promise<Uint8Array> {
  const answer = await hub.post(`/api/pdf/${endpoint}`, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

const organize = (bytes: Uint8Array, ...ops: object[]) =>
  callEndpoint("organize", { file_base64: bytes.toBase64(), ops });

const merge = (files: readonly Uint8Array[], body = {}) =>
  callEndpoint("merge", { files_base64: files.map((file) => file.toBase64()), ...body });

type Page = Awaited<ReturnType<typeof readBack>>["pages"][number];
type Node = NonNullable<Awaited<ReturnType<Page["getStructTree"]>>>;

/** Returns the tags of each page with their text, as another engine reads them. */
async function readTrees(bytes: Uint8Array): Promise<string[]> {
  const { pages } = await readBack(bytes);
  return Promise.all(
    pages.map(async (page) => {
      const texts = await readMarkedTexts(page);
      const write = ({ children }: Node): string =>
        children
          .map((kid) => {
            if ("role" in kid) return `${kid.role}(${write(kid)})`;
            return kid.type === "content" ? texts.get(kid.id) : "annotation";
          })
          .join(" ");
      const tree = await page.getStructTree();
      return tree ? write(tree) : "none";
    }),
  );
}

/** Returns the text of marked content by its ID. */
async function readMarkedTexts(page: Page): Promise<Map<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const texts = new Map<string, string>();
  const open: string[] = [];
  for (const item of items) {
    if ("str" in item) {
      const id = open.at(-1) ?? "";
      texts.set(id, (texts.get(id) ?? "") + item.str);
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push(item.id ?? "");
  }
  return texts;
}

/** Writes the tags of a page with this heading. */
function writePage(text: string, { isFirst = false, role = "P", link = true } = {}): string {
  const others = `H1(${text}) Table(TR(TH(HEAD) TD(CELL) TD())) Link(NEXT${link ? " annotation" : ""}) Form(annotation)`;
  const part = `Sect(${role}(PART${text}))`;
  return `Document(${isFirst ? `${others} ${part}` : `${part} ${others}`})`;
}

const [one, two, three] = [
  writePage("ONE", { isFirst: true }),
  writePage("TWO"),
  writePage("THREE"),
];

describe("tags are copied with their pages when", () => {
  test("pages are extracted, deleted, reordered or repeated", async () => {
    expect(await readTrees(await organize(english, { op: "delete", pages: "2" }))).toEqual([
      writePage("ONE", { isFirst: true, link: false }),
      three,
    ]);
    expect(await readTrees(await organize(english, { op: "select", pages: "3,2" }))).toEqual([
      writePage("THREE", { link: false }),
      two,
    ]);
    const repeated = await organize(english, { op: "duplicate", pages: "2", times: 2 });
    expect(await readTrees(repeated)).toEqual([one, two, two, two, three]);
  });

  test("a file is split", async () => {
    const parts = unzipSync(
      await callEndpoint("split", { file_base64: english.toBase64(), mode: "every" }),
      { filter: ({ name }) => name.endsWith(".pdf") },
    );
    const trees = await Promise.all(Object.values(parts).map(readTrees));
    expect(trees).toEqual([
      [writePage("ONE", { isFirst: true, link: false })],
      [writePage("TWO", { link: false })],
      [writePage("THREE", { link: false })],
    ]);
  });

  test("files are merged, in which a type stands for different roles", async () => {
    const wrap = (tree: string) => `Document(${tree})`;
    expect(await readTrees(await merge([english, french]))).toEqual(
      [
        one,
        two,
        three,
        writePage("FOUR", { isFirst: true, role: "H2" }),
        writePage("FIVE", { role: "H2" }),
      ].map(wrap),
    );
  });

  test("the order of pages changes the order of their tags", async () => {
    const reversed = await openDocument(await organize(english, { op: "reverse" }));
    const titles = listElements(reversed).flatMap(({ dict }) =>
      nameEntry(dict, "S") === "H1"
        ? reversed.getPages().findIndex(({ ref }) => ref === dict.get(PDFName.of("Pg")))
        : [],
    );
    expect(titles).toEqual([0, 1, 2]);
  });
});

/** Returns the elements of a document in the order of the tree. */
function listElements(document: PDFDocument) {
  const list = (kids: readonly (Tag | MarkedContent)[]): Tag[] =>
    kids.filter(isTag).flatMap((tag) => [tag, ...list(tag.kids)]);
  return list(readTags(document)?.kids ?? []);
}

describe("the elements of merged files", () => {
  test("have the language, classes and IDs of their own file", async () => {
    const document = await openDocument(await merge([english, french]));
    const elements = listElements(document);
    const root = dictEntry(document.catalog, "StructTreeRoot");
    const classes = elements.flatMap(({ dict }) => nameEntry(dict, "C") ?? []);
    const widths = classes.map((name) =>
      numberEntry(dictEntry(dictEntry(root, "ClassMap"), name), "Width"),
    );
    expect(widths).toEqual([50, 100]);
    expect(elements.flatMap(({ dict }) => textEntry(dict, "Lang") ?? [])).toEqual(["fr"]);
    const headers = elements.flatMap(({ dict }) =>
      listDicts(entry(dict, "A", PDFArray)).flatMap((one) =>
        listItems(entry(one, "Headers", PDFArray)).map(readText),
      ),
    );
    const ids = elements.flatMap(({ dict }) => textEntry(dict, "ID") ?? []);
    expect(headers).toEqual(ids);
    expect(new Set(ids).size).toBe(5);
    const pairs = treePairs(dictEntry(root, "IDTree"), "Names");
    expect(pairs.map(([key]) => readText(key))).toEqual(ids.toSorted());
  });

  test("are suspect if a file has none", async () => {
    const isSuspect = async (files: readonly Uint8Array[]) => {
      const { catalog } = await openDocument(await merge(files));
      return String(dictEntry(catalog, "MarkInfo")?.get(PDFName.of("Suspects")));
    };
    expect(await isSuspect([english, samplePdf()])).toBe("true");
    expect(await isSuspect([english, french])).toBe("undefined");
  });
});

test("every entry of the parent tree leads to the element that has the content", async () => {
  for (const bytes of [
    await organize(english, { op: "duplicate", pages: "1-2" }),
    await organize(english, { op: "nup", per_sheet: 2 }),
    await merge([french, english, french], { ranges: ["2", "3,1,1", ""] }),
  ]) {
    const document = await openDocument(bytes);
    const root = dictEntry(document.catalog, "StructTreeRoot");
    const numbers = new Map(
      treePairs(dictEntry(root, "ParentTree"), "Nums").map(([key, value]) => [String(key), value]),
    );
    const contents = listElements(document).flatMap((tag) =>
      tag.kids.filter((kid): kid is MarkedContent => !isTag(kid)),
    );
    expect(contents.length).toBeGreaterThan(10);
    for (const { above, page, stream, object, id } of contents) {
      const holder = toDict(document.context.lookup(object ?? stream ?? page));
      const number = numberEntry(holder, id === undefined ? "StructParent" : "StructParents");
      const value = numbers.get(String(number));
      expect(id === undefined ? value : listItems(value)[id]).toBe(above.dict);
    }
  }
});

describe("a file that passes the check for PDF/UA still passes after", () => {
  test.each<[string, () => Promise<Uint8Array>]>([
    ["merge", () => merge([english, french])],
    ["duplicate", () => organize(english, { op: "duplicate", pages: "1" })],
    ["reverse", () => organize(english, { op: "reverse" })],
    ["delete", () => organize(english, { op: "delete", pages: "1" })],
    ["blank", () => organize(english, { op: "blank", at: 2 })],
  ])("%s", async (_, make) => {
    const check = { file_base64: (await make()).toBase64(), profile: "pdfua-1" };
    const { violations } = await json(await hub.post("/api/pdf/check", check));
    expect(violations).toEqual([]);
  });
});

test("a flattened form field is no longer in the tags or elsewhere in the file", async () => {
  const flat = await organize(english, { op: "flatten", what: ["forms"] });
  const [first = ""] = await readTrees(flat);
  expect(first).toContain("Link(NEXT annotation)");
  expect(first).not.toContain("Form");
  expect(Buffer.from(flat).toString("latin1")).not.toContain("/Widget");
});

describe("the claim to be PDF/UA is removed if", () => {
  test.each<[string, () => Promise<Uint8Array>]>([
    ["a merged file has none", () => merge([english, buildTagged({ claims: false })])],
    ["headings skip a level", () => organize(skipping, { op: "delete", pages: "1" })],
    ["annotations become drawings", () => organize(english, { op: "nup", per_sheet: 2 })],
    ["form fields become drawings", () => organize(english, { op: "flatten" })],
  ])("%s", async (_, make) => {
    const document = await openDocument(await make());
    expect(hasClaim(document, "pdfua")).toBe(false);
    expect(document.catalog.has(PDFName.of("Metadata"))).toBe(true);
  });
});

describe("a broken structure tree is copied without faults:", () => {
  const build = (root: string, tags: readonly string[]) =>
    writePdf([
      "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/StructParents 0/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
      stream("/P<</MCID 0>>BDC BT /F 18 Tf 20 100 Td (Tagged) Tj ET EMC"),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      root,
      ...tags,
    ]);
  const nested = Array.from({ length: 3000 }, (_, index) => {
    const kid = index < 2999 ? `${8 + index} 0 R` : 0;
    return `<</S/Div/P ${6 + index} 0 R/Pg 3 0 R/K ${kid}>>`;
  });
  test.each<[string, Uint8Array, string]>([
    [
      "a circle",
      build("<</K 7 0 R>>", ["<</S/P/Pg 3 0 R/K[7 0 R 8 0 R 0]>>", "<</S/Span/K 7 0 R>>"]),
      "P(Tagged)",
    ],
    [
      "children of all kinds",
      build("<</K[null 99 0 R 5 (x) 3 0 R 7 0 R]>>", [
        "<</S/P/Pg 3 0 R/K[null -1 1.5 99999999 (x) 0 <</Type/OBJR/Obj 99 0 R>><</Type/OBJR/Obj 3 0 R>><</Type/MCR/Pg 99 0 R/MCID 0>>]>>",
      ]),
      "P(Tagged)",
    ],
    ["a root that is its own child", build("<</S/P/K 6 0 R>>", []), ""],
    [
      "maps in circles",
      build(
        "<</K 7 0 R/RoleMap<</A/B/B/A>>/ClassMap 6 0 R/IDTree 6 0 R/Namespaces[7 0 R 6 0 R]>>",
        ["<</S/Q/Pg 3 0 R/K 0/C[/x 0]/A 7 0 R/Ref[7 0 R 99 0 R]>>"],
      ),
      "Q(Tagged)",
    ],
    ["many levels", build("<</K 7 0 R>>", nested), ""],
  ])("%s", async (_, bytes, expected) => {
    const output = await organize(bytes, { op: "duplicate", pages: "1" });
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], { "in.pdf": output });
    expect([exitCode, messages.includes("WARNING")], messages).toEqual([0, false]);
    if (expected) expect(await readTrees(output)).toEqual([expected, expected]);
  });
});
