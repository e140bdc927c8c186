import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir);

test("hash answers the SHA-256 of a text", async () => {
  const res = await hub.get("/api/dev/hash/sha256?text=abc");
  expect(res.status).toBe(200);
  expect(await json(res)).toEqual({
    algorithm: "sha256",
    hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    encoding: "hex",
    length_bits: 256,
    input_bytes: 3,
    secure: true,
  });
});

test("hash names the algorithms it knows when asked for another", async () => {
  const res = await hub.get("/api/dev/hash/sha255?text=abc");
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toStartWith('path.algo must be "md5", ');
});

test("hash answers the bare value to those who accept text", async () => {
  const res = await hub.get("/api/dev/hash/md5?text=", { accept: "text/plain" });
  expect(await res.text()).toBe("d41d8cd98f00b204e9800998ecf8427e");
});

test("hash refuses a query field it does not know", async () => {
  const res = await hub.get("/api/dev/hash/md5?text=&encodign=hex");
  expect((await json(res)).errors).toEqual([
    {
      location: "query.encodign",
      message: "query.encodign is not known: this endpoint takes text, encoding",
    },
  ]);
});

test("the trial of hash needs no key", async () => {
  const res = await hub.fetch(new Request("http://localhost/try/hash/md5?text="));
  expect((await json(res)).hash).toBe("d41d8cd98f00b204e9800998ecf8427e");
});

test("hash needs a key", async () => {
  const res = await hub.fetch(new Request("http://localhost/api/dev/hash/md5?text="));
  expect(res.status).toBe(401);
});
