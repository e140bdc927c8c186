import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const format = (body: object) => hub.post("/api/dev/html/format", body);
const query = (body: object) => hub.post("/api/dev/html/query", body);

const page = `<!doctype html><html lang="de"><head><title>Shop</title></head><body>
<h1 class="big red">Shop</h1>
<ul id="list"><li class="done"><a href="https://a.example/x.pdf" title="A b">Tea</a></li><li><a href="/milk">Milk</a><li data-n="3">Bread</li></ul>
<p></p><p>One <em>two</em></p><form><input type="checkbox" checked disabled name="q"><input type=text></form></body></html>`;

// Selectors of the sections of Selectors Level 4, with the elements that its text gives them.
test.each([
  ["*", 17],
  ["li", 3],
  ["LI", 3],
  ["ul > li", 3],
  ["body > li", 0],
  ["h1 + ul", 1],
  ["h1 ~ p", 2],
  [".big.red", 1],
  [".bi", 0],
  ["#list a", 2],
  ["[data-n]", 1],
  ['[data-n="3"]', 1],
  ["[title~=b]", 1],
  ["[title~='A b']", 0],
  ["[lang|=de]", 1],
  ["a[href^='https:']", 1],
  ["a[href$='.pdf']", 1],
  ["a[href*=milk]", 1],
  ["[title='a b']", 0],
  ["[title='a b' i]", 1],
  ["[type=CHECKBOX]", 1],
  ["li:first-child", 1],
  ["li:last-child", 1],
  ["li:nth-child(2n+1)", 2],
  ["li:nth-last-child(1)", 1],
  ["li:not(.done)", 2],
  ["li:not(.done, [data-n])", 1],
  ["p:empty", 1],
  ["li:has(> a)", 2],
  ['ul:has(li):has([href]), p:has([title=":has("])', 1],
  [":is(h1, p)", 3],
  [":where(ul, form) > *", 5],
  ["p:nth-of-type(2)", 1],
  ["em:only-child", 1],
  ["input:checked", 1],
  ["input:disabled", 1],
  [":root", 1],
  ["h1, h1, title", 2],
])("html/query finds the elements of %s", async (selector, count) => {
  expect((await json(await query({ html: page, selector }))).count).toBe(count);
});

test("html/query describes elements, and lists the values of an attribute", async () => {
  const answer = await json(await query({ html: page, selector: "a, li", attribute: "href" }));
  expect(answer).toMatchObject({
    count: 2,
    truncated: false,
    text: "https://a.example/x.pdf\n/milk",
  });
  expect(answer.matches[1]).toEqual({
    name: "a",
    attributes: { href: "/milk" },
    text: "Milk",
    html: '<a href="/milk">Milk</a>',
    line: 3,
  });
});

test("html/query parses as browsers do, fragments too", async () => {
  const text = async (html: string, selector: string) =>
    (await json(await query({ html, selector }))).text;
  expect(await text("<p>a<p>b", "p")).toBe("<p>a</p>\n<p>b</p>");
  expect(await text("<td>1<td>2", "td")).toBe("<td>1</td>\n<td>2</td>");
  expect(await text("<table><b>x</b><tr><td>1</table>", "b")).toBe("<b>x</b>");
  expect(await text("<body><b>x", "html > body > b")).toBe("<b>x</b>");
  expect(await text("<p>&eacute;&nbsp;&lt;", "p")).toBe("<p>é&nbsp;&lt;</p>");
});

test("html/query lists up to the limit, and counts all", async () => {
  const answer = await json(await query({ html: "<i>".repeat(500), selector: "i", limit: 3 }));
  expect([answer.count, answer.matches.length, answer.truncated]).toEqual([500, 3, true]);
});

test.each([
  "a[",
  "li:nope",
  "a >> b",
  "p::before",
  ">",
  "> a",
  "a >",
  " ",
  "a,",
  ":nth-child(x)",
  "svg|a",
  "ul:has(li:not(:has(a)))",
])("html/query names the field of the bad selector %s", async (selector) => {
  const answer = await json(await query({ html: page, selector }));
  expect(answer).toMatchObject({
    status: 422,
    code: "invalid_path",
    errors: [{ location: "body.selector" }],
  });
  expect(answer.detail).toStartWith("body.selector cannot be evaluated: ");
});

