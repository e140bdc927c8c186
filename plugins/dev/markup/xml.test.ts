import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const format = (body: object) => hub.post("/api/dev/xml/format", body);
const query = (body: object) => hub.post("/api/dev/xml/query", body);

const shop = `<?xml version="1.0"?>
<shop xmlns:x="urn:extra" name="Corner"><!-- stock --><book id="b1" lang="en"><title>Emma</title><price>8.5</price></book><book id="b2"><title>Ulysses</title><price>12</price><x:note>rare</x:note></book><book id="b3" lang="de"><title>Faust &amp; co</title><price>7</price></book><?print now?></shop>`;

// Results of xmllint --xpath (libxml2 2.9.14), one match per line.
test.each([
  ["//title", "<title>Emma</title>\n<title>Ulysses</title>\n<title>Faust &amp; co</title>"],
  ["count(//book)", "3"],
  ["//book[1]/title", "<title>Emma</title>"],
  ["//book[last()]/@id", "b3"],
  ["//book[price > 8]/title", "<title>Emma</title>\n<title>Ulysses</title>"],
  ["//book[@lang='de']/title/text()", "Faust & co"],
  ["sum(//price)", "27.5"],
  ["string(//title[3])", ""],
  ["//comment()", " stock "],
  ["//processing-instruction()", "now"],
  ["name(/*)", "shop"],
  ["//x:note", "<x:note>rare</x:note>"],
  ["concat(//title[1], '-', count(//book))", "Emma-3"],
  ["contains(//title[3], '&')", "false"],
  ["//book[not(@lang)]/@id", "b2"],
  ["//book[starts-with(title, 'U')]/price", "<price>12</price>"],
  ["substring('12345', 2, 3)", "234"],
  ["substring('12345', 1.5, 2.6)", "234"],
  ["substring-before('1999/04/01', '/')", "1999"],
  ["substring-after('1999/04/01', '/')", "04/01"],
  ["translate('--aaa--', 'abc-', 'ABC')", "AAA"],
  ["normalize-space('  a   b ')", "a b"],
  ["string-length('äb')", "2"],
  ["round(-2.5)", "-2"],
  ["ceiling(1.2)", "2"],
  ["1 div 0", "Infinity"],
  ["0 div 0", "NaN"],
  ["5 mod -2", "1"],
  ["1000000000000000000000", "1e+21"],
  ["//price/ancestor::book/@id", "b1\nb2\nb3"],
  ["//book[2]/preceding-sibling::book/@id", "b1"],
  [
    "//title[1] | //x:note",
    "<title>Emma</title>\n<title>Ulysses</title>\n<x:note>rare</x:note>\n<title>Faust &amp; co</title>",
  ],
  [
    "//book[2]",
    '<book id="b2"><title>Ulysses</title><price>12</price><x:note>rare</x:note></book>',
  ],
  ["id('b1')", ""],
  ["boolean('false')", "true"],
  ["/shop/book[position() mod 2 = 1]/@id", "b1\nb3"],
])("xml/query agrees with xmllint on %s", async (path, expected) => {
  const answer = await json(await query({ xml: shop, path }));
  expect(answer.text).toBe(expected);
});

test("xml/query describes nodes", async () => {
  const { matches } = await json(await query({ xml: shop, path: "//x:note | //book[2]/@id" }));
  expect(matches).toEqual([
    { kind: "attribute", name: "id", value: "b2", xml: null, line: 2 },
    { kind: "element", name: "x:note", value: "rare", xml: "<x:note>rare</x:note>", line: 2 },
  ]);
});

test("xml/query counts the nodes that it doesn't list", async () => {
  const answer = await json(await query({ xml: shop, path: "//*", limit: 2 }));
  expect([answer.count, answer.matches.length, answer.truncated]).toEqual([11, 2, true]);
});

test("xml/query gives the default namespace a prefix, and says so if nothing matches", async () => {
  const xml = '<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title></feed>';
  const empty = await json(await query({ xml, path: "//title" }));
  expect([empty.count, empty.warnings.length]).toEqual([0, 1]);
  expect(empty.warnings[0]).toContain('"_"');
  expect((await json(await query({ xml, path: "string(//_:title)" }))).value).toBe("News");
  const namespaces = { a: "http://www.w3.org/2005/Atom" };
  const wrong = await query({ xml, path: "/a", namespaces: { "1a": "urn:a" } });
  expect(await json(wrong)).toMatchObject({
    status: 400,
    code: "invalid_input",
    detail: expect.stringContaining('one is "1a"'),
  });
  expect((await json(await query({ xml, path: "string(//a:title)", namespaces }))).value).toBe(
    "News",
  );
});

test.each([
  ["//b[", "Invalid"],
  ["foo()", "Unregistered function"],
  ["//q:e", "Undefined namespace prefix"],
  ["//a\0]", "Invalid character"],
  [`a${"[a".repeat(51)}${"]".repeat(51)}`, "must not nest deeper than 50"],
  ["//namespace::*", "Namespace nodes cannot be returned"],
])("xml/query names the problem of %j", async (path, problem) => {
  const answer = await json(await query({ xml: shop, path }));
  expect(answer).toMatchObject({
    status: 422,
    code: "invalid_path",
    errors: [{ location: "body.path" }],
  });
  expect(answer.detail).toContain(problem);
});

