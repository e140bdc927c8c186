import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

async function ask(body: Record<string, unknown>, query = "") {
  return json(await hub.post(`/api/dev/otp${query}`, body));
}

// RFC 4226, appendix D.
const hotpSecret = "12345678901234567890";
test.each([
  [0, "755224"],
  [1, "287082"],
  [2, "359152"],
  [3, "969429"],
  [4, "338314"],
  [5, "254676"],
  [6, "287922"],
  [7, "162583"],
  [8, "399871"],
  [9, "520489"],
])("RFC 4226: HOTP of counter %d is %s", async (counter, code) => {
  const body = { type: "hotp", secret: hotpSecret, secret_encoding: "utf8", counter };
  expect(await ask(body)).toMatchObject({ code, counter, period: null, expires_in_s: null });
});

// RFC 6238, appendix B. The secrets are as long as the hashes.
const times = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000];
const lengths = { SHA1: 20, SHA256: 32, SHA512: 64 } as const;
const codes = {
  SHA1: ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"],
  SHA256: ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"],
  SHA512: ["90693936", "25091201", "99943326", "93441116", "38618901", "47863826"],
};
describe.each(["SHA1", "SHA256", "SHA512"] as const)("RFC 6238: TOTP with %s", (algorithm) => {
  const secret = "1234567890".repeat(7).slice(0, lengths[algorithm]);
  test.each(times.map((time, index) => [time, codes[algorithm][index] ?? ""] as const))(
    "at %d is %s",
    async (time, code) => {
      const body = { secret, secret_encoding: "utf8", algorithm, digits: 8, time: String(time) };
      expect(await ask(body)).toMatchObject({ code, expires_in_s: 30 - (time % 30), warnings: [] });
    },
  );
});

const base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [base32, "base32"],
  ["gezd gnbv gy3t qojq gezd gnbv gy3t qojq", "base32"],
  ["3132333435363738393031323334353637383930", "hex"],
  ["MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=", "base64"],
  [`otpauth://totp/Acme:ada?secret=${base32}&digits=8&algorithm=SHA-1&period=30`, "base32"],
  [`otpauth://TOTP/x?secret=${base32.toLowerCase()}&digits=8`, "utf8"],
])("the secret can be given as %s", async (secret, secret_encoding) => {
  const body = { secret, secret_encoding, digits: 8, time: "59" };
  expect((await ask(body)).code).toBe("94287082");
});

test("the counter of a URI is used", async () => {
  const secret = `otpauth://hotp/x?secret=${base32}&counter=9`;
  expect(await ask({ secret })).toMatchObject({ type: "hotp", counter: 9, code: "520489" });
});

test("the time can be a number", async () => {
  expect(await ask({ secret: base32, digits: 8, time: 59 })).toMatchObject({ code: "94287082" });
});

describe("a code is verified", () => {
  const at = (time: number, expected: string, window = 1) =>
    ask({ secret: base32, digits: 8, time: String(time), expected, window });

  test("in its period, and one before and after", async () => {
    expect(await at(59, "94287082")).toMatchObject({ matches: true, drift: 0 });
    expect(await at(61, "9428 7082")).toMatchObject({ matches: true, drift: -1 });
    expect(await at(29, "94287082")).toMatchObject({ matches: true, drift: 1 });
    expect(await at(91, "94287082")).toMatchObject({ matches: false, drift: null });
    expect(await at(91, "94287082", 2)).toMatchObject({ matches: true, drift: -2 });
    expect(await at(61, "94287082", 0)).toMatchObject({ matches: false });
  });

  test("with counters after the given one only", async () => {
    const hotp = (counter: number) =>
      ask({ type: "hotp", secret: base32, counter, expected: "969429", window: 2 });
    expect(await hotp(1)).toMatchObject({ matches: true, drift: 2 });
    expect(await hotp(4)).toMatchObject({ matches: false });
  });

  test("and a wrong one is an error if the caller asks for it", async () => {
    const body = { secret: base32, time: "59", expected: "000000" };
    expect(await ask(body, "?fail=true")).toMatchObject({ code: "negative_verdict", status: 422 });
  });
});

test("a short secret has a warning", async () => {
  expect((await ask({ secret: "JBSWY3DPEHPK3PXP" })).warnings).toEqual([
    "The secret has 80 bits: RFC 4226 requires at least 128",
  ]);
});

test.each([
  [{ secret: "GEZD1" }, "body.secret"],
  [{ secret: "=" }, "body.secret"],
  [{ secret: "otpauth://totp/x" }, "body.secret"],
  [{ secret: `otpauth://sms/x?secret=${base32}` }, "body.secret"],
  [{ secret: `otpauth://totp/x?secret=${base32}&digits=99` }, "body.secret"],
  [{ secret: `otpauth://totp/x?secret=${base32}&algorithm=MD5` }, "body.secret"],
  [{ secret: base32, time: "-1" }, "body.time"],
  [{ secret: base32, time: "soon" }, "body.time"],
])("%j is an error that doesn't quote the secret", async (body, location) => {
  const answer = await ask(body);
  expect(answer).toMatchObject({ success: false, errors: [{ location }] });
  expect(JSON.stringify(answer)).not.toContain(base32);
});
