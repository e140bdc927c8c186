import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

test("hash returns the SHA-256 of a text", async () => {
  const res = await hub.get("/api/dev/hash/sha256?text=abc");
  expect(res.status).toBe(200);
  expect(await json(res)).toEqual({
    success: true,
    algorithm: "sha256",
    hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    encoding: "hex",
    length_bits: 256,
    input_bytes: 3,
    secure: true,
  });
});

// RFC 1320, RFC 1321, FIPS 180-4, FIPS 202 and RFC 7693 for "abc"; RIPEMD-160's own page; the
// check value of CRC-32/ISO-HDLC; the xxHash specification's test bench.
describe("hash matches the standards for", () => {
  test.each([
    ["md4", "abc", "a448017aaf21d8525fc10ae87aa6729d"],
    ["md5", "abc", "900150983cd24fb0d6963f7d28e17f72"],
    ["sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"],
    ["sha224", "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"],
    [
      "sha384",
      "abc",
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
    ],
    [
      "sha512",
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ],
    ["sha512-224", "abc", "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"],
    ["sha512-256", "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"],
    ["sha3-224", "abc", "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"],
    ["sha3-256", "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
    [
      "sha3-384",
      "abc",
      "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25",
    ],
    [
      "sha3-512",
      "abc",
      "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ],
    ["shake128", "", "7f9c2ba4e88f827d616045507605853e"],
    ["shake256", "", "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"],
    ["ripemd160", "abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"],
    ["blake2b256", "abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"],
    [
      "blake2b512",
      "abc",
      "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
    ],
    ["blake2s256", "abc", "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982"],
    ["crc32", "123456789", "cbf43926"],
    ["adler32", "Wikipedia", "11e60398"],
    ["xxhash64", "abc", "44bc2cf5ad770999"],
  ])("%s of %p", async (algorithm, text, expected) => {
    const res = await hub.get(`/api/dev/hash/${algorithm}?text=${text}`);
    expect((await json(res)).hash).toBe(expected);
  });
});

test("hash writes base64url without padding", async () => {
  const res = await hub.get("/api/dev/hash/md5?text=abc&encoding=base64url");
  expect((await json(res)).hash).toBe("kAFQmDzST7DWlj99KOF_cg");
});

test("hash counts bytes, not characters", async () => {
  const res = await hub.get("/api/dev/hash/crc32?text=%C3%A9%F0%9F%98%80");
  expect(await json(res)).toMatchObject({ input_bytes: 6, length_bits: 32, secure: false });
});

test("hash lists the supported algorithms if asked for another one", async () => {
  const res = await hub.get("/api/dev/hash/sha255?text=abc");
  expect(res.status).toBe(400);
  expect((await json(res)).detail).toStartWith('path.algo must be "md5", ');
});

test("hash rejects a text that is too long for a URL", async () => {
  const res = await hub.get(`/api/dev/hash/md5?text=${"a".repeat(8193)}`);
  expect(res.status).toBe(400);
  expect((await json(res)).errors[0].location).toBe("query.text");
});

test("hash returns the bare value to clients that accept text", async () => {
  const res = await hub.get("/api/dev/hash/md5?text=", { accept: "text/plain" });
  expect(await res.text()).toBe("d41d8cd98f00b204e9800998ecf8427e");
});

test("hash rejects an unknown query field", async () => {
  const res = await hub.get("/api/dev/hash/md5?text=&encodign=hex");
  expect((await json(res)).errors).toEqual([
    {
      location: "query.encodign",
      message:
        'query.encodign is unknown (the nearest is "encoding"): this endpoint accepts text, encoding',
    },
  ]);
});

test("the trial endpoint of hash needs no key", async () => {
  const res = await hub.fetch(new Request("http://localhost/try/hash/md5?text="));
  expect((await json(res)).hash).toBe("d41d8cd98f00b204e9800998ecf8427e");
});

test("hash needs a key", async () => {
  const res = await hub.fetch(new Request("http://localhost/api/dev/hash/md5?text="));
  expect(res.status).toBe(401);
});

// The vectors of the BLAKE3 specification. The input repeats the bytes 0 to 250.
test.each([
  [0, "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"],
  [1, "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"],
  [1023, "10108970eeda3eb932baac1428c7a2163b0e924c9a9e25b35bba72b28f70bd11"],
  [1024, "42214739f095a406f3fc83deb889744ac00df831c10daa55189b5d121c855af7"],
  [1025, "d00278ae47eb27b34faecf67b4fe263f82d5412916c1ffd97c8cb7fb814b8444"],
  [2048, "e776b6028c7cd22a4d0ba182a8bf62205d2ef576467e838ed6f2529b85fba24a"],
  [2049, "5f4d72f40d7a5f82b15ca2b2e44b1de3c2ef86c426c95c1af0b6879522563030"],
  [3072, "b98cb0ff3623be03326b373de6b9095218513e64f1ee2edd2525c7ad1e5cffd2"],
  [3073, "7124b49501012f81cc7f11ca069ec9226cecb8a2c850cfe644e327d22d3e1cd3"],
  [4096, "015094013f57a5277b59d8475c0501042c0b642e531b0a1c8f58d2163229e969"],
  [4097, "9b4052b38f1c5fc8b1f9ff7ac7b27cd242487b3d890d15c96a1c25b8aa0fb995"],
  [5120, "9cadc15fed8b5d854562b26a9536d9707cadeda9b143978f319ab34230535833"],
  [5121, "628bd2cb2004694adaab7bbd778a25df25c47b9d4155a55f8fbd79f2fe154cff"],
  [6144, "3e2e5b74e048f3add6d21faab3f83aa44d3b2278afb83b80b3c35164ebeca205"],
  [6145, "f1323a8631446cc50536a9f705ee5cb619424d46887f3c376c695b70e0f0507f"],
  [7168, "61da957ec2499a95d6b8023e2b0e604ec7f6b50e80a9678b89d2628e99ada77a"],
  [7169, "a003fc7a51754a9b3c7fae0367ab3d782dccf28855a03d435f8cfe74605e7817"],
  [8192, "aae792484c8efe4f19e2ca7d371d8c467ffb10748d8a5a1ae579948f718a2a63"],
  [8193, "bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b"],
  [16384, "f875d6646de28985646f34ee13be9a576fd515f76b5b0a26bb324735041ddde4"],
  [31744, "62b6960e1a44bcc1eb1a611a8d6235b6b4b78f32e7abc4fb4c6cdcce94895c47"],
  [102400, "bc3e3d41a1146b069abffad3c0d44860cf664390afce4d9661f7902e7943e085"],
])("hash computes BLAKE3 of %d bytes", async (length, expected) => {
  const bytes = Uint8Array.from({ length }, (_, at) => at % 251);
  const query = "?algorithms=blake3";
  const headers = { "content-type": "application/octet-stream" };
  const res = await hub.post(`/api/dev/hash${query}`, new Blob([bytes]), headers);
  expect((await json(res)).hash).toBe(expected);
});
