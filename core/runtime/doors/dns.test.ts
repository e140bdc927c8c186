import { afterAll, expect, test } from "bun:test";
import { startNameServer } from "../../testing/stand-in-name-server.ts";
import { createResolve } from "./dns.ts";

const server = await startNameServer({
  "shop.com": { MX: [[10, "MX1.shop.com"]], A: ["198.51.100.7"], NS: ["ns.shop.com"] },
  "mute.com": { MX: [[0, "."]] },
  "alias.com": { CNAME: "other.com" },
  "other.com": { CNAME: "shop.com" },
  "long.com": { TXT: [["v=spf1 ", "include:long.com", " -all"], Array(6).fill("x".repeat(250))] },
  "euro.com": { TXT: ["€"] },
  "lossy.com": { A: ["198.51.100.8"], lost: 1 },
  "late.com": { A: ["198.51.100.11"], late: true },
  "brief.com": { A: ["198.51.100.9"], ttl: 20 },
  "broken.com": "SERVFAIL",
  "closed.com": "REFUSED",
  "silent.com": "silence",
  "garbage.com": "garbage",
});
const another = await startNameServer({ "broken.com": { A: ["198.51.100.10"] } });
afterAll(() => {
  server.stop();
  another.stop();
});
const resolve = createResolve({ servers: [server] });

test("records come with their values, names in lower case", async () => {
  expect(await resolve("Shop.COM", "MX")).toEqual({
    status: "found",
    records: [{ priority: 10, exchange: "mx1.shop.com" }],
  });
  expect(await resolve("shop.com", "A")).toMatchObject({ records: ["198.51.100.7"] });
  expect(await resolve("shop.com", "NS")).toMatchObject({ records: ["ns.shop.com"] });
});

test("a null MX is an empty exchange", async () => {
  expect(await resolve("mute.com", "MX")).toMatchObject({
    records: [{ priority: 0, exchange: "" }],
  });
});

test("an alias is followed to its records", async () => {
  expect(await resolve("alias.com", "A")).toMatchObject({ records: ["198.51.100.7"] });
  expect(await resolve("alias.com", "CNAME")).toMatchObject({ records: ["other.com"] });
});

test("the strings of a text are one, and an answer too long for UDP comes by TCP", async () => {
  expect(await resolve("long.com", "TXT")).toEqual({
    status: "found",
    records: ["v=spf1 include:long.com -all", "x".repeat(1500)],
  });
  expect(server.asked).toContain("tcp TXT long.com");
  expect(await resolve("euro.com", "TXT")).toMatchObject({ records: ["€"] });
});

test("a name that does not exist is told from one without such a record", async () => {
  expect(await resolve("nowhere.com", "MX")).toEqual({ status: "no_such_name" });
  expect(await resolve("shop.com", "AAAA")).toEqual({ status: "no_records" });
  expect(await resolve("com", "MX")).toEqual({ status: "no_records" });
});

test.each([
  ["broken.com", "server_failure"],
  ["closed.com", "refused"],
  ["silent.com", "timeout"],
  ["garbage.com", "timeout"],
] as const)("%s is unavailable for %s", async (name, reason) => {
  expect(await resolve(name, "A", { timeoutMs: 60 })).toEqual({ status: "unavailable", reason });
});

test("a port where nobody listens is unreachable", async () => {
  const closed = await startNameServer({});
  closed.stop();
  const answer = await createResolve({ servers: [closed] })("shop.com", "A");
  expect(answer).toEqual({ status: "unavailable", reason: "unreachable" });
});

test("a lost packet is sent again", async () => {
  expect(await resolve("lossy.com", "A")).toMatchObject({ records: ["198.51.100.8"] });
  expect(server.asked.filter((question) => question === "A lossy.com")).toHaveLength(2);
});

test("an answer that comes after the question was sent again is taken", async () => {
  expect(await resolve("late.com", "A")).toMatchObject({ records: ["198.51.100.11"] });
  expect(server.asked.filter((question) => question === "A late.com")).toHaveLength(2);
});

test("another server is asked when one fails", async () => {
  const both = createResolve({ servers: [server, another] });
  expect(await both("broken.com", "A")).toMatchObject({ records: ["198.51.100.10"] });
});

test("an answer is kept as long as it says, and asked for once at a time", async () => {
  let now = 0;
  const resolve = createResolve({ servers: [server], clock: () => now });
  const askedFor = () => server.asked.filter((question) => question === "A brief.com").length;
  await Promise.all([resolve("brief.com", "A"), resolve("brief.com", "A")]);
  now = 19_999;
  await resolve("brief.com", "A");
  expect(askedFor()).toBe(1);
  now = 20_000;
  await resolve("brief.com", "A");
  expect(askedFor()).toBe(2);
});

test("a missing name is kept for a minute", async () => {
  let now = 0;
  const resolve = createResolve({ servers: [server], clock: () => now });
  const askedFor = () => server.asked.filter((question) => question === "A gone.com").length;
  await resolve("gone.com", "A");
  now = 59_999;
  await resolve("gone.com", "A");
  expect(askedFor()).toBe(1);
  now = 60_000;
  await resolve("gone.com", "A");
  expect(askedFor()).toBe(2);
});

test("an offline hub asks nobody", async () => {
  const offline = createResolve({ servers: [server], offline: true });
  expect(await offline("offline.com", "A")).toEqual({ status: "unavailable", reason: "offline" });
  expect(server.asked.join()).not.toContain("offline.com");
});

test.each(["", "a..b", "a.", "münchen.de", `${"a".repeat(64)}.com`])("%j is no name", (name) => {
  expect(resolve(name, "A")).rejects.toThrow("it is not a host name");
});
