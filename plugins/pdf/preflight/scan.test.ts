import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { writePdf } from "../sample.ts";
import { Lexer, Objects, type PdfValue, Ref, streamKeyword } from "./scan.ts";

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const read = (text: string) => new Lexer(bytes(text)).value();
const scan = (text: string) => new Objects(bytes(text), "body.file");

describe("parses a value", () => {
  test.each<[string, PdfValue | undefined]>([
    ["", undefined],
    ["  % nothing but a comment", undefined],
    ["% a comment\r12", 12],
    ["true", true],
    ["false ", false],
    ["null", null],
    ["other", null],
    ["-1.5", -1.5],
    ["+7", 7],
    [".25", 0.25],
    ["12 0 R", new Ref(12)],
    ["12 0 Rest", 12],
    ["12 123456 R", 12],
    ["12 -1 R", 12],
    ["-12 0 R", -12],
    ["1.5 0 R", 1.5],
    ["/Name", "/Name"],
    ["/A#42#5f", "/AB_"],
    ["/A#4g", "/A#4g"],
    ["/", "/"],
    ["(a string)", ""],
    ["<48 65>", ""],
    ["]", undefined],
    [">>", undefined],
    [")", null],
    ["{", null],
    ["[1 (]) /A<5D>[2]null]", [1, "", "/A", "", [2], null]],
    ["[{7}) 8]", [null, 7, null, null, 8]],
    ["[1 2 0 R 3]", [1, new Ref(2), 3]],
    [
      "<</A 1/B(\\)>>)/C<</D[true]>>>>",
      new Map<string, PdfValue>([
        ["/A", 1],
        ["/B", ""],
        ["/C", new Map([["/D", [true]]])],
      ]),
    ],
    ["<<1 2 /A 3 (x) /B>>", new Map([["/A", 3]])],
    ["<</A>>", new Map()],
    ["<</A 1", new Map([["/A", 1]])],
  ])("%p", (text, value) => {
    expect(read(text)).toEqual(value);
  });

  test("as written, for any value", () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<PdfValue>(null, true, false),
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.nat(9999).map((number) => new Ref(number)),
        fc.stringMatching(/^\/[A-Za-z0-9.]{1,9}$/),
        fc.array(tie("value"), { maxLength: 5 }),
        fc
          .dictionary(fc.stringMatching(/^\/[A-Za-z]{1,5}$/), tie("value"), { maxKeys: 4 })
          .map((entries) => new Map(Object.entries(entries))),
      ),
    }));
    fc.assert(
      fc.property(
        value as fc.Arbitrary<PdfValue>,
        fc.constantFrom(" ", "\r\n", "%x)\n", "\0\t"),
        (value, gap) => {
          expect(read(write(value, gap))).toEqual(value);
        },
      ),
      cases(300),
    );
  });

  test("after another, and none past the end", () => {
    const lexer = new Lexer(bytes("1 /A (b(c)\\)) <</D 2>> [3] 4"), 0, 26);
    expect(Array.from({ length: 6 }, () => lexer.value())).toEqual([
      1,
      "/A",
      "",
      new Map([["/D", 2]]),
      [3],
      undefined,
    ]);
  });

  test("but not if it is nested too deeply", () => {
    const nest = (levels: number) => read(`${"[".repeat(levels)}7${"]".repeat(levels)}`);
    expect(JSON.stringify(nest(64))).toContain("[7]");
    expect(JSON.stringify(nest(65))).toContain("[[],7]");
    expect(read("<<".repeat(200_000))).toEqual(new Map());
  });

  test("with at most 256 bytes of a name", () => {
    expect(read(`/${"a".repeat(1000)}`)).toBe(`/${"a".repeat(256)}`);
    expect(new Lexer(bytes("  word(x")).word()).toBe("word");
  });
});

