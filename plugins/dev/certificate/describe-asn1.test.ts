import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const describe = async (body: object) => json(await hub.post("/api/dev/asn1", body));

// Encodings of X.690, of "A Layman's Guide to a Subset of ASN.1, BER, and DER", and of RFC 8410.
test.each([
  ["0101ff", "BOOLEAN true"],
  ["010100", "BOOLEAN false"],
  ["020100", "INTEGER 0"],
  ["02017f", "INTEGER 127"],
  ["02020080", "INTEGER 128"],
  ["02020100", "INTEGER 256"],
  ["020180", "INTEGER -128"],
  ["0202ff7f", "INTEGER -129"],
  ["0304066e5dc0", "BIT STRING 066e5dc0"],
  ["04080123456789abcdef", "OCTET STRING 0123456789abcdef"],
  ["0500", "NULL"],
  ["06062a864886f70d", "OBJECT 1.2.840.113549 (RSA Data Security, Inc.)"],
  ["0603883703", "OBJECT 2.999.3"],
  ["0a0101", "ENUMERATED 1"],
  ["0c04c3bcc3a9", 'UTF8String "üé"'],
  ["130b5465737420557365722031", 'PrintableString "Test User 1"'],
  ["160d7465737431407273612e636f6d", 'IA5String "test1@rsa.com"'],
  ["170d3931303530363233343534305a", "UTCTime 1991-05-06T23:45:40.000Z"],
  ["180f31393835313130363231303632375a", "GeneralizedTime 1985-11-06T21:06:27.000Z"],
  ["1e0400410042", 'BMPString "AB"'],
  ["3003020105", "SEQUENCE\n  INTEGER 5"],
  ["3103020105", "SET\n  INTEGER 5"],
  ["30800201050000", "SEQUENCE\n  INTEGER 5"],
  ["a003020105", "[0]\n  INTEGER 5"],
  ["81024142", "[1] 4142"],
  ["0405300302012a", "OCTET STRING\n  SEQUENCE\n    INTEGER 42"],
  ["300506032b6570", "SEQUENCE\n  OBJECT 1.3.101.112 (ED25519)"],
])("asn1 shows %s", async (hex, tree) => {
  expect(await describe({ hex })).toMatchObject({ tree, warnings: [] });
});

test("asn1 reads PEM, warns of further bytes, and refuses other texts", async () => {
  const { pem } = await json(
    await hub.post("/api/dev/certificate/create", { common_name: "a.example" }),
  );
  expect((await describe({ text: pem })).tree).toContain('UTF8String "a.example"');
  expect((await describe({ hex: "050000" })).warnings).toEqual([
    "1 bytes follow the first element",
  ]);
  for (const hex of ["", "30", "3005", "0602ffff"])
    expect((await describe({ hex })).status).not.toBe(500);
  expect(await describe({ text: "-----BEGIN A-----" })).toMatchObject({ code: "syntax_error" });
});

test("asn1 refuses elements that nest too deeply", async () => {
  let hex = "0500";
  for (let depth = 0; depth < 200; depth++) {
    const length = hex.length / 2;
    hex = `30${length < 128 ? "" : `82${(length >> 8).toString(16).padStart(2, "0")}`}${(length & 255).toString(16).padStart(2, "0")}${hex}`;
  }
  expect((await describe({ hex })).status).toBe(422);
});
