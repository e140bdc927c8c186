import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const post = (body: object) => hub.post("/api/dev/hash/password", body);

// The inputs of Drepper's specification, hashed by crypt(3) of glibc.
test.each([
  ["Hello world!", "$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5", "sha256crypt"],
  [
    "Hello world!",
    "$5$rounds=10000$saltstringsaltst$3xv.VbSHBb41AL9AvLeujZkZRBAwqFMz2.opqey6IcA",
    "sha256crypt",
  ],
  [
    "This is just a test",
    "$5$rounds=5000$toolongsaltstrin$Un/5jzAHMgOGZ5.mWJpuVolil07guHPvOW8mGRcvxa5",
    "sha256crypt",
  ],
  [
    "a very much longer text to encrypt.  This one even stretches over morethan one line.",
    "$5$rounds=1400$anotherlongsalts$Rx.j8H.h8HjEDGomFU8bDkXm3XIUnzyxf12oP84Bnq1",
    "sha256crypt",
  ],
  [
    "we have a short salt string but not a short password",
    "$5$rounds=77777$short$JiO1O3ZpDAxGJeaDIuqCoEFysAe1mZNJRs3pw0KQRd/",
    "sha256crypt",
  ],
  [
    "a short string",
    "$5$rounds=123456$asaltof16chars..$gP3VQ/6X7UUEW3HkBn2w1/Ptq2jxPyzV/cZKmF/wJvD",
    "sha256crypt",
  ],
  [
    "the minimum number is still observed",
    "$5$rounds=1000$roundstoolow$yfvwcWrQ8l/K0DAWyuPMDNHpIVlTQebY9l/gL972bIC",
    "sha256crypt",
  ],
  [
    "Hello world!",
    "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1",
    "sha512crypt",
  ],
  [
    "Hello world!",
    "$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.",
    "sha512crypt",
  ],
  [
    "This is just a test",
    "$6$rounds=5000$toolongsaltstrin$lQ8jolhgVRVhY4b5pZKaysCLi0QBxGoNeKQzQ3glMhwllF7oGDZxUhx1yxdYcz/e1JSbq3y6JMxxl8audkUEm0",
    "sha512crypt",
  ],
  [
    "a very much longer text to encrypt.  This one even stretches over morethan one line.",
    "$6$rounds=1400$anotherlongsalts$POfYwTEok97VWcjxIiSOjiykti.o/pQs.wPvMxQ6Fm7I6IoYN3CmLs66x9t0oSwbtEW7o7UmJEiDwGqd8p4ur1",
    "sha512crypt",
  ],
  [
    "we have a short salt string but not a short password",
    "$6$rounds=77777$short$WuQyW2YR.hBNpjjRhpYD/ifIw05xdfeEyQoMxIXbkvr0gge1a1x3yRULJ5CCaUeOxFmtlcGZelFl5CxtgfiAc0",
    "sha512crypt",
  ],
  [
    "a short string",
    "$6$rounds=123456$asaltof16chars..$BtCwjqMJGx5hrJhZywWvt0RLE8uZ4oPwcelCjmw2kSYu.Ec6ycULevoBK25fs2xXgMNrCzIMVcgEJAstJeonj1",
    "sha512crypt",
  ],
  [
    "the minimum number is still observed",
    "$6$rounds=1000$roundstoolow$kUMsbe306n21p9R.FRkW3IGn.S9NPN0x50YhH1xhLsPuWGsUSklZt58jaTfF4ZEQpyUNGc0dqbpBYYBaHHrsX.",
    "sha512crypt",
  ],
  [
    "pässwörd 😀",
    "$6$x$Zu1b8iB6q1fRxxopGBXYv1tOszr77C6GA6fMSHQh/6DfDnRX6YwWoHdw4lMptvK0RqtTI67dt1UJ908w8.67R0",
    "sha512crypt",
  ],
  ["", "$5$emptypw$j9q8SS0S/38BPIfLsJXsxKvW/sehZJL1AxFdvBj6YQ2", "sha256crypt"],
])("hash/password verifies %j against crypt's %s", async (password, hash, algorithm) => {
  const answer = await json(await post({ password, hash }));
  expect(answer).toMatchObject({ verified: true, algorithm, needs_rehash: true });
  expect((await json(await post({ password: `${password}.`, hash }))).verified).toBe(false);
});

