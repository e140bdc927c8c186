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
  "aspmx.l.google.com": { A: ["142.250.102.27"] },
  "_dmarc.shop.com": { TXT: ["v=DMARC1; p=reject; sp=quarantine"] },
  "team.shop.com": { MX: [[10, "mx.team.shop.com"]] },
  "mx.team.shop.com": { AAAA: ["2606:4700:4700::1111"] },
  "null.com": { MX: [[0, "."]], TXT: ["v=spf1 -all"] },
  "local.com": { MX: [[0, "localhost."]] },
  "nowhere-to-go.com": { MX: [[10, "mx.nowhere-to-go.com"]] },
  "addressless.com": { MX: [[10, "ns.empty.com"]] },
  "loopback.com": { MX: [[10, "loop.com"]] },
  "loop.com": { A: ["127.0.0.1"], AAAA: ["::1"] },
  "private.com": { MX: [[10, "mx.private.com"]] },
  "mx.private.com": { A: ["10.0.0.8", "192.168.3.4"], AAAA: ["fd00::8"] },
  "numeric.com": { MX: [[10, "8.8.8.8"]] },
  "odd.com": { MX: [[10, "mx host.odd.com"]] },
  "backup.com": {
    MX: [
      [10, "mx.private.com"],
      [20, "mx.implicit.com"],
    ],
  },
  "mx.implicit.com": { CNAME: "implicit.com" },
  "null-and-more.com": {
    MX: [
      [0, "."],
      [10, "implicit.com"],
    ],
  },
  "lost.com": { MX: [[10, "broken.com"]] },
  "implicit.com": { A: ["8.8.8.8"] },
  "implicit6.com": { AAAA: ["2606:4700:4700::1111"] },
  "parked.com": { A: ["127.0.0.1"] },
  "inside.com": { A: ["10.1.2.3"] },
  "mixed.com": { A: ["10.1.2.3", "8.8.8.8"] },
  "empty.com": { NS: ["ns.empty.com"] },
  "alias.com": { CNAME: "shop.com" },
  "long.com": { MX: [[1, "mx.long.com"]], TXT: [long, "v=spf1 -all"] },
  "mx.long.com": { A: ["8.8.8.8"] },
  "many.com": {
    MX: Array.from({ length: 60 }, (_, index) => [60 - index, `mx${index}.many.com`] as const),
  },
  "mx59.many.com": { A: ["8.8.8.8"] },
  "sixth.com": {
    MX: Array.from({ length: 6 }, (_, index) => [index, `mx${index}.sixth.com`] as const),
    TXT: ["v=spf1 ipv4:192.0.2.1 -all"],
  },
  "mx5.sixth.com": { A: ["8.8.8.8"] },
  "hidden.com": {
    MX: Array.from({ length: 21 }, (_, index) => [index, `mx${index}.hidden.com`] as const),
  },
  "mx.mailinator.com": { A: ["8.8.8.8"] },
  "burner.com": { MX: [[1, "mx.mailinator.com"]] },
  "broken.com": "SERVFAIL",
  "closed.com": "REFUSED",
  "half.com": { MX: [[1, "mx.half.com"]] },
  "mx.half.com": { A: ["8.8.8.8"], AAAA: ["2001:db8::1"] },
  "_dmarc.half.com": "SERVFAIL",
  "gmial.com": { MX: [[1, "mx.gmial.com"]] },
  "mx.gmial.com": { A: ["8.8.8.8"] },
  "jmail.com": { MX: [[1, "mx.gmial.com"]] },
  "b.c.d.shop.co.uk": { A: ["8.8.8.8"] },
});
const check = await checkBy(server);

async function checkBy(nameServer: typeof server) {
  const hub = await testHub(`${import.meta.dir}/..`, { nameServers: [nameServer] });
  return async (email: string) =>
    json(await hub.get(`/api/email/validate/${encodeURIComponent(email)}`));
}

// Slow lookups run in parallel, on a server whose queries no test counts.
const slowServer = await startNameServer({
  "late.com": { MX: [[10, "mx.late.com"]], late: true },
  "mx.late.com": { A: ["8.8.4.4"], late: true },
  "silent.com": "silence",
});
const checkSlowly = await checkBy(slowServer);
const [late, silent] = [checkSlowly("ann@late.com"), checkSlowly("ann@silent.com")];
afterAll(() => {
  server.stop();
  slowServer.stop();
});

