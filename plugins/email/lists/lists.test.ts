import { expect, test } from "bun:test";
import { isFreeProvider } from "./free-providers.ts";
import { loadLists } from "./lists.ts";
import { isRole } from "./roles.ts";

const lists = await loadLists({ disposable: [], notDisposable: [] });

test("the list has more than 5,000 domains and a version", () => {
  expect(lists.size).toBeGreaterThan(5_000);
  expect(lists.source).toMatch(/^disposable-email-domains-js \d+\.\d+\.\d+$/);
});

test.each([
  ["mailinator.com", "mailinator.com"],
  ["any.name.mailinator.com", "mailinator.com"],
])("%s is listed as %s", (domain, entry) => {
  expect(lists.find(domain)).toEqual({ kind: "listed", entry });
});

// Each of these was on a list of disposable domains by mistake.
test.each([
  "gmail.com",
  "fastmail.com",
  "google.com",
  "com.ar",
  "acme.com.ar",
  "acmemailinator.com",
])("%s isn't listed", (domain) => {
  expect(lists.find(domain)).toBeUndefined();
});

test("a broader list only raises a suspicion", () => {
  expect(lists.find("sdf.org")).toEqual({ kind: "suspected", entry: "sdf.org" });
});

test("an entry below a public suffix doesn't match its siblings", () => {
  expect(lists.find("15963.fr.nf")?.kind).toBe("listed");
  expect(lists.find("dns.army")?.kind).toBe("listed");
  expect(lists.find("somebody.dns.army")?.kind).not.toBe("listed");
});

test("the operator's entries override the lists, also for subdomains", async () => {
  const own = await loadLists({
    disposable: ["burner.com", "Throw.AWAY.net"],
    notDisposable: ["mailinator.com"],
  });
  expect(own.find("a.burner.com")).toEqual({ kind: "listed", entry: "burner.com" });
  expect(own.find("throw.away.net")?.kind).toBe("listed");
  expect(own.find("away.net")).toBeUndefined();
  expect(own.find("a.mailinator.com")).toBeUndefined();
  expect(own.size).toBe(lists.size + 2);
});

test.each([
  ["gmail.com", true],
  ["yahoo.co.jp", true],
  ["proton.me", true],
  ["qq.com", true],
  ["facebook.com", false],
  ["discovery.com", false],
  ["example.com", false],
  ["mailinator.com", false],
])("%s is a free provider: %j", (domain, free) => {
  expect(isFreeProvider(domain)).toBe(free);
});

test.each([
  ["info", true],
  ["Postmaster", true],
  ["support+orders", true],
  ["no-reply", true],
  ["kontakt", true],
  ["ann", false],
  ["information.desk.lover", false],
  ["+info", false],
])("%s is a role account: %j", (local, role) => {
  expect(isRole(local)).toBe(role);
});
