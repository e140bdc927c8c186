import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { handmadeForm, richForm } from "./fillable.fixture.ts";

setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const rich = (await richForm()).toBase64();

async function fill(data: string | Uint8Array, more: object = {}) {
  const data_base64 = Buffer.from(data).toString("base64");
  return hub.post("/api/pdf/fill-form", { file_base64: rich, data_base64, ...more });
}

async function fillValues(data: string | Uint8Array, more: object = {}) {
  const answer = await fill(data, more);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return readValues((await answer.bytes()).toBase64());
}

async function readValues(file_base64: string): Promise<Record<string, unknown>> {
  const { fields } = await json(await hub.post("/api/pdf/form-fields", { file_base64 }));
  return Object.fromEntries(fields.map(({ name, value }: never) => [name, value ?? ""]));
}

async function exportData(file_base64: string, format: string) {
  const answer = await hub.post("/api/pdf/form-fields", { file_base64, format });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer;
}

const wrapFdf = (fields: string) =>
  `%FDF-1.2\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<</FDF<</Fields[${fields}]>>>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF`;
const wrapXfdf = (fields: string) =>
  `<?xml version="1.0"?><xfdf xmlns="http://ns.adobe.com/xfdf/"><f href="a.pdf"/><fields>${fields}</fields></xfdf>`;

describe("fill-form takes the values of", () => {
  test("an FDF file with groups, states and lists", async () => {
    const data = wrapFdf(
      "<</T(person)/Kids[<</T(name)/Kids[<</T(first)/V(Ren\\351)>>]>>]>><</T(agree)/V/Yes>><</T(size)/V/medium>><</T<FEFF540D524D>/V<FEFF65E5672C>>><</T(colours)/V[(red)(blue)]>><</T(send)>>",
    );
    expect(await fillValues(Buffer.from(data, "latin1"))).toMatchObject({
      "person.name.first": "René",
      agree: "Yes",
      size: "medium",
      名前: "日本",
      colours: ["red", "blue"],
    });
  });

  test("an XFDF file with groups, full names and lists", async () => {
    const data = wrapXfdf(
      '<field name="person"><field name="name"><field name="first"><value>A &amp; B</value></field></field></field><field name="person.name.last"><value><![CDATA[<Ø>]]></value></field><field name="colours"><value>red</value><value>blue</value></field><field name="agree"><value>Off</value></field>',
    );
    expect(await fillValues(data)).toMatchObject({
      "person.name.first": "A & B",
      "person.name.last": "<Ø>",
      colours: ["red", "blue"],
      agree: "Off",
    });
  });

  test("an FDF file in UTF-8, and refuses other encodings", async () => {
    const data = (name: string) =>
      wrapFdf("<</T(notes)/V(Größe)>>").replace("]>>", `]/Encoding/${name}>>`);
    expect((await fillValues(data("utf-8"))).notes).toBe("Größe");
    expect((await fillValues(data("utf_8"))).notes).toBe("Größe");
    expect((await json(await fill(data("Shift-JIS")))).code).toBe("invalid_form_data");
  });

  test("an XFDF file in the encoding that it declares or marks", async () => {
    const data = wrapXfdf('<field name="notes"><value>Größe</value></field>');
    const latin1 = data.replace('"1.0"', '"1.0" encoding="ISO-8859-1"');
    for (const bytes of [
      Buffer.from(latin1, "latin1"),
      Buffer.from(`\ufeff${data}`, "utf16le"),
      Buffer.from(`\ufeff${data}`, "utf16le").swap16(),
      Buffer.from(`\ufeff${data}`),
    ])
      expect((await fillValues(bytes)).notes).toBe("Größe");
    const { code } = await json(await fill(Buffer.from(data, "latin1")));
    expect(code).toBe("invalid_form_data");
  });

  test("a file whose values some of fill replace", async () => {
    const data = wrapXfdf(
      '<field name="notes"><value>from data</value></field><field name="code"><value>1</value></field>',
    );
    expect(await fillValues(data, { fill: { notes: "from fill" } })).toMatchObject({
      notes: "from fill",
      code: "1",
    });
  });

  test("a file as a form part", async () => {
    const form = new FormData();
    form.set("file", new File([Uint8Array.fromBase64(rich)], "form.pdf"));
    form.set("data", new File([wrapFdf("<</T(notes)/V(part)>>")], "data.fdf"));
    const answer = await hub.post("/api/pdf/fill-form", form);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect((await readValues((await answer.bytes()).toBase64())).notes).toBe("part");
  });
});

