import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { PDFDocument } from "pdf-lib";
import { formPdf } from "../documents.fixture.ts";
import { signedPdf } from "../hostile.fixture.ts";
import { listDicts, nameEntry } from "../objects/entries.ts";
import { sampleBase64 } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";
import { handmadeForm, richForm } from "./fillable.fixture.ts";

setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const rich = await richForm();

interface ListedField {
  name: string;
  value: string | string[] | null;
  [fact: string]: unknown;
}

async function listForm(bytes: Uint8Array) {
  const answer = await hub.post("/api/pdf/form-fields", { file_base64: bytes.toBase64() });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await json(answer)) as { form: string; signed: boolean; fields: ListedField[] };
}

async function readValues(bytes: Uint8Array) {
  const { fields } = await listForm(bytes);
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

function send(bytes: Uint8Array, fill: object, more: object = {}) {
  return hub.post("/api/pdf/fill-form", { file_base64: bytes.toBase64(), fill, ...more });
}

async function fillForm(bytes: Uint8Array, fill: object, more: object = {}): Promise<Uint8Array> {
  const answer = await send(bytes, fill, more);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

async function fillFacts(bytes: Uint8Array, fill: object, more: object = {}) {
  const answer = await send(bytes, fill, { response: "json", ...more });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await json(answer)).data;
}

async function readText(bytes: Uint8Array): Promise<string> {
  const answer = await hub.post("/api/pdf/extract-text", {
    file_base64: bytes.toBase64(),
    merge_pages: true,
  });
  return (await json(answer)).text.trim();
}

/** Returns the message for each refused field. */
async function readProblems(bytes: Uint8Array, fill: object): Promise<Record<string, string>> {
  const answer = await send(bytes, fill);
  const { code, errors } = await json(answer);
  expect([answer.status, code]).toEqual([422, "invalid_fields"]);
  return Object.fromEntries(
    errors.map(({ location, message }: { location: string; message: string }) => [
      location.slice("body.fill.".length),
      message.slice(location.length + 1),
    ]),
  );
}

describe("form-fields lists", () => {
  test("each type of field with its settings", async () => {
    const { form, signed, fields } = await listForm(rich);
    expect([form, signed]).toEqual(["acroform", false]);
    const facts = Object.fromEntries(
      fields.map(({ name, ...field }) => {
        const set = Object.entries(field).filter(
          ([key, value]) => value && !["widgets", "box", "label"].includes(key),
        );
        return [name, Object.fromEntries(set)];
      }),
    );
    const sameOptions = (...names: string[]) => names.map((name) => ({ value: name, label: name }));
    const text = { type: "text", options: [], page: 1 };
    expect(facts).toEqual({
      "person.name.first": { ...text, value: "Anna", required: true },
      "person.name.last": text,
      "Straße.Größe": text,
      名前: text,
      notes: { ...text, multiline: true },
      code: { ...text, comb: true, max_length: 8 },
      born: { ...text, date_format: "dd.mm.yyyy" },
      total: { ...text, read_only: true, calculated: true, numeric: true },
      agree: { type: "checkbox", value: "Off", options: sameOptions("Yes"), page: 1 },
      size: {
        type: "radio",
        value: "Off",
        options: sameOptions("small", "medium", "large"),
        page: 1,
      },
      country: { type: "dropdown", options: sameOptions("Germany", "France", "Türkiye"), page: 1 },
      language: {
        type: "dropdown",
        options: sameOptions("English", "German"),
        editable: true,
        page: 1,
      },
      colours: {
        type: "list",
        options: sameOptions("red", "green", "blue", "black", "white", "grey"),
        multiple: true,
        page: 1,
      },
      turned: { ...text, page: 2 },
      send: { type: "button", options: [], page: 1 },
    });
  });

  test("positions from the upper left corner of the page as displayed", async () => {
    const fields = ["/FT/Tx/T(a)@", "/FT/Tx/T(b)@2"];
    const turned = "/Rotate 90/CropBox[10 50 290 590]";
    const listed = await listForm(handmadeForm({ fields, secondPage: turned }));
    expect(listed.fields.map(({ page, box }) => [page, box])).toEqual([
      [1, { x: 20, y: 20, w: 160, h: 20 }],
      [2, { x: 480, y: 10, w: 20, h: 160 }],
    ]);
  });

  test("what a field inherits from its groups", async () => {
    const { fields } = await listForm(
      handmadeForm({
        fields: ["/T(all)/FT/Ch/Ff 131072/V(b)/Opt[(a)(b)]/TU(Pick)/Kids[9 0 R]"],
        widgets: ["/T(one)/Parent 8 0 R@"],
      }),
    );
    expect(fields).toMatchObject([
      { name: "all.one", type: "dropdown", value: "b", label: "Pick", options: [{}, {}] },
    ]);
  });

  test("fields that only a page refers to, and fields that no page has", async () => {
    const { form, fields } = await listForm(
      handmadeForm({ fields: ["/FT/Tx/T(hidden)", "/FT/Tx/T(lost)/V(x)@"], roots: 1 }),
    );
    expect(form).toBe("acroform");
    expect(fields).toMatchObject([
      { name: "hidden", page: null, box: null, widgets: [] },
      { name: "lost", page: 1, value: "x" },
    ]);
  });

  test("a field that a file has twice only once, with both positions", async () => {
    const { fields } = await listForm(handmadeForm({ fields: ["/FT/Tx/T(a)@", "/FT/Tx/T(a)@2"] }));
    expect(fields).toMatchObject([{ name: "a", widgets: [{ page: 1 }, { page: 2 }] }]);
  });

  test.each([
    ['AFDate_FormatEx("mm/dd/yy")', "mm/dd/yy"],
    ["AFDate_Keystroke(10);", "mmm d, yyyy"],
    ["AFTime_FormatEx('HH:MM');", "HH:MM"],
    ["AFTime_Format(1)", "h:MM tt"],
    ['AFNumber_Format(2, 0, 0, 0, "", true);', null],
    ["AFDate_Format(99)", null],
  ])("the date format in %s", async (script, expected) => {
    const escaped = script.replace(/[()]/g, "\\$&");
    const fields = [`/FT/Tx/T(a)/AA<</F<</S/JavaScript/JS(${escaped})>>>>@`];
    expect((await listForm(handmadeForm({ fields }))).fields[0]?.date_format).toBe(expected);
  });

  test("that a document has no form", async () => {
    expect(await listForm(Uint8Array.fromBase64(sampleBase64))).toMatchObject({
      form: "none",
      fields: [],
    });
  });
});

test("fill-form fills each type of field so that another engine reads it", async () => {
  const fill = {
    "person.name.first": "Łukasz",
    "person.name.last": 42,
    "Straße.Größe": "007",
    名前: "日本太郎",
    notes: "First line\nПривет عربي",
    code: "AB12",
    born: "2026-01-31",
    agree: true,
    size: "large",
    country: "Türkiye",
    language: "Klingon",
    colours: ["white", "green"],
    turned: "Turned",
  };
  const filled = await fillForm(rich, fill);
  const expected = {
    ...fill,
    "person.name.last": "42",
    born: "31.01.2026",
    agree: "Yes",
    colours: ["white", "green"],
  };
  expect(await readValues(filled)).toMatchObject(expected);
  const { document } = await readBack(filled);
  // It reads only the first of several selected options.
  const theirs = (await document.getFieldObjects())!;
  for (const [name, value] of Object.entries({ ...expected, colours: "white" })) {
    const objects = theirs[name] as { value?: unknown }[];
    expect([name, objects.map((object) => object.value).find(Boolean)]).toEqual([name, value]);
  }
  const text = await readText(filled);
  for (const part of [
    ...["Łukasz", "42", "007", "日本太郎", "First line", "Привет عربي", "AB12", "31.01.2026"],
    ...["Türkiye", "Klingon", "white", "Turned"],
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("Anna");
});

describe("fill-form sets", () => {
  const radios = (more: string, states: readonly string[]) =>
    handmadeForm({
      fields: [
        `/FT/Btn/T(pick)${more}/Kids[${states.map((_, index) => `${9 + index} 0 R`).join(" ")}]`,
      ],
      widgets: states.map((state) => `/Parent 8 0 R/AS/Off/AP<</N<</${state} 7 0 R/Off 6 0 R>>>>@`),
    });
  const radio = "/Ff 32768";
  const readStates = async (bytes: Uint8Array) => {
    const document = await PDFDocument.load(bytes);
    return listDicts(document.getPage(0).node.Annots()).map((one) => nameEntry(one, "AS"));
  };

  test.each<[string, Uint8Array, unknown, string, string[]]>([
    ["a radio button", radios(radio, ["a", "b"]), "b", "b", ["Off", "b"]],
    ["none of the radio buttons", radios(`${radio}/V/a`, ["a", "b"]), null, "Off", ["Off", "Off"]],
    [
      "a radio button by its export value",
      radios(`${radio}/Opt[(Ja)(Nein)]`, ["0", "1"]),
      "Nein",
      "Nein",
      ["Off", "1"],
    ],
    [
      "one of the radio buttons with the same export value",
      radios(`${radio}/Opt[(x)(x)(y)]`, ["0", "1", "2"]),
      "x",
      "x",
      ["0", "Off", "Off"],
    ],
    [
      "all radio buttons in unison with the same export value",
      radios(`/Ff 33587200/Opt[(x)(x)(y)]`, ["0", "1", "2"]),
      "x",
      "x",
      ["0", "1", "Off"],
    ],
    ["each widget of a check box", radios("", ["On", "On"]), true, "On", ["On", "On"]],
    ["one of several check boxes", radios("", ["x", "y"]), "y", "y", ["Off", "y"]],
    ["a state with a UTF-8 name", radios("", ["Gr#c3#bcn"]), "Grün", "Grün", ["GrÃ¼n"]],
    ["a number as an export value", radios(radio, ["1", "2"]), 2, "2", ["Off", "2"]],
    ["a check box by the text true", radios("", ["On"]), "true", "On", ["On"]],
    ["a check box off", radios("/V/On", ["On"]), false, "Off", ["Off"]],
  ])("%s", async (_, form, value, expected, states) => {
    const filled = await fillForm(form, { pick: value });
    expect(await readValues(filled)).toEqual({ pick: expected });
    expect(await readStates(filled)).toEqual(states);
  });

  test("radio buttons without appearances, and draws them", async () => {
    const form = handmadeForm({
      fields: ["/FT/Btn/T(pick)/Ff 32768/Opt[(Ja)(Nein)]/Kids[9 0 R 10 0 R]"],
      widgets: ["/Parent 8 0 R@", "/Parent 8 0 R@"],
    });
    const filled = await fillForm(form, { pick: "Nein" });
    expect(await readStates(filled)).toEqual(["Off", "1"]);
    expect(await readText(filled)).toBe("●");
    const again = await fillForm(filled, { pick: "Ja" });
    expect(await readStates(again)).toEqual(["0", "Off"]);
  });

  test("an option by its label or its value, and shows it", async () => {
    const options = Array.from({ length: 30 }, (_, index) => `[(v${index})(Label ${index})]`);
    const form = handmadeForm({
      fields: [`/FT/Ch/T(pick)/DA(/Helv 6 Tf 0 g)/Opt[${options.join("")}]@`],
    });
    const filled = await fillForm(form, { pick: "Label 25" });
    expect(await readValues(filled)).toEqual({ pick: "v25" });
    expect(await readText(filled)).toContain("Label 25");
    const last = await fillForm(form, { pick: "v29" });
    expect(await readText(last)).toBe("Label 28\nLabel 29");
    expect(await readValues(await fillForm(filled, { pick: null }))).toEqual({ pick: null });
  });

  test("no option of a field with a default", async () => {
    const form = handmadeForm({
      fields: ["/FT/Ch/T(pick)/Ff 131072/DV(b)/V(b)/Opt[(a)(b)]@"],
    });
    const filled = await fillForm(form, { pick: null });
    expect(await readValues(filled)).toEqual({ pick: "" });
  });

  test("all widgets of a field on several pages", async () => {
    const shared = handmadeForm({
      fields: ["/FT/Tx/T(a)/V(old)/Kids[9 0 R 10 0 R]"],
      widgets: ["/Parent 8 0 R/V(own)@", "@2"],
    });
    const twice = handmadeForm({ fields: ["/FT/Tx/T(a)@", "/FT/Tx/T(a)@2"] });
    for (const form of [shared, twice])
      expect(await readText(await fillForm(form, { a: "new" }))).toBe("new\n\nnew");
  });

  test.each([
    ["without a default appearance", handmadeForm({ fields: ["/FT/Tx/T(a)@"], form: "" })],
    ["without a form", handmadeForm({ fields: ["/FT/Tx/T(a)@"], form: "none" })],
    [
      "whose form asks viewers to draw it",
      handmadeForm({
        fields: ["/FT/Tx/T(a)/V(old)/AP<</N 7 0 R>>@"],
        form: "/NeedAppearances true",
      }),
    ],
    [
      "whose type and value are its group's",
      handmadeForm({
        fields: ["/FT/Tx/V(old)/Kids[9 0 R]/T()"],
        widgets: ["/T(a)/Parent 8 0 R@"],
      }),
    ],
  ])("a text %s", async (_, form) => {
    const { fields } = await listForm(form);
    const name = fields[0]?.name ?? "";
    const filled = await fillForm(form, { [name]: "new" });
    expect(await readText(filled)).toBe("new");
    expect(await readValues(filled)).toEqual({ [name]: "new" });
    const loaded = await PDFDocument.load(filled);
    expect(loaded.catalog.getAcroForm()?.dict.toString()).toContain("/DA");
  });

  test("a text again, without a trace of the old one", async () => {
    const filled = await fillForm(formPdf(), { name: "Ben" });
    expect(Buffer.from(filled).includes("Anna")).toBe(false);
    expect(await readText(filled)).toBe("Form\nBen");
  });
});

describe("a number", () => {
  const numberForm = (call: string) => {
    const script = call.replace(/[()]/g, "\\$&");
    return handmadeForm({ fields: [`/FT/Tx/T(a)/AA<</F<</S/JavaScript/JS(${script})>>>>@`] });
  };

  test.each([
    ['AFNumber_Format(2, 0, 0, 0, "$", true)', 1234.5, "$1,234.50"],
    ['AFNumber_Format(2, 2, 0, 0, " \\\\u20ac", false)', "1234567.005", "1.234.567,01 €"],
    ['AFNumber_Format(0, 1, 2, 0, "", false)', -1999.5, "(2000)"],
    ['AFNumber_Format(1, 3, 0, 0, "", false)', "-0.04", "0,0"],
    ["AFPercent_Format(1, 0)", 0.0755, "7.6%"],
  ])("in the format %s is displayed in it: %p", async (call, value, expected) => {
    const filled = await fillForm(numberForm(call), { a: value });
    expect(await readText(filled)).toBe(expected);
    expect(await readValues(filled)).toEqual({ a: String(value) });
  });

  test.each(["1,5", "1e3", "twelve", "0x10", "1 "])("may not be %p", async (value) => {
    const form = numberForm('AFNumber_Format(2, 0, 0, 0, "", true)');
    expect(await readProblems(form, { a: value })).toEqual({
      a: `must be a number such as 1234.5: it is "${value}"`,
    });
  });
});

describe("a date", () => {
  test.each([
    ["dd/mm/yyyy", "2026-02-28", "28/02/2026"],
    ["dd/mm/yyyy", "28/02/2026", "28/02/2026"],
    ["mm/dd/yy", "2026-02-28", "02/28/26"],
    ["d-mmm-yyyy", "2026-02-08", "8-Feb-2026"],
    ["d-mmm-yyyy", "8-feb-2026", "8-feb-2026"],
    ["dddd, mmmm d, yyyy", "2026-11-26", "Thursday, November 26, 2026"],
    ["m/d/yy h:MM tt", "2026-11-26T00:05", "11/26/26 12:05 am"],
    ["HH:MM", "09:30", "09:30"],
    ["h:MM tt", "13:07", "1:07 pm"],
    ["dd.mm.yy", "29.02.24", "29.02.24"],
  ])("in the format %s may be %s", async (pattern, value, expected) => {
    const filled = await fillForm(dateForm(pattern), { when: value });
    expect(await readValues(filled)).toEqual({ when: expected });
  });

  test.each([
    ["dd/mm/yyyy", "11/26/2026"],
    ["dd/mm/yyyy", "2026-02-30"],
    ["dd/mm/yyyy", "29/02/2025"],
    ["dd/mm/yyyy", "1/1/26"],
    ["dd/mm/yyyy", "2026-01-01T00:00"],
    ["dd/mm/yyyy", "2026-01-01T00:00:00Z"],
    ["m/d/yy HH:MM", "2026-01-01"],
    ["HH:MM", "25:00"],
    ["dd/mm/yyyy", "tomorrow"],
  ])("in the format %s may not be %s", async (pattern, value) => {
    expect(await readProblems(dateForm(pattern), { when: value })).toEqual({
      when: `must be a date such as "2026-01-31", or have the format "${pattern}": it is "${value}"`,
    });
  });

  function dateForm(pattern: string): Uint8Array {
    const script = `AFDate_FormatEx\\("${pattern}"\\);`;
    return handmadeForm({ fields: [`/FT/Tx/T(when)/AA<</K<</S/JavaScript/JS(${script})>>>>@`] });
  }
});

test("fill-form adds fields that only a page refers to, and fills fields without widgets", async () => {
  const form = handmadeForm({ fields: ["/FT/Tx/T(hidden)", "/FT/Tx/T(lost)/V(x)@"], roots: 1 });
  const filled = await fillForm(form, { hidden: "one", lost: "two" });
  expect(await readValues(filled)).toEqual({ hidden: "one", lost: "two" });
  const { document } = await readBack(filled);
  const found = (await document.getFieldObjects()) as Record<string, { value: string }[]>;
  expect(found.lost?.map(({ value }) => value)).toEqual(["two"]);
});

describe("fill-form refuses", () => {
  test("all wrong names and values at once", async () => {
    const fill = {
      agree: "perhaps",
      "agree.": true,
      born: true,
      code: "123456789",
      colours: ["red", "geren"],
      country: "Frnace",
      first: "Ann",
      language: ["English", "German"],
      notes: "fine\nhere",
      "person.nam.first": "Ann",
      "person.name": "Ann",
      "person.name.first": "two\nlines",
      "person.name.last": "\u0007",
      send: "now",
      size: true,
      turned: "\u{1FAE8}\u{16FFF}",
    };
    expect(await readProblems(rich, fill)).toEqual({
      agree: 'must be true, false or "Yes": it is "perhaps"',
      "agree.": 'is not a field of the form (the nearest is "agree")',
      born: "must be a text or a number: it is true",
      code: "must have at most 8 characters: it has 9",
      colours:
        'must be one of "red", "green", "blue", "black", "white", "grey": it is "geren" (the nearest is "green")',
      country:
        'must be one of "Germany", "France", "Türkiye": it is "Frnace" (the nearest is "France")',
      first: 'is not a field of the form (the nearest is "person.name.first")',
      language: "must be one option: it has 2",
      "person.nam.first": 'is not a field of the form (the nearest is "person.name.first")',
      "person.name":
        'is not a field of the form (it is a group: name a field of it, such as "person.name.first")',
      "person.name.first": 'must have one line: it is "two\\nlines"',
      "person.name.last": "must not have control characters or halves of surrogate pairs",
      send: "cannot be filled: it is a push button",
      size: 'must be one of "small", "medium", "large", or null for none: it is true',
      turned: expect.stringContaining("has characters that no available font has:"),
    });
  });

  test("a name if the document has no fields", async () => {
    expect(await readProblems(Uint8Array.fromBase64(sampleBase64), { a: "b" })).toEqual({
      a: "is not a field: the document has none",
    });
  });

  test("a long name with its first 200 characters", async () => {
    const problems = await readProblems(rich, { ["x".repeat(1000)]: "a" });
    expect(problems).toEqual({ [`${"x".repeat(200)}…`]: "is not a field of the form" });
  });

  test("a signature", async () => {
    const answer = await send(signedPdf, { Signature: "Ann" }, { invalidate_signatures: true });
    expect((await json(answer)).errors[0].message).toContain("it is a signature");
  });

  test("a field that another engine doesn't find in the output", async () => {
    const form = handmadeForm({ fields: ["/FT/Tx/T(a)/Rect[0 0 9 9]", "/FT/Tx/T(b)@"] });
    const { code, detail } = await json(await send(form, { a: "x", b: "y" }));
    expect([code, detail]).toEqual([
      "fill_unverified",
      'Cannot fill the form: another reader does not find the new value of "a"',
    ]);
    expect(await readValues(await fillForm(form, { b: "y" }))).toEqual({ a: null, b: "y" });
  });

  test("the values of another type than text, number, truth, null or list", async () => {
    const { code, errors } = await json(await send(rich, { notes: { a: 1 } }));
    expect([code, errors[0].location]).toEqual(["invalid_input", "body.fill.notes"]);
  });
});

describe("fill-form reports", () => {
  test("texts that are larger than their fields", async () => {
    const form = handmadeForm({
      fields: ["/FT/Tx/T(long)@", "/FT/Tx/T(fits)@", "/FT/Tx/T(high)/Ff 4096@"],
    });
    const long = "a text that is longer than its field of 160 points";
    const facts = await fillFacts(form, { long, fits: "short", high: "one\ntwo\nthree" });
    expect(facts).toMatchObject({ filled_fields: 3, clipped_fields: 2, clipped: ["long", "high"] });
  });

  test("fields whose values scripts compute", async () => {
    const { calculated_fields, calculated } = await fillFacts(rich, { code: "1" });
    expect([calculated_fields, calculated]).toEqual([1, ["total"]]);
    expect((await fillFacts(rich, { total: "1" })).calculated).toEqual([]);
  });
});

describe("of an XFA form", () => {
  const xfa = "/XFA 6 0 R";

  test("a fill is refused by name if its fields are in XFA only", async () => {
    for (const form of [
      handmadeForm({ fields: [], form: xfa }),
      handmadeForm({ fields: ["/FT/Tx/T(a)"], form: xfa }),
      handmadeForm({ fields: ["/FT/Tx/T(a)@"], form: xfa, root: "/NeedsRendering true" }),
    ]) {
      expect((await listForm(form)).form).toBe("xfa");
      const { code, detail } = await json(await send(form, { a: "b" }));
      expect([code, detail]).toEqual([
        "form_xfa",
        "Cannot fill the form: its fields are in XFA only, which this service does not support",
      ]);
    }
  });

  test("the XFA data is removed if it has ordinary fields too", async () => {
    const form = handmadeForm({ fields: ["/FT/Tx/T(a)@"], form: xfa });
    expect((await listForm(form)).form).toBe("hybrid");
    expect((await fillFacts(form, { a: "b" })).xfa_removed).toBe(true);
    expect((await listForm(await fillForm(form, { a: "b" }))).form).toBe("acroform");
  });
});

test("lock makes the filled fields read-only, and no others", async () => {
  const locked = await fillForm(rich, { notes: "a", size: "small" }, { lock: true });
  const { fields } = await listForm(locked);
  const names = fields.filter(({ read_only }) => read_only).map(({ name }) => name);
  expect(names).toEqual(["notes", "total", "size"]);
  expect(fields.find(({ name }) => name === "notes")?.multiline).toBe(true);
});

test("flatten makes all fields part of the pages", async () => {
  const flat = await fillForm(rich, { notes: "a note", agree: true }, { flatten: true });
  expect((await listForm(flat)).form).toBe("none");
  const text = await readText(flat);
  for (const part of ["a note", "Anna"]) expect(text).toContain(part);
  const plain = await fillForm(formPdf(), { name: "Ben" }, { flatten: true });
  expect(Buffer.from(plain).includes("/Widget")).toBe(false);
});

test("fill is JSON in a form or in the query of a raw body", async () => {
  const fill = JSON.stringify({ notes: "007", agree: false });
  const form = new FormData();
  form.set("file", new File([rich], "form.pdf"));
  form.set("fill", fill);
  const url = `http://hub/api/pdf/fill-form?fill=${encodeURIComponent(fill)}`;
  for (const [at, init] of [
    ["http://hub/api/pdf/fill-form", { body: form }],
    [url, { body: rich, headers: { "content-type": "application/pdf" } }],
  ] as const) {
    const request = new Request(at, { method: "POST", ...init });
    request.headers.set("x-api-key", "test");
    const answer = await hub.fetch(request);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await readValues(await answer.bytes())).notes).toBe("007");
  }
});
