import { describe, expect, test } from "bun:test";
import { parseAddress } from "./parse-address.ts";
import type { SyntaxFault } from "./syntax-fault.ts";

const parse = (text: string, smtputf8 = true) => parseAddress(text, { smtputf8 });

function reasonFor(text: string, smtputf8 = true): string {
  try {
    parse(text, smtputf8);
  } catch (error) {
    return (error as SyntaxFault).reason;
  }
  return "none";
}

describe("accepts", () => {
  // RFC 3696 §3 with its errata, RFC 5322 §3.4.1, and the letters listed in RFC 5321 §4.1.2.
  test.each([
    "user+mailbox@example.com",
    "customer/department=shipping@example.com",
    "$A12345@example.com",
    "!def!xyz%abc@example.com",
    "_somename@example.com",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    '"Abc@def"@example.com',
    '"Fred Bloggs"@example.com',
    '"Joe\\\\Blow"@example.com',
    '" "@example.com',
    '""@example.com',
    "a@b.c",
    "1234567890@123.example",
    "user@a--b.example",
    "user@[192.0.2.1]",
    "user@[IPv6:2001:db8::1]",
    "user@[IPv6:::ffff:192.0.2.1]",
    "user@[ipv6:::]",
    "user@[IPv6:1:2:3:4:5:6:7:8]",
    "user@[IPv6:1:2:3::5:6:7]",
    "user@[IPv6:1:2:3:4::192.0.2.1]",
    "user@[192.000.002.001]",
    "user@localhost",
    `${"a".repeat(64)}@example.com`,
    `a@${"b".repeat(63)}.com`,
    `${"a".repeat(64)}@${"b".repeat(62)}.${"c".repeat(62)}.${"d".repeat(59)}.com`,
  ])("%s", (address) => {
    expect(reasonFor(address)).toBe("none");
  });
});

describe("rejects", () => {
  test.each([
    [" ", "syntax_empty"],
    ["()", "syntax_empty"],
    ["plain", "syntax_no_at_sign"],
    ["@example.com", "syntax_local_empty"],
    ["a@b@example.com", "syntax_several_at_signs"],
    [".a@example.com", "syntax_local_dot"],
    ["a.@example.com", "syntax_local_dot"],
    ["a..b@example.com", "syntax_local_dot"],
    ["a,b@example.com", "syntax_local_character"],
    ["a[b@example.com", "syntax_local_character"],
    ["a b@example.com", "syntax_space"],
    ["a @example.com", "syntax_space"],
    ["a@example.com b", "syntax_space"],
    ["a\u3000b@example.com", "syntax_space"],
    ["a\u200db@example.com", "syntax_space"],
    [`${"a".repeat(65)}@example.com`, "syntax_local_too_long"],
    [`${"é".repeat(33)}@example.com`, "syntax_local_too_long"],
    [
      `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(60)}.com`,
      "syntax_too_long",
    ],
    ["a".repeat(1001), "syntax_too_long"],
    ['a"b@example.com', "syntax_quote_misplaced"],
    ['"a"b@example.com', "syntax_quote_misplaced"],
    ['"a".b@example.com', "syntax_quote_misplaced"],
    ['"a@example.com', "syntax_quote_unclosed"],
    ['"a\\"@example.com', "syntax_quote_unclosed"],
    ["Ann Lee <ann@example.com>", "syntax_display_name"],
    ["<ann@example.com>", "syntax_display_name"],
    ["ann@example.com>", "syntax_display_name"],
    ["a(b@example.com", "syntax_comment_unclosed"],
    [`${"(".repeat(17)}${")".repeat(17)}a@b.com`, "syntax_comment_unclosed"],
    ["a@", "syntax_domain_empty"],
    ["a@.com", "syntax_domain_dot"],
    ["a@b..com", "syntax_domain_dot"],
    ["a@b.com.", "syntax_domain_dot"],
    ["a@ü..de", "syntax_domain_dot"],
    ["a@-b.com", "syntax_domain_hyphen"],
    ["a@b-.com", "syntax_domain_hyphen"],
    ["a@b_c.com", "syntax_domain_character"],
    ["a@b%41.de", "syntax_domain_character"],
    [`a@${"b".repeat(64)}.com`, "syntax_domain_label_too_long"],
    [`a@${"ü".repeat(60)}.de`, "syntax_domain_label_too_long"],
    [`a@${"bcdefgh.".repeat(32)}com`, "syntax_domain_too_long"],
    ["a@192.0.2.1", "syntax_domain_numeric"],
    ["a@１９２.0.2.1", "syntax_domain_numeric"],
    ["a@xn--0.de", "syntax_domain_not_idn"],
    ["a@[192.0.2.256]", "syntax_address_literal"],
    ["a@[192.0.2.1", "syntax_address_literal"],
    ["a@[2001:db8::1]", "syntax_address_literal"],
    ["a@[IPv6:2001:db8]", "syntax_address_literal"],
    ["a@[x:y]", "syntax_address_literal"],
    ["a@[]", "syntax_address_literal"],
    ["a@[192.0.2]", "syntax_address_literal"],
    ["a@[192.0.2.0001]", "syntax_address_literal"],
    ["a@[0x7f.0.0.1]", "syntax_address_literal"],
    ["a@[ 192.0.2.1 ]", "syntax_address_literal"],
    ["a@[IPv6:192.0.2.1]", "syntax_address_literal"],
    ["a@[IPv6:fe80::1%eth0]", "syntax_address_literal"],
    ["a@[IPv6:1:2:3:4:5:6:7::]", "syntax_address_literal"],
    ["a@[IPv6:1:2:3:4:5::192.0.2.1]", "syntax_address_literal"],
    ["a@[IPv6:1::2::3]", "syntax_address_literal"],
    ["a@[IPv6:1::2:]", "syntax_address_literal"],
    ["≮me@example.com", "syntax_local_character"],
    ["me≯@example.com", "syntax_local_character"],
    ["a\tb@example.com", "syntax_control_character"],
    ["a@exam\tple.com", "syntax_control_character"],
    ["a@[IPv6:12345::]", "syntax_address_literal"],
    ["a@[IPv6:::192.0.2.256]", "syntax_address_literal"],
    ["a\0@example.com", "syntax_control_character"],
    ["a@example.com\r\nBcc: b@example.com", "syntax_control_character"],
    ["a\u0085@example.com", "syntax_control_character"],
    ["a\u202eb@example.com", "syntax_invisible_character"],
    ["a@exam\u00adple.com", "syntax_invisible_character"],
    ["a\u200bb@example.com", "syntax_invisible_character"],
    ["a\ud800b@example.com", "syntax_broken_text"],
    ["a\ufffdb@example.com", "syntax_broken_text"],
    // U+037E is a semicolon in form C, which is only allowed in quotes.
    ["a\u037eb@example.com", "syntax_local_character"],
  ])("%j: %s", (text, reason) => {
    expect(reasonFor(text)).toBe(reason);
  });
});

