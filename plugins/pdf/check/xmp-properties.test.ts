import { describe, expect, test } from "bun:test";
import { listMissingFields } from "./extension-schemas.ts";
import { getPropertyTypes, hasType, readProperties } from "./xmp-properties.ts";

const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const tiff = "http://ns.adobe.com/tiff/1.0/";
const packet = (inside: string, attributes = "") =>
  `<rdf:RDF ${rdf}><rdf:Description rdf:about="" xmlns:tiff="${tiff}"${attributes}>${inside}</rdf:Description></rdf:RDF>`;
const list = (kind: string, ...items: string[]) =>
  `<rdf:${kind}>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join("")}</rdf:${kind}>`;

/** Returns whether the only property of a packet has a type. */
function check(inside: string, type: string): boolean {
  const [property, ...more] = readProperties(packet(`<tiff:Make>${inside}</tiff:Make>`));
  expect(more).toEqual([]);
  return property !== undefined && hasType(property, type);
}

describe("a value", () => {
  test.each([
    ["Canon", "text"],
    ["", "text"],
    ["-12", "integer"],
    ["0.5", "real"],
    ["+3", "real"],
    ["-3/4", "rational"],
    ["True", "boolean"],
    ["2016", "date"],
    ["2016-02-01T13:19:21+01:00", "date"],
    [list("Seq", "8", "8"), "seq integer"],
    [list("Bag", "a"), "bag text"],
    [`<rdf:Alt><rdf:li xml:lang="en">a</rdf:li></rdf:Alt>`, "languages"],
    [`<rdf:Description><tiff:x>1</tiff:x></rdf:Description>`, "structure"],
    [
      `<rdf:Seq><rdf:li rdf:parseType="Resource"><tiff:x>1</tiff:x></rdf:li></rdf:Seq>`,
      "seq structure",
    ],
  ])("%j is a value of the type %s", (inside, type) => {
    expect(check(inside, type)).toBe(true);
  });

  test.each([
    [list("Seq", "Canon"), "text"],
    ["1.0", "integer"],
    ["1/2", "real"],
    ["0.5", "rational"],
    ["true", "boolean"],
    ["on Monday", "date"],
    [list("Bag", "8"), "seq integer"],
    [list("Seq", "8", "1/1"), "seq integer"],
    ["a", "bag text"],
    [list("Alt", "a"), "languages"],
    ["a", "structure"],
    [`<rdf:Description><tiff:x>1</tiff:x></rdf:Description>`, "text"],
  ])("%j is no value of the type %s", (inside, type) => {
    expect(check(inside, type)).toBe(false);
  });
});

test("properties are elements and attributes, also with a resource or a structure", () => {
  const found = readProperties(
    packet(
      `<tiff:Model rdf:resource="uuid:1"/><tiff:Artist rdf:parseType="Resource"><tiff:x>1</tiff:x></tiff:Artist>`,
      ` tiff:Make="Canon"`,
    ),
  );
  expect(found.map(({ name, items }) => [name, items[0]?.text, items[0]?.isStructure])).toEqual([
    ["Make", "Canon", false],
    ["Model", "uuid:1", false],
    ["Artist", "", true],
  ]);
});

test("the properties before an error of the XML are read", () => {
  const broken = packet("<tiff:Make>Canon</tiff:Make><tiff:Model>").slice(0, -28);
  expect(readProperties(broken).map(({ name }) => name)).toEqual(["Make", "Model"]);
  expect(listMissingFields("<a><b></a>")).toEqual([]);
});

test("each type of the table is a type that values can have", () => {
  const sound = ["text", "integer", "real", "rational", "boolean", "date", "structure"];
  for (const [name, type] of getPropertyTypes(tiff) ?? []) {
    const [kind, ...lists] = type.split(" ").toReversed();
    expect([name, type === "languages" || sound.includes(kind ?? "")]).toEqual([name, true]);
    expect(["", "bag", "seq", "alt"]).toContain(lists.join(" "));
  }
  expect(getPropertyTypes("http://example.com/")).toBeUndefined();
});
