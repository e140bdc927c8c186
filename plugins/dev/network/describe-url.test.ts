import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const parse = (url: string) => hub.post("/api/dev/url", { url });
const auth = (body: object) => hub.post("/api/dev/basic-auth", body);

test("url splits and decodes all parts", async () => {
  const answer = await json(
    await parse("HTTPS://ada:s%20t@bücher.example/a%2Fb/%FF?q=1&q=x+y&%C3%BC=#t%C3%B6p"),
  );
  expect(answer).toMatchObject({
    protocol: "https",
    username: "ada",
    password: "s t",
    host: "xn--bcher-kva.example",
    host_unicode: "bücher.example",
    port: 443,
    origin: "https://xn--bcher-kva.example",
    segments: ["a/b", "%FF"],
    query: [
      { name: "q", value: "1" },
      { name: "q", value: "x y" },
      { name: "ü", value: "" },
    ],
    fragment: "töp",
  });
  expect(answer.warnings).toHaveLength(3);
});

test.each(["", "example.com", "//a", "http://[::1"])("url refuses %j", async (url) => {
  expect((await parse(url)).status).toBeOneOf([400, 422]);
});

/** RFC 7617, sections 2 and 2.1. */
test.each([
  ["Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["test", "123£", "Basic dGVzdDoxMjPCow=="],
])("basic-auth writes and reads the header of %s", async (username, password, result) => {
  expect(await json(await auth({ username, password }))).toMatchObject({ result });
  expect(await json(await auth({ header: result }))).toMatchObject({ username, password });
});

test("basic-auth refuses a colon in the name, and other headers", async () => {
  expect((await auth({ username: "a:b", password: "" })).status).toBe(400);
  expect((await auth({ header: "Bearer abc" })).status).toBe(422);
});

test.each([
  ["192.168.1.1", "0xc0a80101", "030052000401", "0xc0.0xa8.0x1.0x1", "0300.0250.01.01"],
  ["::1", `0x${"1".padStart(32, "0")}`, "01", null, null],
])("cidr writes %s as numbers", async (value, hexadecimal, octal, dotted, dottedOctal) => {
  const { forms } = await json(await hub.get(`/api/dev/cidr?${new URLSearchParams({ value })}`));
  expect(forms).toMatchObject({
    hexadecimal,
    octal,
    dotted_hexadecimal: dotted,
    dotted_octal: dottedOctal,
  });
});