/** Writes a key in the notation of passlib. */
function writePasslib(
  digest: string,
  { rounds, salt, key }: { rounds: number; salt: string; key: string },
): string {
  const encode = (bytes: Uint8Array) => bytes.toBase64({ omitPadding: true }).replaceAll("+", ".");
  const name = digest === "sha1" ? "" : `-${digest}`;
  return `$pbkdf2${name}$${rounds}$${encode(Buffer.from(salt))}$${encode(Uint8Array.fromHex(key))}`;
}

// RFC 6070, and RFC 7914, section 11.
test.each([
  ["sha1", "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"],
  ["sha1", "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"],
  ["sha1", "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"],
  [
    "sha1",
    "passwordPASSWORDpassword",
    "saltSALTsaltSALTsaltSALTsaltSALTsalt",
    4096,
    "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038",
  ],
  ["sha1", "pass\0word", "sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"],
  [
    "sha256",
    "passwd",
    "salt",
    1,
    "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783",
  ],
  [
    "sha256",
    "Password",
    "NaCl",
    80_000,
    "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d",
  ],
])(
  "hash/password verifies PBKDF2 with %s of %j, %j and %d rounds",
  async (digest, password, salt, rounds, key) => {
    const hash = writePasslib(digest, { rounds, salt, key });
    expect(await json(await post({ password, hash }))).toMatchObject({
      verified: true,
      algorithm: `pbkdf2-${digest}`,
      params: { rounds },
    });
    expect((await json(await post({ password: "other", hash }))).verified).toBe(false);
  },
);

// Values of Python's hashlib.pbkdf2_hmac.
test.each([
  "pbkdf2_sha1$1000$Ab3xQ9$Xfys/6zZIpBccD1ifIiZJBeHcsc=",
  "pbkdf2:sha1:1000$Ab3xQ9$5dfcacffacd922905c703d627c889924178772c7",
  "pbkdf2_sha256$1000$Ab3xQ9$KUTMjXUSXFPKetgi+7mSd4V1NyNGxjnUupWBhBq5618=",
  "pbkdf2:sha256:1000$Ab3xQ9$2944cc8d75125c53ca7ad822fbb992778575372346c639d4ba9581841ab9eb5f",
  "pbkdf2_sha512$1000$Ab3xQ9$RbK/E96XKolnpnvXRzcVmbHjwMQcODnWwIANM7EJuwS6IKzGfDKlIRXVWQZVCUnkceSULR+jTYkTXiTlVbyL2w==",
  "pbkdf2:sha512:1000$Ab3xQ9$45b2bf13de972a8967a67bd747371599b1e3c0c41c3839d6c0800d33b109bb04ba20acc67c32a52115d55906550949e471e4942d1fa34d89135e24e555bc8bdb",
])("hash/password verifies %s", async (hash) => {
  expect((await json(await post({ password: "secret", hash }))).verified).toBe(true);
  expect((await json(await post({ password: "Secret", hash }))).verified).toBe(false);
});

const crypted =
  "svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1";

test.each([
  [`$6$rounds=200001$a$${crypted}`, "rounds may be at most 200000, and is 200001"],
  [`$pbkdf2-sha256$2000001$AAAA$${"A".repeat(43)}`, "rounds may be at most 2000000"],
  // A key of four digests takes four times as long.
  [`$pbkdf2-sha256$500001$AAAA$${"A".repeat(171)}`, "rounds may be at most 500000"],
])("hash/password rejects %s, which is too expensive to verify", async (hash, excess) => {
  const answer = await json(await post({ password: "a", hash }));
  expect(answer).toMatchObject({ status: 422, code: "too_much_work" });
  expect(answer.detail).toContain(excess);
});

test.each([
  `$5$a$${crypted}`,
  `$6$a$${crypted}x`,
  `$6$rounds=0$a$${crypted}`,
  `$6$seventeencharacte$${crypted}`,
  "$pbkdf2-md5$1000$AAAA$AAAA",
  "$pbkdf2-sha256$0$AAAA$AAAA",
  "$pbkdf2-sha256$1000$AAAA$A",
  "pbkdf2_sha256$1000$salt$!",
  "pbkdf2:sha256:1000$salt$abc",
])("hash/password doesn't accept %s as a hash", async (hash) => {
  const answer = await json(await post({ password: "a", hash }));
  expect(answer).toMatchObject({ status: 400, errors: [{ location: "body.hash" }] });
});

test("hash/password rejects a zero character, where crypt ends a password", async () => {
  const answer = await json(await post({ password: "a\0b", hash: `$6$saltstring$${crypted}` }));
  expect(answer.detail).toBe("body.password must not have a zero character for crypt");
});
