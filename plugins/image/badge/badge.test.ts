import { describe, expect, test } from "bun:test";
import { makeBadge } from "badge-maker";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";

const hub = await testHub(new URL("..", import.meta.url).pathname);
const get = (query: Record<string, string>) =>
  hub.get(`/api/image/badge?${new URLSearchParams(query)}`);
const fetchSvg = async (query: Record<string, string>) => (await get(query)).text();
const readSize = (svg: string) =>
  /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.slice(1);

const styles = ["flat", "flat-square", "plastic", "for-the-badge", "social"] as const;
const texts = [
  { label: "build", message: "passing" },
  { label: "", message: "v1.2.3" },
  { label: "coverage", message: "87%" },
  { label: "WWWWiiii.,;", message: "<b>&\"'" },
  { label: "größe", message: "日本語" },
  { label: "emoji", message: "😀 fine" },
  { label: "Привет", message: "مرحبا" },
  { label: "a".repeat(100), message: "m".repeat(200) },
];

describe.each(styles)("a badge in the style %s", (style) => {
  test.each(texts)("has the size of badge-maker's: %p", async ({ label, message }) => {
    const theirs = makeBadge({ label, message, style });
    expect(readSize(await fetchSvg({ label, message, style }))).toEqual(readSize(theirs));
  });

  test.each(texts.slice(0, 3))(
    "has the size of badge-maker's with a logo: %p",
    async ({ label, message }) => {
      const logoBase64 = "data:image/png;base64,AAAA";
      const theirs = makeBadge({ label, message, style, logoBase64 });
      expect(readSize(await fetchSvg({ label, message, style, logo: "github" }))).toEqual(
        readSize(theirs),
      );
    },
  );

  test("is text in an SVG and outlines in a PNG", async () => {
    expect(await fetchSvg({ label: "build", message: "passing", style })).toContain(
      ">passing<".replace("passing", style === "for-the-badge" ? "PASSING" : "passing"),
    );
    const png = await get({ label: "build", message: "passing", style, format: "png", scale: "2" });
    expect((await png.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode("PNG"));
  });
});

test("badge escapes its texts", async () => {
  const svg = await fetchSvg({ label: "<script>", message: `"><a onload='x'>` });
  expect(svg).toContain("&lt;script&gt;");
  expect(svg).not.toMatch(/<script|<a /);
});

test("badge returns an SVG without active content", async () => {
  const { headers } = await get({ message: "x" });
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(headers.get("etag")).toStartWith('"');
});

test.each(["javascript:alert(1)", "data:text/html,x", "//example.com", "ftp://example.com"])(
  "badge fails with 422 for a link to %s",
  async (link) => {
    expect(await json(await get({ message: "x", link }))).toMatchObject({
      status: 422,
      code: "unsafe_link",
      errors: [{ location: "query.link" }],
    });
  },
);

test("badge links each side separately", async () => {
  const svg = await fetchSvg({
    label: "a",
    message: "b",
    link: "https://a.example",
    link_right: "mailto:b@example.com",
  });
  expect(svg.match(/href="[^"]+"/g)).toEqual([
    'href="https://a.example/"',
    'href="mailto:b@example.com"',
  ]);
});

test.each(["constructor", "__proto__", "nosuchcolour"])(
  "badge fails with 400 for the color %s",
  async (color) => {
    const answer = await get({ message: "x", color });
    expect(answer.status).toBe(400);
    expect((await json(answer)).detail).toContain(color);
  },
);

test("badge fails with 422 for an unknown icon", async () => {
  expect(await json(await get({ message: "x", logo: "no-such-icon" }))).toMatchObject({
    status: 422,
    code: "unknown_icon",
  });
});

test("badge finds all icons by their slugs, and some by their names", async () => {
  const simpleIcons = await import("simple-icons");
  const icons = Object.values(simpleIcons).filter((icon) => "slug" in icon);
  expect(icons.length).toBeGreaterThan(3000);
  const chosen = icons.filter((_, at) => at % 100 === 0 || at === icons.length - 1);
  for (const { slug, path, hex } of chosen) {
    const svg = await fetchSvg({ message: "x", logo: slug, logo_color: "brand" });
    expect(svg).toContain(`fill="#${hex.toLowerCase()}"`);
    expect(svg).toContain(`d="${path}"`);
  }
  const { siNodedotjs, siCplusplus } = simpleIcons;
  expect(await fetchSvg({ message: "x", logo: "Node.js" })).toContain(siNodedotjs.path);
  expect(await fetchSvg({ message: "x", logo: "C++" })).toContain(siCplusplus.path);
});

