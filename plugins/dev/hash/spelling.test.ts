import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

test.each([
  ["SHA-256", "sha256"],
  ["SHA2-256", "sha256"],
  ["sha512/256", "sha512-256"],
  ["SHA3_512", "sha3-512"],
  ["BLAKE2b-512", "blake2b512"],
  ["CRC-32", "crc32"],
])("hash reads %s as %s", async (spelling, algorithm) => {
  const one = await hub.get(`/api/dev/hash/${encodeURIComponent(spelling)}?text=abc`);
  expect((await json(one)).algorithm).toBe(algorithm);
  const many = await hub.post("/api/dev/hash", { text: "abc", algorithms: [spelling] });
  expect(Object.keys((await json(many)).hashes)).toEqual([algorithm]);
});

test("hmac reads SHA-512 as sha512", async () => {
  const res = await hub.post("/api/dev/hmac", { text: "a", key: "b", algorithm: "SHA-512" });
  expect((await json(res)).algorithm).toBe("sha512");
});

test("hash names the known algorithms if it doesn't know one", async () => {
  const res = await hub.get("/api/dev/hash/sha257?text=abc");
  expect(res.status).toBe(400);
  const { detail, errors } = await json(res);
  expect(detail).toStartWith('path.algo must be "md5", "sha1"');
  expect(detail).toEndWith('it is "sha257"');
  expect(errors).toMatchObject([{ location: "path.algo" }]);
  const hmac = await hub.post("/api/dev/hmac", { text: "a", key: "b", algorithm: "crc32" });
  expect((await json(hmac)).detail).toStartWith("body.algorithm must be");
});
