import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const redact = async (body: object) =>
  json(await hub.post("/api/ai/redact", { language: "en", include_original: true, ...body }));

/** Returns the letters and digits in braces that remain after redaction. */
async function collectUnredacted(marked: string, body: object = {}) {
  const text = marked.replaceAll(/[{}]/g, "");
  const { findings } = await redact({ text, ...body });
  let left = "";
  for (const match of marked.matchAll(/\{([^}]*)\}/g)) {
    const start = marked.slice(0, match.index).replaceAll(/[{}]/g, "").length;
    for (let at = start; at < start + match[1]!.length; at++)
      if (!findings.some((one: { start: number; end: number }) => one.start <= at && at < one.end))
        left += text[at];
  }
  return left.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

// Test numbers published by card schemes and payment services, grouped as on their cards.
const cards = `
4111 1111 1111 1111|4012 8888 8888 1881|4242 4242 4242 4242|4000 0566 5566 5556|5555 5555 5555 4444|5105 1051 0510 5100
5200 8282 8282 8210|2223 0031 2200 3222|2223 0000 4840 0011|3782 822463 10005|3714 496353 98431|3787 344936 71000
6011 1111 1111 1117|6011 0009 9013 9424|6011 9811 1111 1113|3056 930902 5904|3852 000002 3237|3622 720627 1667
3566 0020 2036 0505|3530 1113 3330 0000|6200 0000 0000 0005|6205 5000 0000 0000 004|6759 6498 2643 8453
6771 7980 2100 0008|2201 3820 0000 0013|5066 9911 1111 1118|6062 8288 8866 6688|5019 7170 1010 3742
5061 4604 1012 0223 210|9792 0200 0000 0001
`
  .trim()
  .split(/[|\n]/);
const separators = ["", " ", "-", ".", "\u00a0", "\u2011", "\u2013", "  ", "\u200b", " - "];

test("finds cards in any notation, but not with another check digit", async () => {
  for (const card of cards) {
    const lines = separators.map((sign) => `Paid by {${card.replaceAll(" ", sign)}} today.`);
    const wide = card.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    lines.push(
      `Visa{${card.replaceAll(" ", "")}}`,
      `2 × {${card}} 12/27 {737}`,
      `It is {${wide}}.`,
    );
    expect([card, await collectUnredacted(lines.join("\n"))]).toEqual([card, ""]);
    // The first sixteen of nineteen digits may be a valid card number by chance.
    if (card.length > 19) continue;
    const wrong = card.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
    const { counts } = await redact({ text: `Paid by ${wrong} today.`, types: ["credit_card"] });
    expect([wrong, counts]).toEqual([wrong, {}]);
  }
});

// Examples of the IBAN registry.
const ibans = `
GB82WEST12345698765432|DE89370400440532013000|FR1420041010050500013M02606|ES9121000418450200051332|CH9300762011623852957
IT60X0542811101000000123456|NL91ABNA0417164300|AT611904300234573201|BE68539007547034|PL61109010140000071219812874
SE4550000000058398257466|NO9386011117947|DK5000400440116243|FI2112345600000785|IE29AIBK93115212345678|PT50000201231234567890154
MT84MALT011000012345MTLCAST001S|SA0380000000608010167519|BR1800360305000010009795493C1|TR330006100519786457841326|MN121234123456789123
`
  .trim()
  .split(/[|\n]/);

test("finds an IBAN in any grouping, but not with another check digit", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ibans),
      fc.constantFrom("", " ", "-", "\u00a0"),
      async (iban, sign) => {
        const written = iban.match(/.{1,4}/g)!.join(sign);
        expect(await collectUnredacted(`To {${written}} now`, { types: ["iban"] })).toBe("");
        const wrong = iban.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
        expect((await redact({ text: `To ${wrong} now`, types: ["iban"] })).counts).toEqual({});
      },
    ),
    cases(20, 8),
  );
});

// HMRC's and the NHS's own examples, BIP 173 and BIP 350, and examples of each country's authorities.
const ids = `
NI {AB 12 34 56 C}|{JG103759A}|NHS number {943 476 5919}|NHS no. {4010232137}|{943-476-5919}|DNI {12345678Z}|{X1234567L}
{RSSMRA85T10A562S}|{1 85 05 78 006 084 91}|PESEL {44051401359}|BSN {111222333}|{811228-9874}|{529.982.247-25}
{756.9217.0769.85}|Steuer-ID {86095742719}|Aadhaar {2341 2341 2346}|{1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa}
{3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy}|{bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4}|{BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4}
{bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0}|{0x742d35Cc6634C0532925a3b844Bc454e4438f44e}
`
  .trim()
  .split(/[|\n]/);

test.each(ids)("redact removes %s, but not with another check digit", async (marked) => {
  expect(await collectUnredacted(`It is ${marked} here.`)).toBe("");
  if (/0x|AB|JG/.test(marked)) return;
  const wrong = marked.replace(
    /([A-Za-z0-9])\}/,
    (_, last) => `${{ 1: "2", Z: "A", L: "K" }[last as string] ?? (last === "9" ? "8" : "9")}}`,
  );
  const text = wrong.replaceAll(/[{}]/g, "").replace(/^(\p{L}| )+ /u, "");
  const { counts } = await redact({ text, types: ["national_id", "crypto_address"] });
  expect(counts).toEqual({});
});