function write(value: PdfValue, gap: string): string {
  if (value instanceof Ref) return `${value.number}${gap}0${gap}R`;
  if (value instanceof Map)
    return `<<${[...value].map(([key, item]) => `${key}${gap}${write(item, gap)}`).join(gap)}>>`;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, gap)).join(gap)}]`;
  return String(value);
}

describe("finds streams", () => {
  const contents = (text: string) => scan(text).streams.map(({ from, to }) => text.slice(from, to));

  test.each([
    ["by their length", "1 0 obj<</Length 3>>stream\nabcendstream endobj", ["abc"]],
    ["behind two signs that end a line", "1 0 obj<</Length 3>>stream\r\nabc\r\nendstream", ["abc"]],
    ["behind one of them", "1 0 obj<</Length 3>>stream\rabc\nendstream", ["abc"]],
    [
      "by a length elsewhere",
      "2 0 obj 3 endobj 1 0 obj<</Length 2 0 R>>stream\nabc\nendstream",
      ["abc"],
    ],
    ["that start with a line break", "1 0 obj<</Length 4>>stream\n\nabc\nendstream", ["\nabc"]],
    ["of no length", "1 0 obj<</Length 0>>stream\nabc endstream", [""]],
    ["where their length lies", "1 0 obj<</Length 9>>stream\nabc\nendstream", ["abc\n"]],
    ["with a negative length", "1 0 obj<</Length -1>>stream\nabc\nendstream", ["abc\n"]],
    ["where it goes past the end", "1 0 obj<</Length 999>>stream\nabc\nendstream", ["abc\n"]],
    ["where they have none", "1 0 obj stream\nabc\nendstream", ["abc\n"]],
    [
      "with their own keyword in them",
      "1 0 obj<</Length 11>>stream\nstream\n1234endstream",
      ["stream\n1234"],
    ],
    [
      "one after the other",
      "1 0 obj<</Length 1>>stream\na\nendstream endobj 2 0 obj 5 endobj 3 0 obj<</Length 1>>stream\nb\nendstream",
      ["a", "b"],
    ],
  ])("%s", (_, text, expected) => {
    expect(contents(text)).toEqual(expected);
  });

  test("but not if the keyword's line doesn't end, or an object ends before it", () => {
    expect(contents("1 0 obj<</Length 1>> stream x endobj")).toEqual([]);
    expect(contents("1 0 obj 7 endobj stream\nabc endstream")).toEqual([]);
    const at = (text: string, from = 0) => streamKeyword(Buffer.from(text), from);
    expect([
      at("stream\n"),
      at("endstream\n"),
      at("xstream\r", 1),
      at("stream "),
      at("stream\nstream\n", 1),
      at("streamstream\n"),
    ]).toEqual([0, -1, 1, -1, 7, 6]);
  });

  test("or rejects a truncated file", () => {
    expect(() => scan("1 0 obj<<>>stream\nabc")).toThrow("body.file ends within a stream");
  });
});

describe("finds objects", () => {
  const value = (text: string, number = 1) => scan(text).resolve(new Ref(number));

  test.each<[string, string, PdfValue | undefined]>([
    ["by their number", "1 0 obj 7 endobj", 7],
    ["over more than one line", "1\n 0\r\nobj/A endobj", "/A"],
    ["directly after another word", "xx1 0 obj 7 endobj", 7],
    ["in their last version", "1 0 obj 7 endobj 1 0 obj 8 endobj", 8],
    ["over a reference", "1 0 obj 2 0 R endobj 2 0 obj 9 endobj", 9],
    ["not without a generation", "1 obj 7 endobj", undefined],
    ["not of a generation too long", "1 123456 obj 7 endobj", undefined],
    ["not at their end", "1 0 endobj 7", undefined],
    ["not in a circle", "1 0 obj 1 0 R endobj", undefined],
    ["not if it is missing", "2 0 obj 7 endobj", undefined],
  ])("%s", (_, text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  test("through at most 32 references", () => {
    const chain = (links: number) =>
      `${Array.from({ length: links }, (_, at) => `${at + 1} 0 obj ${at + 2} 0 R endobj `).join("")}${links + 1} 0 obj 7 endobj`;
    expect(value(chain(31))).toBe(7);
    expect(value(chain(32))).toBeUndefined();
  });

  test("in object streams, which override earlier objects", () => {
    const objects = scan("1 0 obj 7 endobj");
    objects.addPacked(bytes("1 0 12 5 /One /Two"), { count: 2, first: 9 });
    expect([1, 12].map((number) => objects.resolve(new Ref(number)))).toEqual(["/One", "/Two"]);
    // The offset of the third is invalid, so only the first one's value is read.
    objects.addPacked(bytes("1 0 12 /X 7 0 8 9"), { count: 3, first: 14 });
    expect([1, 12, 7].map((number) => objects.resolve(new Ref(number)))).toEqual([
      8,
      "/Two",
      undefined,
    ]);
    objects.addPacked(bytes("7 0 8 0 /Last"), { count: 1, first: 8 });
    expect([7, 8].map((number) => objects.resolve(new Ref(number)))).toEqual(["/Last", undefined]);
  });

  test("by their type", () => {
    const objects = scan(
      "1 0 obj<</Type/Page>>endobj 2 0 obj<</Type/Catalog/A 1>>endobj 3 0 obj<</Type/Catalog/A 2>>endobj",
    );
    expect(objects.ofType("/Catalog")?.get("/A")).toBe(1);
    expect(objects.ofType("/Other")).toBeUndefined();
    expect(objects.dictionary(new Ref(1))?.get("/Type")).toBe("/Page");
    expect(objects.dictionary(new Ref(9))).toBeUndefined();
  });

  test("and trailers of both kinds", () => {
    const pdf = Buffer.from(writePdf(["<</Type/Catalog>>"])).toString("latin1");
    expect(scan(pdf).trailers.map((trailer) => trailer.get("/Root"))).toEqual([new Ref(1)]);
    const xref = "9 0 obj<</Type/XRef/Root 4 0 R/Length 0>>stream\n\nendstream endobj";
    expect(scan(pdf + xref).trailers.map((trailer) => trailer.get("/Root"))).toEqual([
      new Ref(1),
      new Ref(4),
    ]);
    expect(scan("trailer 7").trailers).toEqual([]);
  });

  test("but none with too high a number", () => {
    expect(value("1000000 0 obj 7 endobj", 1_000_000)).toBe(7);
    expect(() => scan("1000001 0 obj 7 endobj")).toThrow(
      "body.file must have at most 1000000 objects",
    );
  });
});

test.each(["dstream\n", "nstream\n", "n stream\n", "nxstream\n"])(
  "requires a boundary before the end keyword of a stream: %j",
  (text) => {
    expect(streamKeyword(Buffer.from(text), 0)).toBe(text.indexOf("stream"));
  },
);
