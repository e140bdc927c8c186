import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);
const fetchAsn = (rest: string) => hub.get(`/api/ip-geo/asn/${rest}`);

test("asn returns a system's name, kind, country and prefixes", async () => {
  const found = await json(await fetchAsn("AS15169?limit=2"));
  expect(found).toMatchObject({
    asn: 15169,
    name: "Google LLC",
    type: "hosting",
    country_code: "US",
    is_hosting: true,
    prefixes: ["8.8.4.0/24", "8.8.8.0/24"],
    prefix_count: { v4: 135, v6: 45 },
    next_cursor: "2",
  });
});

test("asn lists all prefixes in pages", async () => {
  const all = await json(await fetchAsn("20712?limit=1000"));
  const [first] = all.prefixes;
  const one = await json(await fetchAsn("20712?limit=1"));
  const rest = await json(await fetchAsn(`20712?limit=999&cursor=${one.next_cursor}`));
  expect([...one.prefixes, ...rest.prefixes]).toEqual(all.prefixes);
  expect([first, rest.next_cursor, all.next_cursor]).toEqual(["5.172.160.0/20", null, null]);
});

test("asn lists the prefixes of one address family", async () => {
  const { prefixes, prefix_count } = await json(await fetchAsn("15169?family=6&limit=1000"));
  expect(prefixes).toHaveLength(prefix_count.v6);
  expect(prefixes.every((prefix: string) => prefix.includes(":"))).toBe(true);
});

test("asn fails with 404 for a system without prefixes", async () => {
  const answer = await fetchAsn("AS64512");
  expect(answer.status).toBe(404);
  expect(await json(answer)).toMatchObject({ code: "unknown_asn" });
});

test.each(["ASx", "4294967296", "AS", "-1", "1.5"])("asn fails with 400 for %s", async (text) => {
  expect((await fetchAsn(text)).status).toBe(400);
});

test.each([
  ["AS16509", true],
  ["AS21928", false],
  ["AS20712", null],
])("asn reports %s as a hosting provider: %p", async (asn, answer) => {
  expect((await json(await fetchAsn(asn))).is_hosting).toBe(answer);
});

test("asn can be cached for an hour, and has an ETag", async () => {
  const { headers } = await fetchAsn("15169");
  expect(headers.get("cache-control")).toBe("private, max-age=3600");
  const path = "/api/ip-geo/asn/15169";
  expect((await hub.get(path, { "if-none-match": headers.get("etag")! })).status).toBe(304);
});