test("badge sanitises an SVG logo before drawing it", async () => {
  const own =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script><path d="M0 0h9v9z"/></svg>';
  const svg = await fetchSvg({ message: "x", logo: `data:image/svg+xml;base64,${btoa(own)}` });
  const [, data] = /data:image\/svg\+xml;base64,([^"]+)/.exec(svg)!;
  expect(atob(data!)).toBe('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>');
});

test.each([
  "data:text/html;base64,AAAA",
  "data:image/png,raw",
  `data:image/png;base64,${"A".repeat(44_000)}`,
])("badge fails with 400 for the logo %.30s", async (logo) => {
  expect(await json(await get({ message: "x", logo }))).toMatchObject({ status: 400 });
});

test("badge supports gradients, shields.io names and CSS colours", async () => {
  expect(await fetchSvg({ message: "x", color: "critical" })).toContain('fill="#e05d44"');
  expect(await fetchSvg({ message: "x", color: "rebeccapurple" })).toContain('fill="#663399"');
  const svg = await fetchSvg({ message: "x", color: "f00..00f", id_suffix: "-1" });
  expect(svg).toContain('fill="url(#gm-1)"');
  expect(svg).toContain('<stop offset="1" stop-color="#0000ff"/>');
  expect(await json(await get({ message: "x", color: 'red"/><script>' }))).toMatchObject({
    errors: [{ location: "query.color" }],
  });
});

test("badge uses other colours in dark mode on request", async () => {
  const svg = await fetchSvg({ label: "a", message: "b", dark_color: "123" });
  expect(svg).toContain("@media(prefers-color-scheme:dark){.m{fill:#112233}.tm{fill:#ffffff}}");
});

test("badge has readable text on any colour, and reports a gradient on which it isn't readable", async () => {
  const color = fc.nat(0xffffff).map((number) => number.toString(16).padStart(6, "0"));
  const names = fc.constantFrom(
    "brightgreen",
    "yellow",
    "orange",
    "red",
    "blue",
    "lightgrey",
    "555",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...styles),
      fc.oneof(color, names),
      fc.option(fc.oneof(color, names)),
      async (style, color, label) => {
        const query = { label: "build", message: "passing", style, color, contrast: "readable" };
        const answer = await get({ ...query, ...(label && { label_color: label }) });
        expect(answer.headers.get("x-low-contrast")).toBeNull();
      },
    ),
    cases(40, 8),
  );
  const both = await get({ message: "x", color: "000..fff", contrast: "readable" });
  expect(Number(both.headers.get("x-low-contrast"))).toBeLessThan(1.5);
});

test("badge has the colours of shields.io, unless it must be readable", async () => {
  for (const [color, fill, ink] of [
    ["brightgreen", "#44cc11", "#ffffff"],
    ["red", "#e05d44", "#ffffff"],
    ["yellow", "#dfb317", "#ffffff"],
    ["fff", "#ffffff", "#333333"],
  ] as const) {
    const svg = await fetchSvg({ label: "build", message: "passing", color });
    expect(svg).toContain(`fill="${fill}"`);
    expect(svg).toMatch(new RegExp(`<text[^>]*fill="${ink}"[^>]*>passing<`));
  }
  const answer = await get({ label: "build", message: "passing" });
  expect(Number(answer.headers.get("x-low-contrast"))).toBeLessThan(4.5);
  const readable = await get({ label: "build", message: "passing", contrast: "readable" });
  expect(readable.headers.get("x-low-contrast")).toBeNull();
  expect(await readable.text()).toMatch(/<text[^>]*fill="#(?:333333|000000)"[^>]*>passing</);
});

test("badge describes its appearance", async () => {
  const answer = await json(await get({ label: "build", message: "passing", format: "json" }));
  expect(answer).toMatchObject({ success: true, alt: "build: passing", width: 88, height: 20 });
  expect(answer.contrast_ratio).toBeGreaterThan(1);
});

test("badge rasterizes an SVG logo, also one that would crash the process", async () => {
  const far = '<g opacity=".5"><path d="M-90000-90h9v9z" stroke="red"/></g>';
  const own = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${far}<path d="M0 0h9v9H0z"/></svg>`;
  const logo = `data:image/svg+xml;base64,${btoa(own)}`;
  const bytes = await (await get({ message: "x", logo, format: "png" })).bytes();
  const without = await (await get({ message: "x", format: "png" })).bytes();
  expect(bytes.subarray(1, 4)).toEqual(new TextEncoder().encode("PNG"));
  expect(bytes.length).not.toBe(without.length);
});