test.each(["fdf", "xfdf"])(
  "values exported as %s fill another form in the same way",
  async (format) => {
    const values = {
      "person.name.first": 'Łukasz & "Co" <x>',
      "Straße.Größe": "12 m²",
      名前: "日本",
      notes: "one\ntwo\n",
      code: "(a\\b)",
      born: "31.12.2001",
      agree: true,
      size: "large",
      country: "Türkiye",
      language: "Ancient Greek",
      colours: ["green", "grey"],
    };
    const filled = await hub.post("/api/pdf/fill-form", { file_base64: rich, fill: values });
    expect(filled.status, await filled.clone().text()).toBe(200);
    const file_base64 = (await filled.bytes()).toBase64();
    const exported = await exportData(file_base64, format);
    expect(exported.headers.get("content-disposition")).toContain(`.${format}"`);
    expect(await fillValues(await exported.bytes())).toEqual(await readValues(file_base64));
  },
);

test("a radio button is exported by its state, and set by it", async () => {
  const button = (state: string) => `/Parent 8 0 R/AS/Off/AP<</N<</${state} 7 0 R/Off 7 0 R>>>>@`;
  const form = handmadeForm({
    fields: ["/FT/Btn/Ff 32768/T(size)/V/1/Opt[(small)(large)]/Kids[9 0 R 10 0 R]"],
    widgets: [button("0"), button("1")],
  }).toBase64();
  const xfdf = await (await exportData(form, "xfdf")).text();
  expect(xfdf).toContain('<field name="size"><value>1</value></field>');
  const data_base64 = Buffer.from(xfdf.replace(">1<", ">0<")).toString("base64");
  const filled = await hub.post("/api/pdf/fill-form", { file_base64: form, data_base64 });
  expect(await readValues((await filled.bytes()).toBase64())).toEqual({ size: "small" });
});

describe("form data is refused if", () => {
  test.each<[string, string, string]>([
    ["it is of another kind", "name,value", "invalid_form_data"],
    ["it is empty", "", "invalid_form_data"],
    ["it is other XML", "<a/>", "invalid_form_data"],
    ["it has a DOCTYPE", `<!DOCTYPE a [<!ENTITY b "c">]>${wrapXfdf("")}`, "invalid_form_data"],
    ["it is cut off", wrapXfdf("<field name='a'>").slice(0, 120), "invalid_form_data"],
    ["it is an FDF file without fields", "%FDF-1.2\n1 0 obj\n<<>>\nendobj\n", "invalid_form_data"],
    [
      "it has a stream",
      `%FDF-1.2\n1 0 obj\n<</Length 1>>stream\nx\nendstream`,
      "invalid_form_data",
    ],
    ["it is nested too deep", wrapXfdf("<field name='a'>".repeat(200)), "invalid_form_data"],
    ["an array is nested too deep", wrapFdf("[".repeat(100_000)), "invalid_form_data"],
  ])("%s", async (_, data, expected) => {
    const { code, errors } = await json(await fill(data));
    expect([code, errors?.[0].location]).toEqual([expected, "body.data_base64"]);
  });

  test("a name or value is wrong, which the message locates", async () => {
    const data = wrapXfdf('<field name="nots"><value>a</value></field>');
    const { code, errors } = await json(await fill(data, { fill: { agree: "perhaps" } }));
    expect(code).toBe("invalid_fields");
    expect(errors.map(({ location }: { location: string }) => location)).toEqual([
      "body.data.nots",
      "body.fill.agree",
    ]);
  });

  test("the request has neither values nor data", async () => {
    const { code } = await json(await hub.post("/api/pdf/fill-form", { file_base64: rich }));
    expect(code).toBe("invalid_input");
  });
});
