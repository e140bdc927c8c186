import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const ada = {
  type: "otp",
  method: "totp",
  secret: "HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ",
  account: "john.doe@email.com",
  issuer: "ACME Co",
  algorithm: "SHA1",
  digits: 6,
} as const;
const write = (fields: object) => payloadText({ ...ada, ...fields } as Payload);

// The example of Google's Key Uri Format, with all of its defaults.
test("otp writes a label and omits the defaults", () => {
  expect(write({ period: 30 })).toBe(
    "otpauth://totp/ACME%20Co:john.doe%40email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co",
  );
});

test("otp parses the defaults, explicit or not", () => {
  const full =
    "otpauth://totp/ACME%20Co:john.doe@email.com?secret=HXDMVJECJJWSRB3HWIZR4IFUGFTMXBOZ&issuer=ACME%20Co&algorithm=SHA1&digits=6&period=30";
  expect(parsePayload(full)).toEqual({ ...ada, period: 30 });
  expect(parsePayload(write({}))).toEqual({ ...ada, period: 30 });
});

test("otp keeps non-default values", () => {
  const other = { ...ada, algorithm: "SHA512", digits: 8, period: 60 } as const;
  expect(payloadText(other)).toEndWith("&algorithm=SHA512&digits=8&period=60");
  expect(parsePayload(payloadText(other))).toEqual(other);
});

test("otp writes and parses a hotp counter, also 0", () => {
  const { issuer, ...rest } = ada;
  const hotp = { ...rest, method: "hotp", counter: 0 } as const;
  expect(payloadText(hotp)).toEndWith("&counter=0");
  expect(parsePayload(payloadText(hotp))).toEqual(hotp);
});

test("otp removes blanks, dashes and padding from a secret", () => {
  expect(write({ secret: "jbsw y3dp-ehpk 3pxp==" })).toContain("secret=JBSWY3DPEHPK3PXP&");
});

test.each([
  [{ secret: "JBSWY3DP0189" }, "secret must be base32"],
  [{ secret: "====" }, "secret must be base32"],
  [{ account: "a:b" }, 'account must not have a colon: it is "a:b"'],
  [{ issuer: "a:b" }, "issuer must not have a colon"],
  [{ counter: 1 }, 'counter must be omitted if method is "totp"'],
  [{ method: "hotp" }, "counter is missing"],
  [{ method: "hotp", counter: 1, period: 30 }, "period must be omitted"],
])("otp rejects %j", (fields, message) => {
  expect(() => write(fields)).toThrow(`body.payload.${message}`);
});

test("otp never repeats a secret in a message", () => {
  expect(() => write({ secret: "hunter2!" })).toThrow(/^((?!hunter2).)*$/);
});
