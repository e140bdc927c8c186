import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { renderArticle, renderMarkdown } from "./markdown.ts";

const renderBody = (markdown: string) => renderArticle(markdown).trim();

test.each([
  ["**bold** and `code`", "<p><strong>bold</strong> and <code>code</code></p>"],
  ["[a](https://a.example/?b&c)", '<p><a href="https://a.example/?b&amp;c">a</a></p>'],
  ["[a](/b 'the \"title\"')", '<p><a href="/b" title="the &quot;title&quot;">a</a></p>'],
  ["[**a**](mailto:a@b.example)", '<p><a href="mailto:a@b.example"><strong>a</strong></a></p>'],
  ['![a "b"](c.png)', '<p><img src="c.png" alt="a &quot;b&quot;"></p>'],
  ["<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"],
])("%s is rendered as %s", (markdown, html) => {
  expect(renderBody(markdown)).toBe(html);
});

test.each([
  "[x](javascript:alert(1))",
  "[x](<java\tscript:alert(1)>)",
  "[x](JAVASCRIPT:alert(1))",
  "[x](vbscript:a)",
  "[x](data:text/html,a)",
  "[x](file:///etc/passwd)",
  "![x](javascript:alert(1))",
  "![x](data:image/svg+xml;base64,PHN2Zz4=)",
  "![x](mailto:a@b.example)",
])("%s keeps its text and loses its URL", (markdown) => {
  expect(renderBody(markdown)).toBe("<p>x</p>");
});

test.each(["script", "style", "pre", "code"])(
  "treats the content after an open <%s> as text, including tags that marked would keep",
  (name) => {
    const body = renderBody(`a <${name}> <img src=x onerror=alert(1)//`);
    expect(body).toBe(`<p>a &lt;${name}&gt; &lt;img src=x onerror=alert(1)//</p>`);
    expect(renderBody(`a <${name}> &lt; & b`)).toBe(`<p>a &lt;${name}&gt; &lt; &amp; b</p>`);
  },
);

test("allows an image in a data URI, in a format without scripts", () => {
  expect(renderBody("![x](data:image/png;base64,AAAA)")).toContain(
    'src="data:image/png;base64,AAAA"',
  );
});

test("the title is the first heading, as plain text of limited length", async () => {
  const renderTitle = async (markdown: string) =>
    /<title>(.*?)<\/title>/s.exec((await renderMarkdown(markdown)).html)?.[1];
  expect(await renderTitle("text\n\n# A <b> & c\n\n# Other")).toBe("A &lt;b&gt; &amp; c");
  expect(await renderTitle(`# ${"a".repeat(500)}`)).toHaveLength(200);
  expect(await renderTitle("## Small")).toBe("");
});

test("Markdown never becomes a script, a frame or an event handler", () => {
  const signs = ["<", ">", '"', "'", "[", "]", "(", ")", "!", "`", "\\", ":", "#", "*", "\n", " "];
  const words = ["<script>", "<iframe", "<img", "<pre>", "onload=", "javascript:", "&lt;", "a"];
  const extended = ["[^", "]: ", "$", "$$", ":smile:", "> [!NOTE]\n", "```math\n", "```js\n"];
  const part = fc.constantFrom(...signs, ...words, ...extended);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const body = renderBody(parts.join("")) ?? "";
      const tags = [...body.matchAll(/<([a-z0-9]+)((?:\s+[a-z-]+="[^"]*")*)\s*\/?>/gi)];
      expect(body.match(/<[a-z]/gi)?.length ?? 0).toBe(tags.length);
      for (const [, name = "", attributes = ""] of tags) {
        expect(name).not.toMatch(/^(script|iframe|style|object)$/i);
        expect(attributes).not.toMatch(/\son[a-z]+=|="\s*javascript:/i);
      }
    }),
    cases(300),
  );
});

test.each([
  ["$x^2 < 1$", '<p><span data-math="inline">x^2 &lt; 1</span></p>'],
  ["$`a`$", '<p><span data-math="inline">a</span></p>'],
  ["$$\n\\frac{1}{2}\n$$", '<div data-math="block">\\frac{1}{2}</div>'],
  ["```math\na & b\n```", '<div data-math="block">a &amp; b</div>'],
  ["```mermaid\nA --> B\n```", '<pre data-diagram="">A --&gt; B</pre>'],
  ["It costs $5 and $10, or $5-$10.", "<p>It costs $5 and $10, or $5-$10.</p>"],
  ["`$x$` and \\$x$", "<p><code>$x$</code> and $x$</p>"],
  ["$ x $", "<p>$ x $</p>"],
  ["It costs $5: `$HOME`", "<p>It costs $5: <code>$HOME</code></p>"],
  ["Go :rocket: :+1: :nothing: at 10:30:00", "<p>Go 🚀 👍 :nothing: at 10:30:00</p>"],
  ["`:rocket:` :constructor:", "<p><code>:rocket:</code> :constructor:</p>"],
])("%s is rendered as %s", (markdown, html) => {
  expect(renderBody(markdown)).toBe(html);
});

test("renders footnotes below the text, with their names escaped", () => {
  const body = renderBody('One[^a] two[^"x].\n\n[^a]: First **note**\n[^"x]: Second');
  expect(body).toContain('href="#footnote-a"');
  expect(body).toContain("First <strong>note</strong>");
  expect(body).not.toContain('"x');
  expect(renderBody("Missing[^b]")).toBe("<p>Missing[^b]</p>");
});

test("renders alerts in their colours", () => {
  const body = renderBody("> [!WARNING]\n> Mind the **gap**");
  expect(body).toContain('class="markdown-alert markdown-alert-warning"');
  expect(body).toContain("Mind the <strong>gap</strong>");
  expect(renderBody("> [!OTHER]\n> x")).toStartWith("<blockquote>");
});

test("adds the script for diagrams if there are some", async () => {
  const { files = {} } = await renderMarkdown("```mermaid\ngraph LR; A --> B\n```");
  expect(Object.keys(files)).toEqual(["/.hub/mermaid.js", "/.hub/diagrams.js"]);
});

test("adds scripts, styles and fonts only if formulas or code need them", async () => {
  expect((await renderMarkdown("# Plain\n\n`$x$`")).files).toEqual({});
  const { html, files = {} } = await renderMarkdown("$x$\n\n```js\nlet x;\n```");
  const linked = Array.from(html.matchAll(/(?:src|href)="(\/\.hub\/[^"]+)"/g), ([, path]) => path);
  expect(linked).toHaveLength(5);
  for (const path of linked) expect(files[path ?? ""]?.length).toBeGreaterThan(50);
  expect(Object.keys(files).filter((path) => path.endsWith(".woff2"))).toHaveLength(20);
});
