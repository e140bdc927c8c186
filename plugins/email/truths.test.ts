import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, startNameServer, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);
const byQuery = async (email: string) =>
  json(await hub.get(`/api/email/validate?check_dns=false&email=${encodeURIComponent(email)}`));
const byPath = async (email: string) =>
  json(await hub.get(`/api/email/validate/${encodeURIComponent(email)}?check_dns=false`));
const inBatch = async (emails: string[]) =>
  json(await hub.post("/api/email/validate/batch", { emails, check_dns: false, dedupe: false }));

const label63 = "d".repeat(63);
const local64 = "l".repeat(64);

describe("accepts", () => {
  test.each([
    // RFC 5322 §3.2.3: an atom may contain these, in addition to letters and digits.
    ..."!#$%&'*+-/=?^_`{|}~".split("").map((character) => `a${character}b@example.com`),
    // RFC 3696 §3, with its erratum 246, and RFC 5321 §4.1.2: quoted strings.
    '"Abc\\@def"@example.com',
    '"Fred\\ Bloggs"@example.com',
    '"Joe.\\\\Blow"@example.com',
    '"Abc@def"@example.com',
    '"..."@example.com',
    '"(),:;<>[]"@example.com',
    "customer/department=shipping@example.com",
    "!def!xyz%abc@example.com",
    // RFC 5322 §3.4.1 and appendix A.5: comments around both parts, also nested.
    "pete(his account)@silly.test(his host)",
    "(a(b(c)))pete@example.com",
    "(\\)\\()pete@example.com",
    // RFC 5321 §4.5.3.1 and RFC 1035 §2.3.4: 64 octets, labels of 63, and 254 in all.
    `${local64}@example.com`,
    `a@${label63}.com`,
    `${local64}@${label63}.${label63}.${"d".repeat(57)}.com`,
    // RFC 1123 §2.1: a label may start with a digit. RFC 5891 §5.4: or be an A-label.
    "a@3com.com",
    "a@1.2.3.example",
    "a@xn--bcher-kva.example",
    // RFC 5321 §4.1.3, in which "::" replaces two groups or more.
    "a@[127.0.0.1]",
    "a@[255.255.255.255]",
    "a@[IPv6:::]",
    "a@[IPv6:::1]",
    "a@[IPv6:2001:0db8:0000:0000:0000:ff00:0042:8329]",
    "a@[IPv6:1:2:3:4:5:6::]",
    "a@[IPv6:::3:4:5:6:7:8]",
    "a@[IPv6:1:2:3:4:5:6:192.0.2.1]",
    "a@[IPv6:::1:2:3:4:192.0.2.1]",
    // RFC 6531 §3.3 and RFC 6532: UTF-8 in both parts.
    "用户@例子.广告",
    "अजय@डाटा.भारत",
    "квіточка@пошта.укр",
    "θσερ@εχαμπλε.ψομ",
    "Dörte@Sörensen.example",
    '"jörg müller"@example.com',
  ])("%s", async (email) => {
    expect(await byQuery(email)).toMatchObject({ syntax_valid: true });
  });
});