// Numbers that Ofcom, the FCC, the ACMA and others reserve for fiction, and those of public offices.
const phones = `
+1 202-555-0143|(202) 555-0143|202.555.0143|Tel:{+49 30 901820}|Tel.: {030/901820}|+44 20 7946 0958|020 7946 0958|07700 900123
(0161) 496 0123|0044 20 7946 0958|+33 1 42 68 53 00|01 42 68 53 00|call {612 345 678}|+34 612 345 678|+39 06 6982 1234
06-12345678|+46 8 123 456 78|+47 22 12 34 56|+45 32 12 34 56|+358 9 1234567|+48 22 123 45 67|+41 44 668 18 00|+43 1 58858-0
+353 1 677 2941|+351 21 123 4567|+30 21 0123 4567|+90 212 123 45 67|+7 495 123-45-67|+380 44 123 4567|+81 3-1234-5678
+86 138 0013 8000|+82 2-312-3456|+91 98765 43210|+61 2 9374 4000|(02) 9374 4000|0412 345 678|+64 9 366 3000|+27 11 978 5313
+55 11 91234-5678|+52 55 1234 5678|+54 11 4321-1234|+20 2 27921234|+234 803 123 4567|+971 50 123 4567|+972 50-123-4567
+65 6123 4567|+852 2345 6789|https://wa.me/{491711234567}|tel:{+12025550143}|+44\u201120\u20117946\u20110958|{202-555-0143 ext. 22}
`
  .trim()
  .split(/[|\n]/);

test("finds phone numbers of many countries", async () => {
  const lines = phones.map((one) => (one.includes("{") ? one : `{${one}}`));
  for (const line of lines)
    expect([line, await collectUnredacted(`Well, ${line} is it.`)]).toEqual([line, ""]);
});

// Sentences with numbers that aren't personal.
const harmless = `
Version 1.2.3.4 fixes it.|We run v10.0.1.2 now.|Upgrade from version 1.2.3.3 to 1.2.3.4.|See section 4.3.2.1 below.|Firmware 2.4.1.7 is out.
The price is 1,234,567.89 dollars.|It costs $4,111.11 in total.|Revenue was 4.111.111,11 EUR.|Order number 12345678 has shipped.
Invoice number 2024-000123 is overdue.|Ticket number 987654321 is closed.|ISBN 978-3-16-148410-0 is a book.|ISBN 0-306-40615-2 is old.
The barcode 4006381333931 is a pen.|The point 52.520008, 13.404954 is in Berlin.|GPS: 48.8566 2.3522|The day was 2024-01-02 at 10:30.
On 01.02.2024 15:30 the train left.|The timestamp is 1700000000000.|There are 7 800 000 000 people.|Pi is 3.14159265358979.
The number 1234567890 counts up.|The part is 123-456-789.|Tracking 9400 1000 0000 0000 0000 00 came.|The hash is d41d8cd98f00b204e9800998ecf8427e.
The UUID is 123e4567-e89b-12d3-a456-426614174000.|The years 2021 2022 2023 2024 were hot.|ISSN 2049-3630 is a journal.
The password must be changed every 90 days.|The token is valid for 10 minutes.|The key to success is patience.|The pin is bent.
https://example.com/search?q=cats&page=2|https://www.youtube.com/watch?v=dQw4w9WgXcQ|https://example.com/blog/2024/01/02/my-post-about-cats
https://github.com/user/repo/commit/9fceb02d0ae598e95dc970b74767f19372d61af8|The batch 1234 5678 9012 3456 was recalled.
`
  .trim()
  .split(/[|\n]/);

test("keeps numbers that aren't personal", async () => {
  for (const text of harmless) expect((await redact({ text })).text).toBe(text);
});

const pieces = [
  "{John Doe}",
  "{12 Baker Street, London NW1 6XE}",
  "{anna@example.com}",
  "{10.0.0.1}",
  "password: {hunter22}",
  "SSN {123-45-6789}",
  "https://x.org/?token={a1b2c3d4e5}",
  "born",
  "the",
  "[PERSON]",
  "[SECRET]",
  "May",
  "12",
  "call",
  "card",
  ".",
  "\n",
  "😀",
  "(",
  ", ",
  ...[cards[0], cards[9], ibans[1], phones[0], phones[6]].map((one) => `{${one}}`),
  ...ids.slice(0, 6),
];

test("redacted text is nowhere in the response, and redacting twice changes nothing", async () => {
  const some = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(some, fc.constantFrom("label", "hash"), async (parts, mode) => {
      const text = parts.join(" ").replaceAll(/[{}]/g, "");
      const once = await redact({ text, mode });
      for (const { start, end, original, replacement } of once.findings) {
        expect(text.slice(start, end)).toBe(original);
        if (/\d.*\d.*\d.*\d.*\d.*\d|@/.test(original)) expect(once.text).not.toContain(original);
        expect(once.text).toContain(replacement);
      }
      const twice = await redact({ text: once.text, mode });
      expect([twice.text, twice.findings]).toEqual([once.text, []]);
    }),
    cases(40, 8),
  );
});

test("a finding is never a part of a word, whatever surrounds a name or an address", async () => {
  const before = ["My name is", "my full name is", "Her name's", "Name:", "meet", "at", "near"];
  const found = ["David", "Omar", "Ana de la Cruz", "ul. Długa 5", "corner of Oak and Elm"];
  const behind = ["and I live here", "a nurse at work", "an old friend", "the tall one", "in may"];
  for (const start of before)
    for (const name of found)
      for (const end of behind) {
        const text = `${start} ${name} ${end}.`;
        for (const finding of (await redact({ text })).findings)
          expect(
            [finding.start, finding.end].filter((at) => isInWord(text, at)),
            `"${text.slice(finding.start, finding.end)}" in "${text}"`,
          ).toEqual([]);
      }
});

function isInWord(text: string, at: number): boolean {
  return /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1));
}