// The output of Prettier 3.10.1, to notice when another version formats differently.
test.each([
  ["<ul><li>One<li>Two</ul>", "<ul>\n  <li>One</li>\n  <li>Two</li>\n</ul>\n"],
  ["<DIV CLASS='a  b'>x</DIV>", '<div class="a b">x</div>\n'],
  ["<p>a <b>b</b><i>c</i></p>", "<p>a <b>b</b><i>c</i></p>\n"],
  ["<style>a{b:c}</style>", "<style>\n  a {\n    b: c;\n  }\n</style>\n"],
  ["<script>f( a )</script>", "<script>\n  f(a);\n</script>\n"],
  ["<script>broken here((</script>", "<script>\n  broken here((\n</script>\n"],
])("html/format writes %s like Prettier", async (html, formatted) => {
  expect(await json(await format({ html }))).toMatchObject({ formatted, warnings: [] });
});

// parse5 is the reference: it reads the same elements and texts before and after.
test.each([
  page,
  "<!doctype html><html><head><style>a{b:c}</style><body><p>a",
  "<table><tr><td>1<td>2<tr><td>3</table>",
  "<pre>\n one\n   two</pre><textarea>\n x\n</textarea>",
  "<p>x & y &nbsp; &lt; &#x41; &copy</p>",
  "<svg viewBox='0 0 1 1'><path d='M0 0'/><foreignObject><p>x</p></foreignObject></svg>",
  "<select><option>1<option selected>2</select>",
  "<!-- a --><p><!-- b --></p>",
  "<a href='x?a=1&b=2'>long</a><br><hr/><img src=x alt='a \"b\"'>",
  "<dl><dt>a<dd>b<dt>c<dd>d</dl>",
  "<p>one<div>two</div>",
  "<button onclick='f( 1 )'>x</button>",
  "<template><tr><td>1</td></tr></template>",
  "<details open><summary>s</summary><p>t</details>",
  "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>",
  "<video controls><source src=a.mp4>no</video>",
  "<math><mi>x</mi><mo>=</mo><mn>1</mn></math>",
  "<span> a </span><span>b</span> <span> c</span>",
  "<p>Grüße 😀 日本語</p>",
  "<script type='application/json'>{\"a\":1}</script><noscript><p>x</p></noscript>",
  "text only",
  "<custom-element some-prop>x<slot name=y></slot></custom-element>",
])("html/format preserves what browsers read from %j", async (html) => {
  const { formatted, warnings } = await json(await format({ html }));
  expect(warnings).toEqual([]);
  const read = async (source: string) => {
    const { matches } = await json(await query({ html: source, selector: ":not(script, style)" }));
    return matches.map(({ name, attributes, text }: Record<string, string>) => [
      name,
      Object.keys(attributes ?? {}),
      /^(?:pre|textarea)$/.test(name ?? "") ? text : text?.replace(/[\s;]+/g, ""),
    ]);
  };
  expect(await read(formatted)).toEqual(await read(html));
});

test("html/format rewrites what Prettier misreads, with a warning", async () => {
  const { formatted, warnings } = await json(await format({ html: "<a href=x?a=1&b=2>y</a>" }));
  expect([formatted, warnings.length]).toEqual(['<a href="x?a=1&amp;b=2">y</a>\n', 1]);
});

test("html/format rewrites what browsers read and the formatter cannot", async () => {
  const answer = await json(await format({ html: "<![CDATA[a" }));
  expect(answer.formatted).toBe("<!--[CDATA[a-->\n");
  expect(answer.warnings).toEqual([expect.stringContaining("as browsers read it")]);
});

test("html/format accepts end tags of elements whose start tags are omitted", async () => {
  const { formatted } = await json(
    await format({ html: "<!doctype html><title>A</title><p>B</body>" }),
  );
  expect(formatted).toContain("<title>A</title>");
  expect(formatted).toContain("<p>B</p>");
});

test.each([
  ["<div", 1, 1, "not terminated"],
  ["<p>\n😀</div>", 2, 3, "Unexpected closing tag"],
])("html/format names the position in %j", async (html, line, column, message) => {
  const answer = await json(await format({ html }));
  expect(answer).toMatchObject({ status: 422, code: "syntax_error", line, column });
  expect(answer.detail).toContain(message);
});

test("html/format has options for indentation, width and white space", async () => {
  const html = `<div><b>${"word ".repeat(8)}</b><p>x</p></div>`;
  const write = async (options: object) =>
    (await json(await format({ html, ...options }))).formatted;
  expect(await write({ indent: "tab" })).toContain("\n\t<p>x</p>");
  const widths = (await write({ width: 20 })).split("\n").map((line: string) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(20);
  expect(await write({ width: 20, whitespace: "ignore" })).toContain("<b>\n");
});

test("html bounds the depth of what it formats", async () => {
  const html = "<div>".repeat(40_000);
  expect((await json(await format({ html }))).code).toBe("too_deep");
  expect((await json(await query({ html, selector: "div:first-child" }))).count).toBe(40_000);
});
