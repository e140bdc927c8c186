import { describe, expect, test } from "bun:test";
import { compact, decodeXml, findAll, findNode, findText, parseXml } from "./xml-tree.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";

describe("a document", () => {
  test("has the usual prefixes of its namespaces, and attributes as written", () => {
    const xml = `<x:Invoice xmlns:x="${ubl}Invoice-2" xmlns:y="${ubl}CommonBasicComponents-2"><y:ID y:scheme=" a "> 1<![CDATA[<2>]]></y:ID><z xmlns="urn:other"/></x:Invoice>`;
    const { name, children } = parseXml(xml, "body");
    expect(name).toBe("Invoice");
    const found = children.map((child) => [child.name, child.attributes, child.text]);
    expect(found).toEqual([
      ["cbc:ID", { "y:scheme": " a " }, " 1<2>"],
      ["?:z", {}, ""],
    ]);
  });

  test.each([
    ["<a>", "must be well-formed XML"],
    ["", "must be well-formed XML"],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "must not have a DOCTYPE"],
    [`${"<a>".repeat(61)}${"</a>".repeat(61)}`, "must be nested at most 60 deep"],
    [`<a>${"<b/>".repeat(300_000)}</a>`, "must have at most 300000 elements"],
  ])("is refused: %#", (xml, problem) => {
    expect(() => parseXml(xml, "body.xml")).toThrow(`body.xml ${problem}`);
  });

  test("can have the limits of depth and elements", () => {
    expect(parseXml(`${"<a>".repeat(60)}${"</a>".repeat(60)}`, "body").name).toBe("?:a");
    expect(parseXml(`<a>${"<b/>".repeat(299_999)}</a>`, "body").children).toHaveLength(299_999);
  });
});

describe("the encoding of a document", () => {
  const text = '<?xml version="1.0"?><a>ä</a>';
  const wide = (mark: boolean, swap: boolean) => {
    const bytes = Buffer.from(`${mark ? "\ufeff" : ""}${text}`, "utf16le");
    return new Uint8Array(swap ? bytes.swap16() : bytes);
  };

  test.each([
    [true, false],
    [false, false],
    [true, true],
    [false, true],
  ])("is UTF-16 with a mark (%p) or without, big-endian (%p) or not", (mark, swap) => {
    expect(decodeXml(wide(mark, swap), "body")).toBe(text);
  });

  test("is the declared one, or UTF-8", () => {
    const latin = text.replace("?>", ' encoding="ISO-8859-1"?>');
    expect(decodeXml(Buffer.from(latin, "latin1"), "body")).toBe(latin);
    expect(decodeXml(Buffer.from(text), "body")).toBe(text);
  });

  test("must be the right one, and known", () => {
    expect(() => decodeXml(Buffer.from(text, "latin1"), "body.file")).toThrow(
      'body.file must be text in the encoding "utf-8"',
    );
    const unknown = Buffer.from(text.replace("?>", ' encoding="klingon"?>'));
    expect(() => decodeXml(unknown, "body")).toThrow('body must be text in the encoding "klingon"');
  });
});

test("elements are found by a path of names", () => {
  const root = parseXml("<a><b><c> 1 </c></b><b><c/><c>2</c></b></a>", "body");
  expect(findAll(root, "?:b/?:c").map(({ text }) => text)).toEqual([" 1 ", "", "2"]);
  expect([findText(root, "?:b/?:c"), findText(root, "?:b"), findText(undefined, "?:b")]).toEqual([
    ...["1", undefined, undefined],
  ]);
  expect(findNode(root, "?:b/?:c")).toBe(findAll(root, "?:b/?:c")[0]!);
  expect(findNode(root, "?:c")).toBeUndefined();
});

test("members without a value are removed at any depth", () => {
  const value = { a: undefined, b: [], c: { d: {} }, e: [undefined, { f: 0 }, {}], g: "", h: null };
  expect(compact<object>(value)).toEqual({ e: [{ f: 0 }], g: "", h: null });
  expect(compact({ a: [] })).toBeUndefined();
});
