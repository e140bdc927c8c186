import { expect, test } from "bun:test";
import { parsePayload, payloadText } from "./payload.ts";

const tel = (fields: object) => payloadText({ type: "tel", ...fields } as never);

// RFC 3966, section 6, without the separators.
test.each([
  [{ number: "+1-201-555-0123" }, "tel:+12015550123"],
  [{ number: "7042", context: "example.com" }, "tel:7042;phone-context=example.com"],
  [{ number: "863-1234", context: "+1-914-555" }, "tel:8631234;phone-context=+1-914-555"],
  [{ number: "+49 30 123456", extension: "789" }, "tel:+4930123456;ext=789"],
])("tel writes %j as %s", (fields, uri) => {
  expect(tel(fields)).toBe(uri);
});

test("tel parses the parameters of a URI and keeps the separators", () => {
  expect(parsePayload("TEL:+1-201-555-0123;EXT=7;isub=1")).toEqual({
    type: "tel",
    number: "+1-201-555-0123",
    extension: "7",
  });
  expect(parsePayload("tel:7042;phone-context=example.com")).toEqual({
    type: "tel",
    number: "7042",
    context: "example.com",
  });
});

test.each([
  [{ number: "+49 (0)30 123456" }, "number must be a telephone number"],
  [{ number: "0800-FLOWERS" }, "number must be a telephone number"],
  [{ number: "*#06#" }, "number must be a telephone number"],
  [{ number: "+1234567890123456" }, "number must be a telephone number"],
  [{ number: "+" }, "number must be a telephone number"],
  [{ number: "110", extension: "1;2" }, 'extension must be digits: it is "1;2"'],
  [{ number: "+4911", context: "+49" }, "context must be omitted"],
  [{ number: "11", context: "a b" }, "context must be a prefix such as +49, or a domain"],
])("tel rejects %j", (fields, message) => {
  expect(() => tel(fields)).toThrow(`body.payload.${message}`);
});

test("sms writes the message literally, to the end", () => {
  const sms = { type: "sms", number: "+49 170 1234567", message: "At 8:00?\nYes; no" } as const;
  expect(payloadText(sms)).toBe("SMSTO:+491701234567:At 8:00?\nYes; no");
  expect(parsePayload(payloadText(sms))).toEqual({ ...sms, number: "+491701234567" });
});

test("sms allows an empty message", () => {
  expect(payloadText({ type: "sms", number: "112" })).toBe("SMSTO:112");
  expect(parsePayload("smsto:112:")).toEqual({ type: "sms", number: "112" });
});

// RFC 5724, section 2.5.
test("sms parses the URI of the standard", () => {
  expect(parsePayload("sms:+15105550101?body=hello%20there")).toEqual({
    type: "sms",
    number: "+15105550101",
    message: "hello there",
  });
  expect(parsePayload("sms:+15105550101?body=at%208:30")).toMatchObject({ message: "at 8:30" });
});

test("sms rejects invalid numbers", () => {
  expect(() => payloadText({ type: "sms", number: "ada" })).toThrow(
    'body.payload.number must be a telephone number such as +49 30 123456, without (0) after the country code: it is "ada"',
  );
});