describe("rejects", () => {
  test.each([
    // RFC 3696 §3 and RFC 5321 §4.1.2: dots separate atoms.
    ".a@example.com",
    "a.@example.com",
    "a..b@example.com",
    // RFC 5322 §3.2.3: specials aren't atext.
    ..."()<>[]:;@\\,".split("").map((character) => `a${character}b@example.com`),
    '"a"b"@example.com',
    '"a@example.com',
    'a"b"@example.com',
    // One octet more than RFC 5321 §4.5.3.1 and RFC 1035 §2.3.4 allow.
    `${local64}l@example.com`,
    `a@${label63}d.com`,
    `${local64}@${label63}.${label63}.${"d".repeat(58)}.com`,
    `${"ü".repeat(33)}@example.com`,
    // RFC 952 and RFC 1123: letters and digits, with hyphens between them.
    "a@-example.com",
    "a@example-.com",
    "a@exam_ple.com",
    "a@example..com",
    "a@.example.com",
    "a@example.com.",
    "a@",
    "@example.com",
    "example.com",
    // RFC 1123 §2.1: a host name can't end in a number. RFC 5321 §4.1.3: literals.
    "a@127.0.0.1",
    "a@example.1",
    "a@[256.0.0.1]",
    "a@[1.2.3]",
    "a@[1.2.3.4.5]",
    "a@[::1]",
    "a@[IPv6:1:2:3:4:5:6:7]",
    "a@[IPv6:1:2:3:4:5:6:7:8:9]",
    "a@[IPv6:1::2::3]",
    "a@[IPv6:g::]",
    "a@[IPv6:::ffff:1.2.3]",
    "a@[IPv6:::1",
    "a@[Tag:content]",
    // RFC 5321 §2.3.11: a mailbox without a display name. RFC 5322 §4: no routes.
    "Pete <pete@example.com>",
    "<@one.example:pete@example.com>",
    "a@b@example.com",
    // RFC 5892 and UTS #46: no unassigned or disallowed characters in a domain.
    "a@☃\u0378.example",
    "a@xn--a.example",
  ])("%s", async (email) => {
    expect(await byQuery(email)).toMatchObject({
      syntax_valid: false,
      valid: false,
      normalized: null,
      domain_exists: null,
      has_mx_records: null,
      has_spf: null,
      has_dmarc: null,
    });
  });
});

// RFC 5890 to 5894 and UTS #46, non-transitional.
test.each([
  ["a@bücher.example", "a@xn--bcher-kva.example"],
  ["a@BÜCHER.example", "a@xn--bcher-kva.example"],
  ["a@faß.de", "a@xn--fa-hia.de"],
  ["a@βόλος.com", "a@xn--nxasmm1c.com"],
  ["a@例え.テスト", "a@xn--r8jz45g.xn--zckzah"],
  ["a@EXAMPLE.com", "a@example.com"],
  ["A.B@example.com", "A.B@example.com"],
  ['"a.b"@example.com', "a.b@example.com"],
  ['"a\\b"@example.com', "ab@example.com"],
  ["a@[IPv6:2001:0DB8:0::0042]", "a@[IPv6:2001:db8::42]"],
])("%s is normalized to %s", async (email, normalized) => {
  expect((await byQuery(email)).normalized).toBe(normalized);
});

const atom = fc.string({
  unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-/=?^_`{|}~é日"),
  minLength: 1,
  maxLength: 12,
});
const dotted = fc.array(atom, { minLength: 1, maxLength: 3 }).map((atoms) => atoms.join("."));
const printable = fc.string({ unit: fc.constantFrom(...'ab. @"\\,;:<>()[]é'), maxLength: 20 });
const quoted = printable.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`);
const domain = fc
  .array(fc.constantFrom("a", "EXAMPLE", "x-1", "3com", "bücher", "例子", "xn--fa-hia"), {
    minLength: 1,
    maxLength: 3,
  })
  .map((labels) => `${labels.join(".")}.org`);
const literal = fc.oneof(
  fc.ipV4().map((address) => `[${address}]`),
  fc.ipV6().map((address) => `[IPv6:${address}]`),
);
const address = fc
  .tuple(fc.oneof(dotted, quoted), fc.oneof({ weight: 4, arbitrary: domain }, literal))
  .map((parts) => parts.join("@"));
/** Any character. The unit "binary" of fast-check is the same, but takes most of a second to set up. */
const character = fc
  .oneof(fc.nat({ max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
const anything = fc.oneof(address, fc.string({ unit: character, minLength: 1, maxLength: 60 }));

test("path, query and batch give the same result for any text", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 5 }), async (emails) => {
      // A lone surrogate can't be in a URL.
      const texts = emails.map((email) => email.toWellFormed()).filter((email) => email !== ".");
      fc.pre(texts.length > 0 && !texts.includes(".."));
      const { results } = await inBatch(texts);
      const { success, ...first } = await byQuery(texts[0]!);
      expect([success, first]).toEqual([true, results[0]]);
      for (const [index, email] of texts.entries()) {
        const { success: _, ...one } = await byPath(email);
        expect(one).toEqual(results[index]);
      }
    }),
    cases(60, 8),
  );
});

