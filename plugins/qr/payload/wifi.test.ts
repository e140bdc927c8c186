import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const network = { type: "wifi", ssid: "net", security: "WPA", hidden: false } as const;
const write = (fields: object) =>
  payloadText({ ...network, password: "12345678", ...fields } as Payload);

// The example of ZXing's page on barcode contents.
test("wifi escapes backslashes, semicolons, commas, quotes and colons", () => {
  expect(write({ ssid: '"foo;bar\\baz"' })).toBe(
    'WIFI:T:WPA;S:\\"foo\\;bar\\\\baz\\";P:12345678;;',
  );
  expect(write({ password: "a:b,c;dé" })).toBe("WIFI:T:WPA;S:net;P:a\\:b\\,c\\;dé;;");
});

test("wifi writes hidden networks and enterprise credentials", () => {
  expect(write({ hidden: true })).toEndWith(";H:true;;");
  const company = { security: "WPA2-EAP", eap_method: "PEAP", phase2_method: "MSCHAPV2" };
  expect(write({ ...company, identity: "ada", anonymous_identity: "anon" })).toBe(
    "WIFI:T:WPA2-EAP;S:net;P:12345678;E:PEAP;A:anon;I:ada;PH2:MSCHAPV2;;",
  );
});

test("wifi writes an open network without a password", () => {
  const text = payloadText({ ...network, security: "nopass" });
  expect(text).toBe("WIFI:T:nopass;S:net;;");
  expect(parsePayload(text)).toEqual({ ...network, security: "nopass" });
});

test("wifi parses fields in any order, aliases of the security type and quoted names", () => {
  expect(parsePayload('wifi:P:pass\\;word;S:"ABCD";T:WPA2;;')).toEqual({
    ...network,
    ssid: "ABCD",
    password: "pass;word",
  });
  expect(parsePayload("WIFI:S:open;T:;P:;;")).toMatchObject({ security: "nopass" });
});

test("wifi doesn't parse text without a network name", () => {
  expect(parsePayload("WIFI:T:WPA;P:x;;")).toEqual({ type: "text", text: "WIFI:T:WPA;P:x;;" });
});

test.each([
  [{ password: "short" }, "password must have 8 to 63 characters"],
  [{ password: "g".repeat(64) }, "password must have 8 to 63 characters"],
  [{ security: "WEP", password: "123456" }, "password must have 5, 13, 16 or 29 characters"],
  [{ security: "nopass" }, "password must be omitted"],
  [{ ssid: "ü".repeat(17) }, "ssid must have at most 32 bytes: it has 34"],
  [{ identity: "ada" }, 'identity must be omitted unless security is "WPA2-EAP": it is "ada"'],
])("wifi rejects %j", (fields, message) => {
  expect(() => write(fields)).toThrow(`body.payload.${message}`);
});

test("wifi accepts a hexadecimal key", () => {
  expect(write({ password: "a".repeat(64) })).toContain(`P:${"a".repeat(64)};`);
  expect(write({ security: "WEP", password: "0123456789" })).toContain("T:WEP;");
});

test("generate fails with invalid_payload, and names the field but not the password", async () => {
  const hub = await testHub(`${import.meta.dir}/..`);
  const payload = { type: "wifi", ssid: "net", password: "secret" };
  const res = await hub.post("/api/qr/generate", { payload });
  expect(res.status).toBe(422);
  const { code, detail, errors } = await json(res);
  expect({ code, at: errors[0].location }).toEqual({
    code: "invalid_payload",
    at: "body.payload.password",
  });
  expect(detail).not.toContain("secret");
});
