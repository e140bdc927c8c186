import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { renderMarkdown } from "./markdown.ts";

const renderBody = (markdown: string) =>
  /<article>(.*)<\/article>/s.exec(renderMarkdown(markdown))?.[1]?.trim();

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

test("the title is the first heading, as plain text of limited length", () => {
  const renderTitle = (markdown: string) =>
    /<title>(.*?)<\/title>/s.exec(renderMarkdown(markdown))?.[1];
  expect(renderTitle("text\n\n# A <b> & c\n\n# Other")).toBe("A &lt;b&gt; &amp; c");
  expect(renderTitle(`# ${"a".repeat(500)}`)).toHaveLength(200);
  expect(renderTitle("## Small")).toBe("");
});

test("Markdown never becomes a script, a frame or an event handler", () => {
  const signs = ["<", ">", '"', "'", "[", "]", "(", ")", "!", "`", "\\", ":", "#", "*", "\n", " "];
  const words = ["<script>", "<iframe", "<img", "<pre>", "onload=", "javascript:", "&lt;", "a"];
  const part = fc.constantFrom(...signs, ...words);
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
