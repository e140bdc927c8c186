import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "../testing/cases.ts";
import { html, markdown } from "./html.ts";

test("html escapes interpolated values", () => {
  const name = `<script>alert("1")</script>`;
  expect(html`<b title="${name}">${name}</b>`.markup).toBe(
    '<b title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</b>',
  );
});

test("html accepts HTML, lists of it, numbers and undefined", () => {
  const items = [1, 2].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${false}${undefined}${null}${0}`.markup).toBe(
    "<ul><li>1</li><li>2</li></ul>0",
  );
});

test("markdown shows markup as text", () => {
  const { markup } = markdown("Takes `a` and <img src=x onerror=alert(1)>\n\n<script>x</script>");
  expect(markup).toContain("<code>a</code>");
  expect(markup).not.toContain("<img");
  expect(markup).not.toContain("<script");
});

test.each([
  ["[x](https://a.example/?b=1:2)", '<a href="https://a.example/?b=1:2">x</a>'],
  ["[x](mailto:a@b.example)", '<a href="mailto:a@b.example">x</a>'],
  ["[x](/docs?a=b:c#d:e)", '<a href="/docs?a=b:c#d:e">x</a>'],
  ["[x](#part)", '<a href="#part">x</a>'],
  ["[x](other-page)", '<a href="other-page">x</a>'],
  ["[x](javascript:alert(1))", "<a>x</a>"],
  ["[x](JaVaScRiPt:alert(1))", "<a>x</a>"],
  ["[x](&#106;avascript:alert(1))", "<a>x</a>"],
  ["[x](java&Tab;script:alert(1))", "<a>x</a>"],
  ["[x](javascript&colon;alert(1))", "<a>x</a>"],
  ["[x](data:text/html,1)", "<a>x</a>"],
  ["[x](view-source:https://a.example)", "<a>x</a>"],
  ["![x](/assets/a.png)", '<img src="/assets/a.png" alt="x" />'],
  ["![x](https://a.example/a.png)", '<img alt="x" />'],
  ["![x](//a.example/a.png)", '<img alt="x" />'],
])("markdown keeps only the harmless URLs of %s", (text, markup) => {
  expect(markdown(text).markup.trim()).toBe(`<p>${markup}</p>`);
});

test("markdown never links to a URL that runs code", () => {
  const part = fc.constantFrom(
    ...["[", "](", ")", "![", "<", ">", "javascript:", "data:", "&#58;", "&colon;", "%09", "\\"],
    ...["&Tab;", "java", "script", ":", "//", "/", " ", "\n", "]: ", "x", "https:"],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const { markup } = markdown(parts.join(""));
      for (const [, to = ""] of markup.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        const address = new URL(to.replaceAll("&amp;", "&"), "https://hub.example/");
        expect(["https:", "http:", "mailto:"]).toContain(address.protocol);
      }
    }),
    cases(500),
  );
});