test("an address composed of valid parts is valid, and is normalized to itself", async () => {
  await fc.assert(
    fc.asyncProperty(address, async (email) => {
      const { syntax_valid, normalized, reason, local_part, ascii_domain } = await byQuery(email);
      // RFC 5321 allows :: only for two groups or more, and random addresses sometimes have one.
      fc.pre(reason !== "syntax_address_literal");
      expect([email, reason, syntax_valid]).toEqual([email, reason, true]);
      expect(normalized).toBe(`${local_part}@${ascii_domain}`);
      expect((await byQuery(normalized)).normalized).toBe(normalized);
    }),
    cases(100, 8),
  );
});

test("unnecessary quotes and backslashes change nothing", async () => {
  await fc.assert(
    fc.asyncProperty(dotted, async (local) => {
      const plain = await byQuery(`${local}@example.org`);
      const escaped = [...local].map((character) => `\\${character}`).join("");
      for (const spelled of [`"${local}"`, `"${escaped}"`])
        expect((await byQuery(`${spelled}@example.org`)).normalized).toBe(plain.normalized);
    }),
    cases(30, 8),
  );
});

test("finds addresses in a table with any delimiter", async () => {
  const cell = fc.string({ unit: fc.constantFrom(..."ab ,;\t\"'\n"), maxLength: 8 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(",", ";", "\t"),
      fc.array(fc.tuple(cell, address), { minLength: 1, maxLength: 5 }),
      async (separator, rows) => {
        const lines = rows.map((cells) => cells.map(quote).join(separator));
        const csv = [["name", "email"].join(separator), ...lines].join("\r\n");
        const body = { csv, check_dns: false, dedupe: false };
        const { results } = await json(await hub.post("/api/email/validate/batch", body));
        expect(results.map(({ email }: { email: string }) => email)).toEqual(
          rows.map(([, email]) => email.trim()),
        );
      },
    ),
    cases(30, 8),
  );
});

/** IANA's special-purpose registries: RFC 6890 and its updates. None is globally reachable. */
const special = [
  ..."0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.1.1 172.16.0.1 172.31.255.255 192.0.2.1".split(
    " ",
  ),
  ..."192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 240.0.0.1 255.255.255.255 224.0.0.1".split(
    " ",
  ),
  ...":: ::1 100::1 2001:db8::1 3fff::1 fc00::1 fd12:3456::1 fe80::1 ff02::1".split(" "),
];
const open =
  "1.1.1.1 8.8.8.8 9.9.9.9 172.15.0.1 172.32.0.1 192.167.1.1 2606:4700::1 2a00:1450::1".split(" ");
const buildRecord = (address: string) =>
  address.includes(":") ? { AAAA: [address] } : { A: [address] };
const server = await startNameServer({
  // RFC 7505 §3: a single dot with preference 0.
  "null.org": { MX: [[0, "."]], A: ["8.8.8.8"] },
  ...Object.fromEntries(
    [...special, ...open].flatMap((address, index) => [
      [`h${index}.org`, buildRecord(address)],
      [`mx${index}.org`, { MX: [[10, `h${index}.org`]] as const }],
    ]),
  ),
});
afterAll(() => server.stop());
const online = await testHub(import.meta.dir, { nameServers: [server] });
const asked = async (email: string) => json(await online.get(`/api/email/validate/${email}`));

test("a null MX accepts no mail, even if the domain has its own address", async () => {
  expect(await asked("ann@null.org")).toMatchObject({
    valid: false,
    null_mx: true,
    implicit_mx: false,
    reason: "null_mx",
  });
});

test.each([...special, ...open].map((address, index) => [address, index] as const))(
  "mail can be delivered to %s if that is on the public internet",
  async (address, index) => {
    const isOpen = open.includes(address);
    for (const domain of [`h${index}.org`, `mx${index}.org`])
      expect((await asked(`ann@${domain}`)).valid).toBe(isOpen);
    const literal = address.includes(":") ? `[IPv6:${address}]` : `[${address}]`;
    expect((await asked(`ann@${encodeURIComponent(literal)}`)).valid).toBe(isOpen);
  },
);