// Written by xmllint --format (libxml2 2.9.14).
test.each([
  ["<a><b/><c>x</c></a>", "<a>\n  <b/>\n  <c>x</c>\n</a>\n"],
  ["<a>t<b/>u</a>", "<a>t<b/>u</a>\n"],
  ["<a><p>one <b>two</b></p></a>", "<a>\n  <p>one <b>two</b></p>\n</a>\n"],
  ["<a><b></b></a>", "<a>\n  <b/>\n</a>\n"],
  ["<a><!-- c --><b/></a>", "<a>\n  <!-- c -->\n  <b/>\n</a>\n"],
  ["<a><?pi d?><b/></a>", "<a>\n  <?pi d?>\n  <b/>\n</a>\n"],
  ['<a xml:space="preserve"> <b/> </a>', '<a xml:space="preserve"> <b/> </a>\n'],
  ["<a b='1' c='\"'/>", '<a b="1" c="&quot;"/>\n'],
  ["<a>&lt;&amp;&#10;</a>", "<a>&lt;&amp;\n</a>\n"],
  ["<a>\n  <b>\n</b>\n</a>", "<a>\n  <b>\n</b>\n</a>\n"],
  ["<a><![CDATA[<x>]]></a>", "<a><![CDATA[<x>]]></a>\n"],
  ["<a xmlns='u'><b xmlns=''/></a>", '<a xmlns="u">\n  <b xmlns=""/>\n</a>\n'],
  ["<a><b> </b></a>", "<a>\n  <b> </b>\n</a>\n"],
  ["<a><b>x</b> <c>y</c></a>", "<a>\n  <b>x</b>\n  <c>y</c>\n</a>\n"],
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a>é</a>',
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a>é</a>\n',
  ],
  [
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1/svg11.dtd"><svg><g/></svg>',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://127.0.0.1/svg11.dtd">\n<svg>\n  <g/>\n</svg>\n',
  ],
  [
    '<!DOCTYPE a [<!ENTITY x "yy">]><a><b>&x;</b></a>',
    '<!DOCTYPE a [\n<!ENTITY x "yy">\n]>\n<a>\n  <b>&x;</b>\n</a>\n',
  ],
  ["<!-- top --><a/><!-- end -->", "<!-- top -->\n<a/>\n<!-- end -->\n"],
  ["<a b='&#10;&#9;&lt;'/>", '<a b="&#10;&#9;&lt;"/>\n'],
  ["<a>  <b>1</b>text <c/></a>", "<a><b>1</b>text <c/></a>\n"],
])("xml/format writes %j like xmllint", async (xml, formatted) => {
  expect((await json(await format({ xml }))).formatted).toBe(formatted);
});

test("xml/format writes characters as such, with the given indentation", async () => {
  const xml = "<a><b>é😀</b></a>";
  expect((await json(await format({ xml, indent: "tab" }))).formatted).toBe(
    "<a>\n\t<b>é😀</b>\n</a>\n",
  );
  expect(await json(await format({ xml, indent: 0 }))).toMatchObject({
    status: 400,
    errors: [{ location: "body.indent" }],
  });
});

test("xml/format removes layout with minify, and warns if it may be content", async () => {
  const answer = await json(await format({ xml: "<a>\n <b>1</b> <b/>\n</a>", minify: true }));
  expect([answer.formatted, answer.warnings.length]).toEqual(["<a><b>1</b><b/></a>", 1]);
});

test("xml/format reads raw bodies as UTF-8 and corrects their declaration", async () => {
  const body = '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>';
  const type = { "content-type": "application/xml" };
  const answer = await hub.post("/api/dev/xml/format?minify=true", body, type);
  const { formatted, warnings } = await json(answer);
  expect(formatted).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<a>é</a>');
  expect(warnings).toHaveLength(1);
});

test.each([
  ["<a><b></a>", 1, 11, "mismatch"],
  ["", 1, 1, "no element"],
  ["<a/>\n<b/>", 2, 1, "Extra content"],
  ["<ä ö='1'\n ö='2'/>", 2, 6, "redefined"],
  ["<a>&nope;</a>", 1, 10, "not defined"],
  ["<a>\0</a>", 1, 4, "must not contain"],
  ["<a>\ud800</a>", 1, 4, "must not contain"],
])("xml/format names the position in %j", async (xml, line, column, message) => {
  const answer = await json(await format({ xml }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error", line, column });
  expect(answer.detail).toContain("body.xml cannot be read at line");
  expect(answer.detail).toContain(message);
});

test("xml bounds depth, and expands and reads no entity", async () => {
  const deep = "<a>".repeat(5000);
  expect((await json(await format({ xml: deep }))).code).toBe("too_deep");
  const laughs = Array.from(
    { length: 20 },
    (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(9)}">`,
  );
  const xml = `<!DOCTYPE a [<!ENTITY e0 "ha">${laughs.join("")}]><a>&e20;</a>`;
  const answer = await json(await query({ xml, path: "string(/)" }));
  expect([answer.code, answer.line]).toEqual(["syntax_error", 1]);
  expect(answer.detail).toContain("Declared entities are never expanded");
  expect((await format({ xml })).status).toBeLessThan(500);
  const file = '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>';
  expect((await json(await format({ xml: file }))).formatted).toContain("<a>&f;</a>");
});

test("a wrong expression is not printed", async () => {
  const script = `
    const { queryXml } = await import(${JSON.stringify(`${import.meta.dir}/query-xml.ts`)});
    await queryXml("<a/>", { path: "secret &b", namespaces: {}, limit: 1 }).catch((error) => console.log(error.code));`;
  const child = Bun.spawn([process.execPath, "-e", script], { stderr: "pipe" });
  const texts = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(texts).toEqual(["invalid_path\n", ""]);
});
