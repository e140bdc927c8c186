import { expect, test } from "bun:test";
import { readDescription, writeDescription, writePacket } from "./xmp.ts";

const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/** Builds a packet with unusual prefixes. */
function buildPacket(inside: string, attributes = ""): string {
  return `\ufeff<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="${rdf}" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:m="http://ns.adobe.com/xap/1.0/mm/" xmlns:q="http://ns.adobe.com/xap/1.0/rights/" xmlns:xap="http://ns.adobe.com/xap/1.0/"><r:Description r:about=""${attributes}>${inside}</r:Description></r:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const rewrite = (packet: string) => writeDescription(readDescription(packet).properties).join("");

test.each([
  [
    "texts in several languages",
    '<d:title><r:Alt><r:li xml:lang="x-default">A &amp; B</r:li><r:li xml:lang="de">C</r:li></r:Alt></d:title>',
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li><rdf:li xml:lang="de">C</rdf:li></rdf:Alt></dc:title>',
  ],
  [
    "lists",
    "<d:creator><r:Seq><r:li> Ann </r:li><r:li/><r:li>Ben</r:li></r:Seq></d:creator>",
    "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Ben</rdf:li></rdf:Seq></dc:creator>",
  ],
  [
    "a single text as the list that it has to be",
    "<d:subject>one</d:subject>",
    "<dc:subject><rdf:Bag><rdf:li>one</rdf:li></rdf:Bag></dc:subject>",
  ],
  [
    "only the first value",
    "<d:source>a</d:source><d:source>b</d:source>",
    "<dc:source>a</dc:source>",
  ],
  ["no empty property", "<d:source> </d:source><d:title><r:Alt/></d:title>", ""],
])("reads and writes %s", (_, inside, expected) => {
  expect(rewrite(buildPacket(inside))).toBe(expected);
});

test("reads attributes with any prefix", () => {
  const packet = buildPacket("", ' xap:CreatorTool="Quill &lt;1&gt;" q:Marked="True"');
  expect(rewrite(packet)).toBe(
    "<xmp:CreatorTool>Quill &lt;1&gt;</xmp:CreatorTool><xmpRights:Marked>True</xmpRights:Marked>",
  );
});

test("names the properties that it can't keep", () => {
  const inside =
    '<m:DerivedFrom r:parseType="Resource"><d:title>Other</d:title></m:DerivedFrom><m:Pantry><r:Bag><r:li><r:Description d:title="Part"><d:source>x</d:source></r:Description></r:li></r:Bag></m:Pantry><d:colour>red</d:colour><xap:CreateDate>yesterday</xap:CreateDate><q:Marked>yes</q:Marked>';
  const { properties, others } = readDescription(buildPacket(inside));
  expect([...properties]).toEqual([]);
  const expected = ["xmpMM:DerivedFrom", "xmpMM:Pantry", "dc:colour", "xmp:CreateDate"];
  expect([...others]).toEqual([...expected, "xmpRights:Marked"]);
});

test("keeps what precedes an error", () => {
  const start = buildPacket("<d:source>a</d:source>").split("</r:Description>")[0];
  for (const end of ["", "</wrong>", "&unknown;", "<none:a/>"])
    expect(rewrite(`${start}${end}`)).toBe("<dc:source>a</dc:source>");
  expect(rewrite(`<!DOCTYPE a [<!ENTITY b "c">]>${buildPacket("<d:source>&b;</d:source>")}`)).toBe(
    "",
  );
  expect(rewrite("no XML")).toBe("");
});

test("reads what it writes", () => {
  const { properties } = readDescription(
    buildPacket(
      '<d:rights>"&lt;\u{1f600}</d:rights><d:date><r:Seq><r:li>2026-01</r:li></r:Seq></d:date>',
    ),
  );
  expect(properties.size).toBe(2);
  const again = readDescription(writePacket(writeDescription(properties)));
  expect(writeDescription(again.properties)).toEqual(writeDescription(properties));
});
