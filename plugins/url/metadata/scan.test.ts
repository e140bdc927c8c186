import { expect, test } from "bun:test";
import { scan } from "./scan.ts";

const read = (html: string, charset = "utf-8") => scan(new TextEncoder().encode(html), charset);

test("reads tags in any case, and normalizes entities, blanks and line ends", async () => {
  const page = await read(`<HTML LANG="de"><Base href=/b/><TITLE> Tom
    &amp; Jerry&hellip; </TITLE><META Property="OG:Title" Content='&lt;a&gt; &#x1F600;'>
    <link REL="Alternate  Stylesheet" href="a.css" title=x>`);
  expect(page).toMatchObject({
    language: "de",
    base: "/b/",
    title: "Tom & Jerry…",
    metas: [{ name: "og:title", content: "<a> 😀" }],
    links: [{ rel: ["alternate", "stylesheet"], href: "a.css", title: "x" }],
  });
});

test("ignores titles in scripts, comments and SVG images", async () => {
  const { title, metas } = await read(
    `<!-- <title>no</title><meta name=a content=b> --><script>"<title>no</title>"</script><svg><title>no</title></svg><title>yes</title><title>no</title><svg><title>no</title></svg>`,
  );
  expect([title, metas]).toEqual(["yes", []]);
});

test("a tag with two names is found by both", async () => {
  const { metas } = await read('<meta name="twitter:title" property="og:title" content="x">');
  expect(metas.map(({ name }) => name)).toEqual(["og:title", "twitter:title"]);
});

test("reads JSON-LD unchanged, at any position", async () => {
  const { jsonLd } = await read(
    '<script type="application/LD+JSON">{"a":"&amp;"}</script><p><script type=text/javascript>x</script><script type="application/ld+json">[1]</script>',
  );
  expect(jsonLd).toEqual(['{"a":"&amp;"}', "[1]"]);
});

test("decodes a page in another encoding across chunks", async () => {
  const text = "日本語のページ".repeat(5000);
  const bytes = new Uint8Array([...Buffer.from("<title>")].concat([0x93, 0xfa, 0x96, 0x7b]));
  expect((await scan(bytes, "shift_jis")).title).toBe("日本");
  expect((await read(`<p>${text}</p><title>${text.slice(0, 7)}</title>`)).title).toBe(
    "日本語のページ",
  );
});

test("keeps only the start of an unterminated element", async () => {
  const tags = "<meta name=a content=b><link rel=a href=b>".repeat(2000);
  const page = await read(`<title>${"x".repeat(100_000)}</title>${tags}`);
  expect([page.title?.length, page.metas.length, page.links.length]).toEqual([5000, 500, 500]);
  const endless = await read(`<script type="application/ld+json">${"x".repeat(2_000_000)}`);
  expect(endless.jsonLd.join("").length).toBeLessThanOrEqual(524_288);
});

test.each([
  ["tags in tags", "<div>".repeat(200_000)],
  ["attributes", `<meta ${"a=b ".repeat(200_000)}>`],
  ["brackets", "<".repeat(1_000_000)],
  ["comments", "<!--".repeat(200_000)],
  ["titles", "<title>".repeat(200_000)],
  ["entities", `<title>${"&".repeat(1_000_000)}`],
])("scanning a page of only %s doesn't block other requests", async (_, html) => {
  let turns = 0;
  let timer = setImmediate(function turn() {
    turns++;
    timer = setImmediate(turn);
  });
  await read(html);
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(Math.floor(html.length / 32_768));
});
