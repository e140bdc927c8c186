import { expect, test } from "bun:test";
import { makeBadge } from "badge-maker";
import { json, testHub } from "hub/testing";

const hub = await testHub(new URL("../..", import.meta.url).pathname);
const fetchSvg = async (path: string) => (await hub.get(path)).text();
const readAlt = (svg: string) => /<title>([^<]*)</.exec(svg)?.[1];
const readSize = (svg: string) =>
  /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg)?.slice(1);

test.each([
  ["build-passing-brightgreen", "build", "passing"],
  ["any%20text-you%20like-blue", "any text", "you like"],
  ["just%20the%20message-8A2BE2", "", "just the message"],
  ["-message-blue", "", "message"],
  ["best--license-Apache--2.0-blue", "best-license", "Apache-2.0"],
  ["two_words-snake__case-orange", "two words", "snake_case"],
  ["a___b-c-red", "a_ b", "c"],
  ["a---b-red", "a", "-b"],
  ["a-b---red", "a", "b-"],
  ["foo---blue", "", "foo-"],
  ["LiCeNsE-mIt-blue", "LiCeNsE", "mIt"],
  ["a%2Fb-100%25-red", "a/b", "100%"],
  ["node-v1.2.svg-blue", "node", "v1.2.svg"],
  ["node-v1.2-blue.svg", "node", "v1.2"],
  ["build-passing-rgb(123,123,123)", "build", "passing"],
  ["build-passing-whitesmoke", "build", "passing"],
])(
  "/badge/%s says %p and %p, and has the size of the one from shields.io",
  async (path, label, message) => {
    const svg = await fetchSvg(`/badge/${path}`);
    expect(readAlt(svg)).toBe(label ? `${label}: ${message}` : message);
    expect(readSize(svg)).toEqual(readSize(makeBadge({ label, message })));
  },
);

test.each([
  ["flat", "shields.io"],
  ["flat-square", "shields.io"],
  ["plastic", "shields.io"],
  ["for-the-badge", "shields.io"],
  ["social", "shields.io"],
] as const)("the style %s has the size of %s, also with a logo", async (style) => {
  const svg = await fetchSvg(`/badge/with%20a%20logo-here-grey?style=${style}&logo=javascript`);
  const logoBase64 = "data:image/png;base64,AAAA";
  const theirs = makeBadge({ label: "with a logo", message: "here", style, logoBase64 });
  expect(readSize(svg)).toEqual(readSize(theirs));
});

test("/static/v1 takes the texts literally", async () => {
  const svg = await fetchSvg("/static/v1?label=a--b_c&message=100%25&color=blue");
  expect(readAlt(svg)).toBe("a--b_c: 100%");
  expect(svg).toContain("#007ec6");
});

test("the query overrides the label and colours", async () => {
  const svg = await fetchSvg("/badge/label-message-blue?label=mine&color=123&labelColor=abcdef");
  expect(readAlt(svg)).toBe("mine: message");
  for (const color of ["#112233", "#abcdef"]) expect(svg).toContain(color);
  expect(svg).not.toContain("#007ec6");
});

test("a badge links to the requested URLs", async () => {
  const svg = await fetchSvg("/badge/a-b-blue?link=https://a.example/&link=https://b.example/");
  for (const host of ["a", "b"]) expect(svg).toContain(`href="https://${host}.example/"`);
});

test("a badge is cached for a day, or for cacheSeconds", async () => {
  const fetchCacheControl = async (query: string) =>
    (await hub.get(`/badge/a-b-blue${query}`)).headers.get("cache-control");
  expect(await fetchCacheControl("")).toBe("private, max-age=86400");
  expect(await fetchCacheControl("?cacheSeconds=60")).toBe("private, max-age=60");
});

test("returns pixels for the extension .png", async () => {
  const answer = await hub.get("/badge/build-passing-brightgreen.png");
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect((await answer.bytes()).subarray(1, 4)).toEqual(new TextEncoder().encode("PNG"));
});

test("returns the same image as the hub's own endpoint", async () => {
  expect(await fetchSvg("/badge/build-passing-brightgreen?style=plastic")).toBe(
    await fetchSvg("/api/image/badge?label=build&message=passing&style=plastic"),
  );
});

test.each([
  ["one", 404, "label-message-color"],
  ["a-b-c-d", 404, "label-message-color"],
  ["label--blue", 404, "label-message-color"],
  ["a-b-notacolor", 400, "notacolor"],
  ["a-b-red?logo=no-such-logo", 422, "Simple Icons"],
  ["a-b-red?style=round", 400, "query.style"],
])("/badge/%s fails with %d", async (path, status, part) => {
  const answer = await hub.get(`/badge/${path}`);
  expect([answer.status, (await json(answer)).detail]).toEqual([
    status,
    expect.stringContaining(part),
  ]);
});

test("parses a run of dashes or underscores in linear time", async () => {
  const path = `${"-_".repeat(300)}${"-".repeat(100)}${"_".repeat(99)}`;
  expect((await hub.get(`/badge/${path}`)).status).toBe(404);
});
