import { beforeEach, expect, test } from "bun:test";
import type { Browser, Shot } from "hub";
import { testHub } from "hub/testing";
import { browser as gradient } from "../fixtures.ts";

let shots: Shot[] = [];
const browser: Browser = (shot, options) => {
  shots.push(shot);
  return gradient(shot, options);
};
const start = () => testHub(`${import.meta.dir}/..`, { browser });
const hub = await start();
const id = "screenshot/filter-lists";
const importList = (name: string, text: string | Uint8Array, to = hub) =>
  to.datasets.import(id, {
    name,
    bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
  });
const capture = (query = "") =>
  hub.get(`/api/screenshot/capture?url=https://example.com/&width=320&height=240${query}`);

beforeEach(() => {
  shots = [];
});

test("imported lists apply to the next capture, also of a cached page", async () => {
  expect((await capture()).headers.get("x-cache")).toBe("MISS");
  await importList("one.txt", "##.zx-one\n||zx-consent.example^\n||example.com^");
  expect((await capture()).headers.get("x-cache")).toBe("MISS");
  expect((await capture()).headers.get("x-cache")).toBe("HIT");
  await importList("two.txt", "##.zx-two");
  await importList("one.txt", "##.zx-three");
  expect((await capture()).headers.get("x-cache")).toBe("MISS");
  const scripts = shots.map(({ script = "" }) => [...new Set(script.match(/zx-\w+/g))].sort());
  expect(scripts).toEqual([[], ["zx-one"], ["zx-three", "zx-two"]]);
  expect(shots.map(({ blockedHosts }) => blockedHosts.includes("zx-consent.example"))).toEqual([
    false,
    true,
    false,
  ]);
});

test("hosts that are blocked for third parties aren't blocked on their own site", async () => {
  await importList(
    "one.txt",
    "||zx.example.com^$third-party\n||zx.example.org^$3p\n||zx.example.com^$3p",
  );
  await capture("&cache_ttl=0");
  const blocked = shots[0]?.blockedHosts.filter((host) => host.startsWith("zx."));
  expect(blocked).toEqual(["zx.example.org"]);
  await importList("two.txt", "||zx.example.com^");
  await capture("&cache_ttl=0");
  expect(shots[1]?.blockedHosts).toContain("zx.example.com");
});

test("lists apply to a comparison, and not to captures that keep their banners", async () => {
  await importList("one.txt", "##.zx-one\n||zx-consent.example^");
  const page = { url: "https://example.com/" };
  await hub.post("/api/screenshot/compare", { before: page, after: page });
  await capture("&block_cookie_banners=false");
  await hub.post("/api/screenshot/capture", { html: "<p>Text" });
  expect(shots.map(({ script = "" }) => script.includes("zx-one"))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(shots.at(-1)?.blockedHosts).not.toContain("zx-consent.example");
});

test("the numbers of rules that can't be applied are part of the import", async () => {
  const { about } = await importList("mixed.txt", "##.zx-one\n##+js(set, a, b)\n||a.example/b.js");
  expect(about).toMatchObject({
    entries: expect.any(Number),
    skipped: { scripts: 1, "requests by path or type": 1 },
  });
});

test("a text that is code in the script stays text", async () => {
  const hostile = '##[title="\'); throw 1; //\u2028`$x`</script>"]';
  await importList("hostile.txt", hostile);
  await capture("&cache_ttl=0");
  const [, rules = ""] = /filters: (\{[^\n]*\}),\n/.exec(shots[0]?.script ?? "") ?? [];
  expect(JSON.parse(rules).broad.split("\n")).toContain(hostile.slice(2));
});

test.each<[string, string | Uint8Array, string]>([
  ["page.txt", "<!doctype html><title>Not found</title>", "must have rules in the syntax"],
  ["empty.txt", "! Title: Nothing\n", "must have rules in the syntax"],
  ["packed.txt", Bun.gzipSync("##.a"), "must be text in UTF-8"],
  ["binary.txt", "##.a\n\0\0", "must be text in UTF-8"],
  ["wide.txt", "##[a]\n".repeat(5001), "5000 rules for all hosts without a class or id"],
  ["large.txt", "##.a\n".repeat(4_000_001), "together can have 20 MB"],
  ["list.zip", "##.a", "its name must be that of a text file"],
  ["../up.txt", "##.a", "its name must be that of a text file"],
])("refuses to import a damaged list: %s", async (name, text, reason) => {
  const fresh = await start();
  await importList("good.txt", "##.zx-good", fresh);
  const attempt = importList(name, text, fresh);
  await expect(attempt).rejects.toThrow(`"${name}"`);
  await expect(attempt).rejects.toThrow(reason);
  expect(Object.keys((await fresh.datasets.get(id)).paths)).toEqual(["good.txt"]);
});
