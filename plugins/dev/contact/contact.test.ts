import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import examples from "libphonenumber-js/examples.mobile.json";

const hub = await testHub(`${import.meta.dir}/..`);
const get = (path: string, query: Record<string, string>) =>
  hub.get(`/api/dev/${path}?${new URLSearchParams(query)}`);

/** Examples of Google's libphonenumber, by country. */
test.each([
  ["US", "201-555-0123", "+12015550123", "+1 201 555 0123"],
  ["GB", "07400 123456", "+447400123456", "+44 7400 123456"],
  ["DE", "030 123456", "+4930123456", "+49 30 123456"],
  ["FR", "01 23 45 67 89", "+33123456789", "+33 1 23 45 67 89"],
  ["CH", "078 123 45 67", "+41781234567", "+41 78 123 45 67"],
  ["IT", "02 1234 5678", "+390212345678", "+39 02 1234 5678"],
  ["ES", "612 34 56 78", "+34612345678", "+34 612 34 56 78"],
  ["BR", "(11) 96123-4567", "+5511961234567", "+55 11 96123 4567"],
  ["IN", "081234 56789", "+918123456789", "+91 81234 56789"],
  ["AU", "0412 345 678", "+61412345678", "+61 412 345 678"],
])("the number of %s is read and formatted: %s", async (country, value, e164, international) => {
  const answer = await json(await get("phone", { value, country }));
  expect(answer).toMatchObject({ is_valid: true, country, e164, international });
});

test("the example of each country in Google's libphonenumber is valid", async () => {
  const wrong: string[] = [];
  for (const [country, value] of Object.entries(examples)) {
    const answer = await json(await get("phone", { value, country }));
    // Territories such as Åland share the numbers of a country.
    if (!answer.is_valid) wrong.push(`${country} ${value}`);
  }
  expect(Object.keys(examples).length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});

test("phone names what is missing", async () => {
  expect(await json(await get("phone", { value: "030 123456" }))).toMatchObject({
    detail: expect.stringContaining("needs a country"),
  });
  expect((await get("phone", { value: "hello", country: "DE" })).status).toBe(422);
  expect((await get("phone", { value: "1", country: "ZZ" })).status).toBe(400);
  expect((await json(await get("phone", { value: "+1 555 555" }))).is_valid).toBe(false);
});

/** Examples of the SWIFT IBAN registry. */
const ibans = [
  "AD12 0001 2030 2003 5910 0100",
  "AE07 0331 2345 6789 0123 456",
  "AT61 1904 3002 3457 3201",
  "BE68 5390 0754 7034",
  "BG80 BNBG 9661 1020 3456 78",
  "CH93 0076 2011 6238 5295 7",
  "CZ65 0800 0000 1920 0014 5399",
  "DE89 3704 0044 0532 0130 00",
  "DK50 0040 0440 1162 43",
  "EE38 2200 2210 2014 5685",
  "ES91 2100 0418 4502 0005 1332",
  "FI21 1234 5600 0007 85",
  "FR14 2004 1010 0505 0001 3M02 606",
  "GB29 NWBK 6016 1331 9268 19",
  "GR16 0110 1250 0000 0001 2300 695",
  "IE29 AIBK 9311 5212 3456 78",
  "IT60 X054 2811 1010 0000 0123 456",
  "NL91 ABNA 0417 1643 00",
  "NO93 8601 1117 947",
  "PL61 1090 1014 0000 0712 1981 2874",
  "PT50 0002 0123 1234 5678 9015 4",
  "SE45 5000 0000 0583 9825 7466",
];

describe("iban", () => {
  test.each(ibans)("%s is valid, and with another digit it is not", async (value) => {
    const answer = await json(
      await get("iban", { value: value.replaceAll(" ", "").toLowerCase() }),
    );
    expect(answer).toMatchObject({ is_valid: true, formatted: value, country: value.slice(0, 2) });
    const damaged = value.slice(0, -1) + ((Number(value.at(-1)) + 1) % 10);
    const refused = await json(await get("iban", { value: damaged }));
    expect(refused).toMatchObject({ is_valid: false, iban: null });
    expect(refused.reason).toStartWith("It must ");
  });
});