test("lower-cases the domain and keeps the local part", () => {
  expect(parse("Ann.Lee@Example.COM")).toMatchObject({
    local: "Ann.Lee",
    domain: "example.com",
    asciiDomain: "example.com",
  });
});

test.each([
  ["a@[192.000.002.001]", "[192.0.2.1]", "192.0.2.1"],
  ["a@[ipv6:2001:DB8:0:0::1]", "[IPv6:2001:db8::1]", "2001:db8::1"],
])("the literal of %s is %s", (text, domain, literal) => {
  expect(parse(text)).toMatchObject({ domain, asciiDomain: domain, literal });
});

test("removes unnecessary quotes and backslashes, and keeps necessary ones", () => {
  expect(parse('"ann.lee"@example.com').local).toBe("ann.lee");
  expect(parse('"a\\nn"@example.com').local).toBe("ann");
  expect(parse('"a\\"b"@example.com')).toMatchObject({
    local: '"a\\"b"',
    peculiarities: ["quoted_local_part"],
  });
});

test("removes and reports comments and spaces around the parts", () => {
  expect(parse(" (a (nested \\) one))ann(b)@(c)example.com(d) ")).toMatchObject({
    local: "ann",
    domain: "example.com",
    peculiarities: ["comment", "surrounding_space"],
  });
});

test.each([
  ["ann+news+old@example.com", "news+old"],
  ["ann+@example.com", ""],
  ["+ann@example.com", null],
  ["ann@example.com", null],
])("the tag of %s is %j", (text, tag) => {
  expect(parse(text).tag).toBe(tag);
});

test.each([
  ["a@münchen.de", "xn--mnchen-3ya.de", "münchen.de"],
  ["a@MÜNCHEN.DE", "xn--mnchen-3ya.de", "münchen.de"],
  ["a@xn--mnchen-3ya.de", "xn--mnchen-3ya.de", "münchen.de"],
  ["a@faß.de", "xn--fa-hia.de", "faß.de"],
  ["a@例え。テスト", "xn--r8jz45g.xn--zckzah", "例え.テスト"],
])("%s has the domain %s", (text, ascii, unicode) => {
  expect(parse(text)).toMatchObject({
    asciiDomain: ascii,
    domain: unicode,
    peculiarities: ["international_domain"],
  });
});

test("normalizes a non-ASCII local part to NFC, and rejects it without SMTPUTF8", () => {
  expect(parse("jo\u0308rg@example.com")).toMatchObject({
    local: "j\u00f6rg",
    peculiarities: ["non_ascii_local_part"],
  });
  expect(reasonFor("jörg@example.com", false)).toBe("syntax_local_not_ascii");
  expect(reasonFor("a@münchen.de", false)).toBe("none");
});

test.each([
  ["a@p\u0430ypal.com", true],
  ["a@\u0440\u0430\u0443.com", false],
  ["a@日本語カタカナabc.jp", false],
  ["a@한국abc.kr", false],
  ["a@кириллица-и-abc.рф", true],
  ["a@münchen-1.de", false],
])("%s mixes scripts: %j", (text, mixes) => {
  expect(parse(text).peculiarities.includes("mixed_scripts")).toBe(mixes);
});

test("the message names the character and its position", () => {
  expect(() => parse("a,b@example.com")).toThrow(
    'The local part must be in quotes to contain "," at character 2',
  );
});

test.each(["a@example.com\t", "\ta@example.com", " \t a@example.com\t "])(
  "tabs around an address are spaces: %j",
  (text) => {
    const { local, peculiarities } = parseAddress(text, { smtputf8: false });
    expect([local, peculiarities]).toEqual(["a", ["surrounding_space"]]);
  },
);
