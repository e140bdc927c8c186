import { expect, test } from "bun:test";
import { html, markdown } from "./html.ts";

test("html escapes what stands in its holes", () => {
  const name = `<script>alert("1")</script>`;
  expect(html`<b title="${name}">${name}</b>`.markup).toBe(
    '<b title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</b>',
  );
});

test("html takes HTML, lists of it, numbers and nothing as they are", () => {
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
