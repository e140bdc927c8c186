import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { readPkcs12, writePkcs12 } from "./pkcs12.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const certificates = [new Uint8Array([0x30, 0x00]), new Uint8Array([0x30, 0x01, 0x05])];

test("a PKCS#12 file has the keys and certificates that it was written with", () => {
  const property = fc.property(
    fc.string({ minLength: 1 }),
    fc.uint8Array({ minLength: 8, maxLength: 32 }),
    (password, salt) => {
      const content = { keys: [privateKey], certificates, password, salt, name: "a" };
      const read = readPkcs12(writePkcs12(content), password);
      expect(read.keys[0]?.equals(privateKey)).toBe(true);
      expect(read.certificates.map((one) => new Uint8Array(one))).toEqual(certificates);
    },
  );
  fc.assert(property, { numRuns: 5 });
});

test("damaged PKCS#12 files and wrong passwords are errors", () => {
  const salt = new Uint8Array(16);
  const content = { keys: [privateKey], certificates, password: "right", salt, name: "a" };
  const file = writePkcs12(content);
  expect(() => readPkcs12(file, "wrong")).toThrow();
  for (const length of [0, 1, 20, file.length - 200])
    expect(() => readPkcs12(file.subarray(0, length), "right")).toThrow();
});
