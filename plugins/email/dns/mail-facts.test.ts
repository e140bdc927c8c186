import { afterAll, expect, test } from "bun:test";
import { json, startNameServer, testHub } from "hub/testing";

const long = Array.from({ length: 8 }, (_, index) => `a${index}`.repeat(100));
const server = await startNameServer({
  "shop.com": {
    MX: [
      [20, "mx2.shop.com"],
      [10, "aspmx.l.google.com"],
    ],
    TXT: [["v=spf1 include:_spf.", "google.com ~all"]],
  },
  "_dmarc.shop.com": { TXT: ["v=DMARC1; p=reject; sp=quarantine"] },
  "team.shop.com": { MX: [[10, "mx.team.shop.com"]] },
  "null.com": { MX: [[0, "."]], TXT: ["v=spf1 -all"] },
  "local.com": { MX: [[0, "localhost."]] },
  "implicit.com": { A: ["198.51.100.7"] },
  "implicit6.com": { AAAA: ["2001:db8::7"] },
  "parked.com": { A: ["127.0.0.1"] },
  "empty.com": { NS: ["ns.empty.com"] },
  "alias.com": { CNAME: "shop.com" },
  "long.com": { MX: [[1, "mx.long.com"]], TXT: [long, "v=spf1 -all"] },
  "many.com": {
    MX: Array.from({ length: 60 }, (_, index) => [60 - index, `mx${index}.many.com`] as const),
  },
  "burner.com": { MX: [[1, "mx.mailinator.com"]] },
  "broken.com": "SERVFAIL",
  "closed.com": "REFUSED",
  "silent.com": "silence",
  "half.com": { MX: [[1, "mx.half.com"]] },
  "_dmarc.half.com": "SERVFAIL",
  "gmial.com": { MX: [[1, "mx.gmial.com"]] },
  "b.c.d.shop.co.uk": { A: ["198.51.100.7"] },
});
afterAll(() => server.stop());
const hub = await testHub(`${import.meta.dir}/..`, { nameServers: [server] });
const check = async (email: string) =>
  json(await hub.get(`/api/email/validate/${encodeURIComponent(email)}`));

test("a domain with mail servers is valid, and they come in their order", async () => {
  expect(await check("ann@shop.com")).toMatchObject({
    valid: true,
    domain_exists: true,
    has_mx_records: true,
    mx_records: [
      { priority: 10, exchange: "aspmx.l.google.com" },
      { priority: 20, exchange: "mx2.shop.com" },
    ],
    implicit_mx: false,
    null_mx: false,
    mail_provider: "google",
    dns_checked: true,
    reason: "ok",
    score: 100,
  });
});

test("of more mail servers than anybody has, the first twenty come", async () => {
  const { mx_records, valid } = await check("ann@many.com");
  expect(valid).toBe(true);
  expect(mx_records).toHaveLength(20);
  expect(mx_records[0]).toEqual({ priority: 1, exchange: "mx59.many.com" });
});

test("SPF and DMARC come with what they ask for", async () => {
  expect(await check("ann@shop.com")).toMatchObject({
    has_spf: true,
    has_dmarc: true,
    spf: { record: "v=spf1 include:_spf.google.com ~all", all: "softfail" },
    dmarc: { policy: "reject", domain: "shop.com" },
  });
});

test("a subdomain is under the DMARC record of the registered domain", async () => {
  const { dmarc, has_spf } = await check("ann@team.shop.com");
  expect(dmarc).toMatchObject({ policy: "quarantine", domain: "shop.com" });
  expect(has_spf).toBe(false);
});

test("a null MX takes no mail", async () => {
  expect(await check("ann@null.com")).toMatchObject({
    valid: false,
    domain_exists: true,
    has_mx_records: false,
    null_mx: true,
    reason: "null_mx",
    verdict: "invalid",
    score: 10,
  });
});

test.each(["implicit.com", "implicit6.com"])("%s takes mail at its own address", async (domain) => {
  expect(await check(`ann@${domain}`)).toMatchObject({
    valid: true,
    has_mx_records: false,
    implicit_mx: true,
    reason: "ok",
  });
});