test("a domain with mail servers is valid, and they are listed in order", async () => {
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

test("lists at most twenty mail servers", async () => {
  const { mx_records, valid } = await check("ann@many.com");
  expect(valid).toBe(true);
  expect(mx_records).toHaveLength(20);
  expect(mx_records[0]).toEqual({ priority: 1, exchange: "mx59.many.com" });
});

test("the sixth mail server counts", async () => {
  expect(await check("ann@sixth.com")).toMatchObject({ valid: true, has_mx_records: true });
});

test("deliverability is unknown if there are more mail servers than the hub looks up", async () => {
  expect(await check("ann@hidden.com")).toMatchObject({
    valid: null,
    has_mx_records: null,
    domain_exists: true,
    dns_unanswered: ["address"],
  });
});

test("an SPF record for which receivers return permerror is named", async () => {
  expect(await check("ann@sixth.com")).toMatchObject({
    has_spf: false,
    spf: {
      record: "v=spf1 ipv4:192.0.2.1 -all",
      problem: "syntax_error",
      problem_detail: '"ipv4:192.0.2.1" is not an SPF term',
    },
  });
});

test("returns the policies of SPF and DMARC", async () => {
  expect(await check("ann@shop.com")).toMatchObject({
    has_spf: true,
    has_dmarc: true,
    spf: { record: "v=spf1 include:_spf.google.com ~all", all: "softfail" },
    dmarc: { policy: "reject", domain: "shop.com" },
  });
});

test("a subdomain uses the DMARC record of the registered domain", async () => {
  const { dmarc, has_spf } = await check("ann@team.shop.com");
  expect(dmarc).toMatchObject({ policy: "quarantine", domain: "shop.com" });
  expect(has_spf).toBe(false);
});

test("a null MX accepts no mail", async () => {
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

test.each(["implicit.com", "implicit6.com", "mixed.com"])(
  "%s accepts mail at its own address",
  async (domain) => {
    expect(await check(`ann@${domain}`)).toMatchObject({
      valid: true,
      has_mx_records: false,
      implicit_mx: true,
      reason: "ok",
    });
  },
);

test.each(["empty.com", "parked.com", "inside.com"])("%s has no mail server", async (domain) => {
  expect(await check(`ann@${domain}`)).toMatchObject({
    valid: false,
    domain_exists: true,
    has_mx_records: false,
    implicit_mx: false,
    null_mx: false,
    reason: "no_mail_server",
    detail: "The domain has neither a mail server nor a public IP address",
  });
});

test.each([
  "local.com",
  "nowhere-to-go.com",
  "addressless.com",
  "loopback.com",
  "private.com",
  "numeric.com",
  "odd.com",
])("the mail servers of %s aren't on the public internet", async (domain) => {
  expect(await check(`ann@${domain}`)).toMatchObject({
    valid: false,
    has_mx_records: false,
    null_mx: false,
    reason: "no_mail_server",
    verdict: "invalid",
    detail: "None of the domain's mail servers has a public IP address",
  });
});

test.each(["backup.com", "null-and-more.com"])(
  "one public mail server is enough for %s",
  async (domain) => {
    expect(await check(`ann@${domain}`)).toMatchObject({
      valid: true,
      null_mx: false,
      reason: "ok",
    });
  },
);

test("deliverability is unknown if nothing is known about the mail server", async () => {
  expect(await check("ann@lost.com")).toMatchObject({
    valid: null,
    domain_exists: true,
    has_mx_records: null,
    mx_records: [{ priority: 10, exchange: "broken.com" }],
    dns_unanswered: ["address"],
    reason: "dns_unavailable",
    verdict: "unknown",
    detail: "The DNS lookup of the mail servers failed: server failure",
  });
});

test("accepts responses that arrive after a retry", async () => {
  expect(await late).toMatchObject({ valid: true, reason: "ok" });
});

test("distinguishes a missing domain from an existing one", async () => {
  expect(await check("ann@nowhere.com")).toMatchObject({
    valid: false,
    domain_exists: false,
    dns_checked: true,
    dns_unanswered: [],
    reason: "no_such_domain",
    spf: { record: null },
  });
});

test("doesn't trust a name server that denies a top-level domain about its subdomains", async () => {
  const walled = await startNameServer({ "intranet.corp": { A: ["8.8.8.8"] } });
  const inside = await testHub(`${import.meta.dir}/..`, { nameServers: [walled] });
  const answer = async (email: string) => json(await inside.get(`/api/email/validate/${email}`));
  expect(await answer("ann@gmail.com")).toMatchObject({
    valid: null,
    dns_checked: false,
    dns_unanswered: ["mx", "spf", "dmarc"],
    reason: "dns_unavailable",
    detail:
      'The DNS lookup of the mail servers failed: the name server does not know "com", so it does not resolve public names',
  });
  expect((await answer("ann@acme.con")).reason).toBe("no_such_domain");
  walled.stop();
});

test("an alias has the mail servers of its target", async () => {
  const { valid, mx_records } = await check("ann@alias.com");
  expect(valid).toBe(true);
  expect(mx_records).toHaveLength(2);
});

test("finds SPF among texts that are too long for a packet", async () => {
  expect((await check("ann@long.com")).spf).toMatchObject({ record: "v=spf1 -all", all: "fail" });
  expect(server.asked).toContain("tcp TXT long.com");
});

test.each([
  ["broken.com", "server failure"],
  ["closed.com", "refused"],
  ["silent.com", "timeout"],
])("%s is unknown, and none of its facts is true or false", async (domain, why) => {
  expect(await (domain === "silent.com" ? silent : check(`ann@${domain}`))).toMatchObject({
    valid: null,
    domain_exists: null,
    has_mx_records: null,
    has_spf: null,
    dns_checked: false,
    dns_unanswered: ["mx", "spf"],
    is_disposable: null,
    mx_records: null,
    implicit_mx: null,
    null_mx: null,
    spf: null,
    verdict: "unknown",
    reason: "dns_unavailable",
    detail: `The DNS lookup of the mail servers failed: ${why}`,
  });
});

test("one query without an answer doesn't affect the others", async () => {
  expect(await check("ann@half.com")).toMatchObject({
    valid: true,
    reason: "ok",
    has_dmarc: null,
    dns_checked: false,
    dns_unanswered: ["dmarc"],
    // The mail servers are known.
    is_disposable: false,
    dmarc: null,
    spf: { record: null },
  });
});

test("a domain with the mail server of a disposable one is disposable", async () => {
  expect(await check("ann@burner.com")).toMatchObject({
    valid: true,
    is_disposable: true,
    disposable_match: "mailinator.com",
    reason: "disposable",
    verdict: "risky",
    score: 30,
  });
});

test("distinguishes a typosquatter's mail server from a legitimate domain's", async () => {
  expect(await check("ann@gmial.com")).toMatchObject({
    valid: true,
    typo_suggestion: "ann@gmail.com",
  });
  expect((await check("ann@jmail.com")).typo_suggestion).toBeNull();
  expect((await check("ann@gnail.com")).typo_suggestion).toBe("ann@gmail.com");
});

test("looks up five of many mail servers", async () => {
  await check("bob@many.com");
  expect(server.asked.filter((question) => /^A{1,4} mx\d+\.many\.com$/.test(question)).length).toBe(
    10,
  );
});

test("an address without its own mail server causes at most six queries", async () => {
  const before = server.asked.length;
  await check("ann@b.c.d.shop.co.uk");
  // A query of a previous test may be retried meanwhile.
  const asked = server.asked.slice(before).filter((question) => question.includes("shop.co.uk"));
  expect(asked.toSorted()).toEqual([
    "A b.c.d.shop.co.uk",
    "AAAA b.c.d.shop.co.uk",
    "MX b.c.d.shop.co.uk",
    "TXT _dmarc.b.c.d.shop.co.uk",
    "TXT _dmarc.shop.co.uk",
    "TXT b.c.d.shop.co.uk",
  ]);
});

test.each(["ann@[192.0.2.1]", "ann@[IPv6:::1]", "ann@intranet", "ann@printer.local", "ann@x.test"])(
  "doesn't query the DNS for %s",
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

test("a list decides about a domain whose DNS is down", async () => {
  const down = await startNameServer({ "mailinator.com": "SERVFAIL" });
  const hub = await testHub(`${import.meta.dir}/..`, { nameServers: [down] });
  const answer = await json(await hub.get("/api/email/validate?email=ann@mailinator.com"));
  expect(answer).toMatchObject({ verdict: "risky", reason: "disposable", valid: null });
  down.stop();
});
