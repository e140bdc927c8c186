import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

type Options = Record<string, unknown>;

async function fromXml(input: string, options: Options = {}) {
  const body = { input, from: "xml", to: "json", indent: 0, ...options };
  return json(await hub.post("/api/dev/json/convert", body));
}

async function toXml(input: string, options: Options = {}) {
  return json(
    await hub.post("/api/dev/json/convert", { input, from: "json", to: "xml", ...options }),
  );
}

const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';

test.each([
  ["<a/>", '{"a":null}'],
  ["<a></a>", '{"a":""}'],
  ["<a> x </a>", '{"a":" x "}'],
  ["<a b='1' c=\"x&quot;y\"/>", '{"a":{"@b":"1","@c":"x\\"y"}}'],
  ["<a b='1'>x</a>", '{"a":{"@b":"1","#text":"x"}}'],
  ["<a><b>1</b><c/><b>2</b></a>", '{"a":{"b":["1","2"],"c":null}}'],
  ["<a>&lt;&#65;&#x1F600;&amp;</a>", '{"a":"<A😀&"}'],
  ["<a>x<![CDATA[<b>&]]>y</a>", '{"a":"x<b>&y"}'],
  ["<?xml version='1.0'?><!-- c --><a><?pi x?><!-- d -->1</a><!-- e -->", '{"a":"1"}'],
  ["<ns:a xmlns:ns='u'/>", '{"ns:a":{"@xmlns:ns":"u"}}'],
  ["<a b='x\n\ty'>1\r\n2</a>", '{"a":{"@b":"x  y","#text":"1\\n2"}}'],
  ["\ufeff<é>1</é>", '{"é":"1"}'],
  ["<a><__proto__>1</__proto__></a>", '{"a":{"__proto__":"1"}}'],
])("convert parses %s", async (text, expected) => {
  expect((await fromXml(text)).output).toBe(expected);
});

test("convert infers types in XML on request", async () => {
  const text = "<a b='1.0'><c>12345678901234567890</c><d>true</d></a>";
  expect((await fromXml(text, { infer_types: true })).output).toBe(
    '{"a":{"@b":1.0,"c":12345678901234567890,"d":true}}',
  );
});

test("convert parses documents with a type, and expands none of its entities", async () => {
  const plist =
    '<!DOCTYPE plist PUBLIC "-//X//DTD P 1.0//EN" "http://x/p.dtd"><plist><string>a</string></plist>';
  expect(await fromXml(plist)).toMatchObject({
    output: '{"plist":{"string":"a"}}',
    warnings: ["The document type is left out (line 1)"],
  });
  const { output, warnings } = await fromXml('<!DOCTYPE a [<!ENTITY x "]>">]>\n<a>1</a>');
  expect(output).toBe('{"a":"1"}');
  expect(warnings[1]).toStartWith("Declarations in the document type have no effect");
});

test("convert warns once of comments and processing instructions that are lost", async () => {
  const { warnings } = await fromXml("<!-- a -->\n<a><!-- b --><?x y?>1</a>\n<?z?>");
  expect(warnings).toEqual([
    "Comments are left out (line 1)",
    "Processing instructions are left out (line 2)",
  ]);
});

test("convert warns of mixed content", async () => {
  const { output, warnings } = await fromXml("<p>one <b>two</b> three</p>");
  expect(output).toBe('{"p":{"b":"two","#text":"one  three"}}');
  expect(warnings).toEqual(["The order of texts and elements in <p> is lost (line 1)"]);
});

test.each([
  ["<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "Undefined entity: only those of XML itself"],
  ["<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a b='&x;'/>", "Undefined entity"],
  ["<!DOCTYPE a <!ENTITY x 'y'><a/>", "Malformed document type declaration"],
  ["<a/><!DOCTYPE a>", "Inappropriately located doctype declaration"],
  ["<a>&x;</a>", "Undefined entity"],
  ["<a>&constructor;</a>", "Undefined entity"],
  ["<a>&</a>", "Unclosed tag: a"],
  ["<a>&#0;</a>", "Malformed character entity"],
  ["<a>&#xD800;</a>", "Malformed character entity"],
  ["<a>", "Unclosed tag: a"],
  ["<a></b>", "Unexpected close tag"],
  ["<a/><b/>", "Documents may contain only one root"],
  ["<a b='1' b='2'/>", "Duplicate attribute: b"],
  ["<a b='<'/>", "Disallowed character"],
  ["<a b=1/>", "Unquoted attribute value"],
  ["<a>]]></a>", 'The string "]]>" is disallowed in char data'],
  ["<a>\u0001</a>", "Disallowed character"],
  ["<!-- a -- b --><a/>", "Malformed comment"],
  ["<!-- <a/>", "Document must contain a root element"],
  ["<1/>", "Disallowed character in tag name"],
  ["text", "Text data outside of root node"],
  ["", "Document must contain a root element"],
])("convert rejects %s", async (text, message) => {
  const answer = await fromXml(text);
  expect(answer.code).toBe("syntax_error");
  expect(answer.detail).toContain(`: ${message}`);
});

test("convert writes one root element, or wraps everything in one", async () => {
  expect((await toXml('{"a":{"b":[1,2]}}')).output).toBe(
    `${prolog}<a>\n  <b>1</b>\n  <b>2</b>\n</a>\n`,
  );
  expect((await toXml('[1,"x"]', { root: "list" })).output).toBe(
    `${prolog}<list>\n  <item>1</item>\n  <item>x</item>\n</list>\n`,
  );
  expect((await toXml("null")).output).toBe(`${prolog}<root/>\n`);
});

test("convert writes attributes together with text", async () => {
  const text = '{"a":{"@b":"x\\"\\n","#text":"1 < 2","c":{"@d":true}}}';
  expect((await toXml(text)).output).toBe(
    `${prolog}<a b="x&quot;&#10;">\n  1 &lt; 2\n  <c d="true"/>\n</a>\n`,
  );
});

test("convert replaces names and characters that XML can't contain, and reports it", async () => {
  const { output, warnings } = await toXml('{"1 a":"\\u0001","b":[],"c":{}}');
  expect(output).toBe(`${prolog}<root>\n  <_1_a>\ufffd</_1_a>\n  <c/>\n</root>\n`);
  expect(warnings).toEqual([
    'The name "1 a" is written "_1_a"',
    "Characters that XML cannot hold were replaced by U+FFFD",
    'The list "b" has no items and was left out',
    '"c" is empty and is written like null',
  ]);
});

test("convert writes XML that parses to the same data", async () => {
  const text = '{"r":{"@k":" a\\tb ","x":["","<&>\\r\\n]]>",null,"é😀"],"y":{"z":" "}}}';
  expect((await fromXml((await toXml(text)).output)).output).toBe(text);
});

test("convert keeps white space in text, and drops indentation", async () => {
  expect((await fromXml('<a b="1"> x\n</a>')).output).toBe('{"a":{"@b":"1","#text":" x\\n"}}');
  expect((await fromXml("<a>\n  <b> y </b>\n</a>")).output).toBe('{"a":{"b":" y "}}');
});

test("convert warns of a lost order of XML elements", async () => {
  const lost = await fromXml("<doc><h>1</h><p>a</p><h>2</h><p>b</p></doc>");
  expect(lost.warnings).toEqual(["The order of the elements in <doc> is lost (line 1)"]);
  expect((await fromXml("<doc><h>1</h><h>2</h><p>a</p></doc>")).warnings).toEqual([]);
});