test.each(["empty.com", "parked.com", "local.com"])("%s has no mail server", async (domain) => {
  expect(await check(`ann@${domain}`)).toMatchObject({
    valid: false,
    domain_exists: true,
    has_mx_records: false,
    null_mx: false,
    reason: "no_mail_server",
  });
});

test("a domain that does not exist is told from one that does", async () => {
  expect(await check("ann@nowhere.com")).toMatchObject({
    valid: false,
    domain_exists: false,
    dns_checked: true,
    dns_unanswered: [],
    reason: "no_such_domain",
    spf: { record: null },
  });
});

test("a name server that denies a top-level domain is not believed about what lies below", async () => {
  const walled = await startNameServer({ "intranet.corp": { A: ["198.51.100.7"] } });
  const inside = await testHub(`${import.meta.dir}/..`, { nameServers: [walled] });
  const answer = async (email: string) => json(await inside.get(`/api/email/validate/${email}`));
  expect(await answer("ann@gmail.com")).toMatchObject({
    valid: true,
    dns_checked: false,
    dns_unanswered: ["mx", "spf", "dmarc"],
    reason: "dns_unavailable",
    detail:
      'The DNS did not say where mail goes: it does not know "com", so it is not the public one',
  });
  expect((await answer("ann@acme.con")).reason).toBe("no_such_domain");
  walled.stop();
});

test("an alias has the mail servers of what it stands for", async () => {
  const { valid, mx_records } = await check("ann@alias.com");
  expect(valid).toBe(true);
  expect(mx_records).toHaveLength(2);
});

test("SPF is found among texts too long for a packet", async () => {
  expect((await check("ann@long.com")).spf).toMatchObject({ record: "v=spf1 -all", all: "fail" });
  expect(server.asked).toContain("tcp TXT long.com");
});

test.each([
  ["broken.com", "server failure"],
  ["closed.com", "refused"],
  ["silent.com", "timeout"],
])("%s is unknown, for which nothing is called false that was checked", async (domain, why) => {
  expect(await check(`ann@${domain}`)).toMatchObject({
    valid: true,
    domain_exists: false,
    dns_checked: false,
    dns_unanswered: ["mx", "spf"],
    mx_records: null,
    implicit_mx: null,
    null_mx: null,
    spf: null,
    verdict: "unknown",
    reason: "dns_unavailable",
    detail: `The DNS did not say where mail goes: ${why}`,
  });
});

test("one question without an answer leaves the others answered", async () => {
  expect(await check("ann@half.com")).toMatchObject({
    valid: true,
    reason: "ok",
    has_dmarc: false,
    dns_checked: false,
    dns_unanswered: ["dmarc"],
    dmarc: null,
    spf: { record: null },
  });
});

test("a domain behind the mail server of a throwaway one is disposable", async () => {
  expect(await check("ann@burner.com")).toMatchObject({
    valid: true,
    is_disposable: true,
    disposable_match: "mailinator.com",
    reason: "disposable",
    verdict: "risky",
    score: 30,
  });
});

test("a domain that takes mail is not called mistyped", async () => {
  expect((await check("ann@gmial.com")).typo_suggestion).toBeNull();
  expect((await check("ann@gnail.com")).typo_suggestion).toBe("ann@gmail.com");
});

test("an address costs six questions at most", async () => {
  const before = server.asked.length;
  await check("ann@b.c.d.shop.co.uk");
  expect(server.asked.slice(before).toSorted()).toEqual([
    "A b.c.d.shop.co.uk",
    "AAAA b.c.d.shop.co.uk",
    "MX b.c.d.shop.co.uk",
    "TXT _dmarc.b.c.d.shop.co.uk",
    "TXT _dmarc.shop.co.uk",
    "TXT b.c.d.shop.co.uk",
  ]);
});

test.each(["ann@[192.0.2.1]", "ann@intranet", "ann@printer.local", "ann@x.test"])(
  "the DNS is not asked about %s",
  async (email) => {
    const before = server.asked.length;
    expect(await check(email)).toMatchObject({
      syntax_valid: true,
      valid: false,
      dns_checked: false,
    });
    expect(server.asked.length).toBe(before);
  },
);
