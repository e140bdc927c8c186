import { expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const convert = (body: object) => hub.post("/api/dev/certificate/convert", body);

/** Written by OpenSSL 3.0 with the password "sécret". */
const stores = {
  "OpenSSL 3":
    "MIIEDAIBAzCCA8IGCSqGSIb3DQEHAaCCA7MEggOvMIIDqzCCAmIGCSqGSIb3DQEHBqCCAlMwggJPAgEAMIICSAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg8LF3Qk/+LcAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEJUfIHrTRCcvB2cahNO/TWuAggHg+SHJXeqV6nYi3/5rzLkz4Tp/NkkrT96Mn9QYHXS3J4Mkcz0OcoXMkKMFL2nszgKU/mpWpU35coHdQzTIe/zYzSvadLAJCsQf4uTnWQcqvMR8jg1hTTj3pvyRnvjmNrD1Ro/2A4+pANwhgAx5NJ9XlexPi6X4yvyzK8HL+UiVzn2Aa/ny6cwBnHJYLJj5ubSjixKXi2XSINrV2bKz7dqrO3p0NADR22h+kbPgwg9qeD5g+iH48BbGBiAVMeAOil0u32qBUh9qchwFOvJDoRxNy6AFQphBLEGzsgXT9NKYwJyd/Rb7QovjtVMfHS1MoifSuBbY1JALrgkyqZWvHjP4gWB3oOmKCevhWYgZnfaMbLRWOc+FlCo6I1rnLxjUAIP7cjf1LP7QM7j2AZTeVAxCJK0kTQ4Her+ueuDEV/x05+gutPv82uC9EJzpof0b4czqTdugv3M7G7AtrPgZfDTlKeUbkNpKXpoF8SIPY8PIbEji2Yw9RnN1AulSKgL3apenr5Y+aj0dqFMeVjPFZkrnOEB1fL//RwWgkYSYH0PQzAVqhDqcdw1FYGyMEiCKzRYjZvINZcKRCUMKndpWZaP/HPAXQ5h/ew1K9ScwarRmtTIo28LSdbM3wtTc/8CZG/pFMIIBQQYJKoZIhvcNAQcBoIIBMgSCAS4wggEqMIIBJgYLKoZIhvcNAQwKAQKgge8wgewwVwYJKoZIhvcNAQUNMEowKQYJKoZIhvcNAQUMMBwECKvpxLBCEIzaAgIIADAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQNAdoWbQVEQt1CROibTuIiwSBkLnZq5HPvuQPtl2US7BjY2sEZoGOVl6JC7gBNvn/LNIx+Uz4cmV0okWnm10ik8bP7q/p9zO1yucOdRJAcbm1cKeXfWaqAEtr5hPkq4OhWK+3sZJByqSxFgh/0ltawYfcSZRxtNqFU7AJ2Msxzi6cIsW8o4LiWoPQN4rJ9aO12y51w0pokmqpFpaZnVKP4AUQYTElMCMGCSqGSIb3DQEJFTEWBBSmRVFlHHBY6uS+nbpgtrtJn5a4FjBBMDEwDQYJYIZIAWUDBAIBBQAEIOzjphBUho92LD3jZxzkxw/uRb8J/Yo6m8MY/3UgxxTdBAgXvDTYh4TzjwICCAA=",
  "older programs":
    "MIIDggIBAzCCA0gGCSqGSIb3DQEHAaCCAzkEggM1MIIDMTCCAicGCSqGSIb3DQEHBqCCAhgwggIUAgEAMIICDQYJKoZIhvcNAQcBMBwGCiqGSIb3DQEMAQYwDgQIgPhUeIamVRACAggAgIIB4HBCSy0xmm0+N8W8nxv6nJHCaMPlMulmzRYX5GrIXHoJjzc28F22vq89Gwl78F//iZLFjP0mAf2noaiV+1CYW6wIVUFDRbVvfEqxzawgBwZ0znV5FLCZx86pSD9SGw7qN8F14vm1m5DH84t5fsGm/Oi5U9gZ0RjJ8Gm3eJnrkrQDCK7kX82n232LMvBQ9OhZedv2q3LLGo7sa7PWb2kHgg7g38P/acPtatOZIaUbXGAT1rd8r+x5JDTw7MtvbCE8PKdpLiJGt4KJHHqiC8+WapsPU9Hcp1OuuR1dyKCjaN/LQLtjKytF4cjpSqKlWyWpLmzRzOiOk1AtdhIdlQeHaEJdR2qsxcTqJ565P1ziNiEPPxBQzXfkIOi4WRBExHF5tKIve4zcxgP/sLKivGMvtfUGzUzcNuta0jmwHap5XLEjdbD/w6z/bgllizNw+jDcBZe/+jW9epf4rU4wVTkVL7wbfOeU6uOmJDngrhdwalxkS2f/nKl4HeIww1WdYEXHpG58kw2Ue6A1IK5WSnPOnIIVQ0Lh1etohf2+w6n8228z2ComDBCtVGt1FodRy+5uObRardtOfLmjU/nYw1dCopqtYPciPk610ICJ8WBToCVfqhvqbCovZZ+WU13aXHOiAzCCAQIGCSqGSIb3DQEHAaCB9ASB8TCB7jCB6wYLKoZIhvcNAQwKAQKggbQwgbEwHAYKKoZIhvcNAQwBAzAOBAhAkVsZeac7xwICCAAEgZC8eLl0zZOt+vam0XBW0MEMy3F0RYDgKp1JWtgMqLRDcKLDlzJ5TPJfyKlKQ+b1yih+HP4kvDUxSvlvqrnGv/nYANG+w6PzhDbyt63shl0aGslFMfweWP165SyP0MOjYbGx8ltIgOiVAmwtP+rWXCzh4nLBlUrsOrloBMbvcKPZkkhavmY2NwAWB5pvPNZMDNcxJTAjBgkqhkiG9w0BCRUxFgQUpkVRZRxwWOrkvp26YLa7SZ+WuBYwMTAhMAkGBSsOAwIaBQAEFMsa/oB06+6D53TzV5M9r++T2l7TBAjJbvCEeZ9igQICCAA=",
};

const created = await json(
  await hub.post("/api/dev/certificate/create", { common_name: "a.example" }),
);
const both = `${created.pem}${created.private_key}`;

test.each(Object.entries(stores))(
  "certificate/convert reads PKCS 12 as %s wrote it",
  async (_, store) => {
    const answer = await json(await convert({ data_base64: store, password: "sécret" }));
    expect(answer).toMatchObject({
      private_keys: ["ec"],
      certificates: [{ subject: ["CN=a.example"] }],
    });
    expect(answer.result).toMatch(
      /^-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n-----BEGIN CERTIFICATE-/,
    );
    expect(answer.warnings).toEqual(["The private key is not encrypted: set new_password"]);
  },
);

test("certificate/convert reads what it writes as PKCS 12, with its password only", async () => {
  const made = await json(await convert({ text: both, to: "pkcs12", new_password: "pw ü" }));
  expect([made.result, made.warnings]).toEqual([null, []]);
  const { data_base64 } = made;
  const back = await json(await convert({ data_base64, password: "pw ü" }));
  expect(back.result).toBe(`${created.private_key}${created.pem}`);
  const wrong = await convert({ data_base64, password: "other" });
  expect([wrong.status, (await json(wrong)).code]).toEqual([422, "decryption_failed"]);
});

test("certificate/convert encrypts and decrypts keys in PKCS 8", async () => {
  const { result } = await json(await convert({ text: created.private_key, new_password: "pw" }));
  expect(result).toStartWith("-----BEGIN ENCRYPTED PRIVATE KEY-----");
  const plain = await json(await convert({ text: result, password: "pw" }));
  expect(plain.result).toBe(created.private_key);
  expect((await convert({ text: result, password: "no" })).status).toBe(422);
});

test("certificate/convert writes PKCS 7 and DER that the hub reads", async () => {
  const { result, warnings } = await json(await convert({ text: both, to: "pkcs7" }));
  expect(warnings).toEqual(["PKCS 7 has no private keys: they are left out"]);
  const read = await json(await hub.post("/api/dev/certificate", { text: result }));
  expect(read.certificates).toHaveLength(1);
  const der = await json(await convert({ text: created.pem, to: "der" }));
  expect(new X509Certificate(Buffer.from(der.data_base64, "base64")).subject).toBe("CN=a.example");
  const back = await json(await convert({ data_base64: der.data_base64 }));
  expect(back.result).toBe(created.pem);
  const two = await convert({ text: both, to: "der" });
  expect([two.status, (await json(two)).detail]).toEqual([
    400,
    "DER has room for one certificate or private key: the input has 2",
  ]);
});

test("certificate/convert warns of a certificate for another key", async () => {
  const other = await json(
    await hub.post("/api/dev/certificate/create", { common_name: "b.example" }),
  );
  const { warnings } = await json(
    await convert({ text: `${created.pem}${other.private_key}`, new_password: "a" }),
  );
  expect(warnings).toEqual(["The first certificate is not for the private key"]);
});
