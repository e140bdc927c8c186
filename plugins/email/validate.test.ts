import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);
const check = async (email: string, query = "") =>
  json(await hub.get(`/api/email/validate/${encodeURIComponent(email)}${query}`));

/** The fields of every response, in the documented order. */
const fields = [
  ["email", "string"],
  ["valid", "boolean"],
  ["syntax_valid", "boolean"],
  ["domain_exists", "boolean"],
  ["has_mx_records", "boolean"],
  ["is_disposable", "boolean"],
  ["is_free_provider", "boolean"],
  ["typo_suggestion", "string"],
  ["score", "number"],
  ["has_spf", "boolean"],
  ["has_dmarc", "boolean"],
  ["disposable_domains_checked", "number"],
];

test("returns the twelve fields first for any text, with null for unknown values", async () => {
  for (const text of ["ann@example.com", "no address"]) {
    const { success, ...rest } = await check(text);
    expect(success).toBe(true);
    const first = Object.entries(rest).slice(0, 12);
    expect(first.map(([name]) => name)).toEqual(fields.map(([name]) => name!));
    for (const [index, [name, value]] of first.entries())
      expect([name, value === null ? fields[index]?.[1] : typeof value]).toEqual(fields[index]!);
  }
});

test("path and query return the same", async () => {
  const byPath = await check("ann+news@example.com");
  const byQuery = await json(await hub.get("/api/email/validate?email=ann%2Bnews@example.com"));
  expect(byQuery).toEqual(byPath);
});

test("without network access the syntax decides, and the response says so", async () => {
  expect(await check("Ann+News@Gmail.com")).toMatchObject({
    email: "Ann+News@Gmail.com",
    valid: null,
    syntax_valid: true,
    domain_exists: null,
    has_mx_records: null,
    has_spf: null,
    has_dmarc: null,
    dns_checked: false,
    reason: "dns_unavailable",
    detail: "The DNS lookup of the mail servers failed: offline",
    verdict: "unknown",
    is_free_provider: true,
    normalized: "Ann+News@gmail.com",
    local_part: "Ann+News",
    tag: "News",
    is_catch_all: null,
  });
});

test("check_dns=false makes no lookup, and returns only facts from the syntax", async () => {
  expect(await check("ann@example.com", "?check_dns=false")).toMatchObject({
    valid: null,
    syntax_valid: true,
    domain_exists: null,
    has_mx_records: null,
    has_spf: null,
    has_dmarc: null,
    reason: "dns_skipped",
    verdict: "unknown",
    dns_checked: false,
    dns_unanswered: [],
  });
  expect((await check("ann@mailinator.com", "?check_dns=false")).valid).toBeNull();
  expect((await check("a..b@example.com", "?check_dns=false")).valid).toBe(false);
});

test("smtputf8=false rejects a non-ASCII local part", async () => {
  expect((await check("jörg@example.com", "?smtputf8=false")).reason).toBe(
    "syntax_local_not_ascii",
  );
  expect((await check("jörg@example.com")).syntax_valid).toBe(true);
});

test("an invalid address is a successful response with a reason", async () => {
  expect(await check("a..b@example.com")).toMatchObject({
    valid: false,
    syntax_valid: false,
    normalized: null,
    reason: "syntax_local_dot",
    detail: 'The local part must not have two dots in a row: it is "a..b"',
    verdict: "invalid",
    score: 0,
  });
});

test("slashes, zeros and line ends in the path are part of the address", async () => {
  expect((await check("a/b@example.com")).syntax_valid).toBe(true);
  expect((await check("a\0@example.com")).reason).toBe("syntax_control_character");
  expect((await check("a@example.com\r\nX: y")).reason).toBe("syntax_control_character");
});

test("explains a plus sign that became a space", async () => {
  const answer = await json(await hub.get("/api/email/validate?email=ann+news@example.com"));
  expect(answer.reason).toBe("syntax_space");
  expect(answer.detail).toContain("%2B");
});

test.each([
  ["ann@mailinator.com", { is_disposable: true, reason: "disposable", verdict: "risky" }],
  ["ann@sdf.org", { is_disposable: null, is_suspected_disposable: true, verdict: "risky" }],
  ["ann@example.com", { is_disposable: null, is_free_provider: false }],
  ["ann@@example.com", { is_disposable: null, is_free_provider: null, is_role_account: null }],
  ["no address", { is_suspected_disposable: null, verdict: "invalid", score: 0 }],
  ["info@example.com", { is_role_account: true, verdict: "risky" }],
  ["ann@example.com", { is_role_account: false, is_suspected_disposable: false }],
  ["ann@gmail.con", { typo_suggestion: "ann@gmail.com" }],
  ["ann@libero.ti", { typo_suggestion: "ann@libero.it" }],
  ["ann@bluewin.hc", { typo_suggestion: "ann@bluewin.ch" }],
  ["ann@hotmail.co.ku", { typo_suggestion: "ann@hotmail.co.uk" }],
  ["ann@mail.ur", { typo_suggestion: "ann@mail.ru" }],
  // The domain exists, or belongs to no provider.
  ["ann@web.es", { typo_suggestion: null }],
  ["ann@acme.ti", { typo_suggestion: null }],
  ["ann@[192.0.2.1]", { valid: false, reason: "address_literal", verdict: "invalid" }],
  ["ann@[127.0.0.1]", { valid: false, reason: "address_literal" }],
  ["ann@[IPv6:fe80::1]", { valid: false, reason: "address_literal" }],
  ["ann@[IPv6:::ffff:10.0.0.1]", { valid: false, reason: "address_literal" }],
  ["ann@[8.8.8.8]", { valid: true, reason: "ok", verdict: "risky", typo_suggestion: null }],
  ["ann@[IPv6:2606:4700::1111]", { valid: true, reason: "ok", verdict: "risky" }],
  ["ann@intranet", { reason: "single_label_domain", peculiarities: ["single_label_domain"] }],
  ["ann@printer.local", { reason: "reserved_tld", typo_suggestion: null }],
  ["ann@localhost", { reason: "reserved_tld" }],
])("%s: %j", async (email, expected) => {
  expect(await check(email, "?check_dns=false")).toMatchObject(expected);
});

test("applies the operator's lists", async () => {
  const own = await testHub(import.meta.dir, {
    env: { HUB_EMAIL_DISPOSABLE: "burner.com", HUB_EMAIL_NOT_DISPOSABLE: "mailinator.com" },
  });
  const is = async (email: string) =>
    (await json(await own.get(`/api/email/validate/${email}`))).is_disposable;
  expect(await is("ann@burner.com")).toBe(true);
  expect(await is("ann@mailinator.com")).toBe(false);
});

test.each(["", "a".repeat(321)])("rejects an address that is empty or too long", async (email) => {
  const answer = await hub.get(`/api/email/validate?email=${email}`);
  expect(answer.status).toBe(400);
  expect((await json(answer)).code).toBe("invalid_input");
});

test("returns only the verdict as plain text, without caching", async () => {
  const answer = await hub.get("/api/email/validate?email=a@@b", { accept: "text/plain" });
  expect(await answer.text()).toBe("false");
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

test("reports if the operator denies network access", async () => {
  const denied = await testHub(import.meta.dir, { denied: ["net"] });
  const answer = await denied.get("/api/email/validate?email=ann@example.com");
  expect((await json(answer)).code).toBe("capability_unavailable");
  const skipped = await denied.get("/api/email/validate?email=ann@example.com&check_dns=false");
  expect(skipped.status).toBe(200);
});
