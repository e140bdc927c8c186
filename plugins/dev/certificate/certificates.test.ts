import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { json, testHub } from "hub/testing";
import {
  bundle,
  certificates,
  chain,
  identifierCertificate,
  otherNameRequest,
  revocationList,
  weakCertificate,
} from "./certificates.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (body: object, query = "") => hub.post(`/api/dev/certificate${query}`, body);
const time = "2027-01-01T00:00:00Z";
const { root, leaf, ed25519, rsa } = certificates;

// Values that openssl x509 -text prints.
test.each<[keyof typeof certificates, string, unknown]>([
  ["root", "subject", ["C=DE", "O=Example\\, Inc.", "CN=Example Root"]],
  ["root", "serial", "1001"],
  ["root", "not_before", "2026-11-26T15:23:41.000Z"],
  ["root", "not_after", "2126-11-02T15:23:41.000Z"],
  ["root", "is_ca", true],
  ["root", "is_self_signed", true],
  ["root", "key_curve", "prime256v1"],
  ["root", "signature_algorithm", "ecdsa-with-SHA256"],
  ["root", "sha256", "39c48edf4d353b7cad9365cdc49053d9d58cad180651c44fd2c531d45d3facbb"],
  ["root", "sha1", "fb134a90a1bef9356c357456c2c6ec71efcffa50"],
  ["leaf", "subject", ["CN=shop.example", "O=Läden\\, Söhne"]],
  ["leaf", "issuer", ["C=DE", "O=Example\\, Inc.", "CN=Example Root"]],
  ["leaf", "common_name", "shop.example"],
  ["leaf", "serial", "ABCDEF0123456789"],
  ["leaf", "not_after", "2125-06-20T15:23:55.000Z"],
  ["leaf", "is_ca", false],
  ["leaf", "is_self_signed", false],
  ["leaf", "issued_by", null],
  ["leaf", "key_curve", "secp384r1"],
  ["leaf", "signature_algorithm", "ecdsa-with-SHA384"],
  ["leaf", "extended_key_usage", ["serverAuth", "clientAuth"]],
  [
    "leaf",
    "alternative_names",
    [
      "DNS:shop.example",
      "DNS:*.shop.example",
      "IP:192.0.2.7",
      "IP:2001:DB8:0:0:0:0:0:1",
      "email:a@shop.example",
      "URI:https://shop.example/x",
    ],
  ],
  ["leaf", "sha256", "ee232e87dd3f67de22afc012d092bef32233c4719f8edfffa244879fe2d69497"],
  ["ed25519", "key_type", "ed25519"],
  ["ed25519", "signature_algorithm", "ED25519"],
  ["ed25519", "sha1", "08b6d878b64fec9e7006f7a14c48f2933949a4aa"],
  ["rsa", "key_bits", 2048],
  ["rsa", "signature_algorithm", "sha256WithRSAEncryption"],
  ["rsa", "alternative_names", ["DNS:old.example"]],
  ["rsa", "not_after", "2026-11-27T15:23:41.000Z"],
])("certificate agrees with openssl on %s: %s", async (name, field, expected) => {
  const answer = await json(await ask({ text: certificates[name], time }));
  expect(answer.certificates[0][field]).toEqual(expected);
});

test("certificate finds the issuer in a bundle, by its signature", async () => {
  const { certificates } = await json(await ask({ text: `${leaf}\ntext\n${ed25519}\n${root}` }));
  expect(certificates.map((one: { issued_by: number }) => one.issued_by)).toEqual([2, 1, 2]);
});

test.each([
  ["shop.example", true],
  ["SHOP.example", true],
  ["a.shop.example", true],
  ["a.b.shop.example", false],
  ["192.0.2.7", true],
  ["2001:db8::1", true],
  ["192.0.2.8", false],
  ["shop.example.", true],
  ["läden.shop.example", true],
  ["example", false],
])("certificate knows whether it is for %s", async (host, expected) => {
  const answer = await json(await ask({ text: leaf, host, time }));
  expect([answer.host_matches, answer.problems.length]).toEqual([expected, expected ? 0 : 1]);
});

test("certificate checks dates at a given time, and fails with 422 on request", async () => {
  const check = async (time: string) => {
    const { certificates, problems } = await json(await ask({ text: rsa, time }));
    const [{ is_valid_now, days_left }] = certificates;
    return [is_valid_now, days_left, problems.length];
  };
  expect(await check("2026-11-27T00:00:00Z")).toEqual([true, 0, 0]);
  expect(await check("2026-11-26T00:00:00Z")).toEqual([false, 1, 1]);
  expect(await check("2026-12-27T15:23:41Z")).toEqual([false, -30, 1]);
  expect((await ask({ text: rsa, time }, "?fail=true")).status).toBe(422);
  expect((await ask({ text: leaf, time }, "?fail=true")).status).toBe(200);
});

test("certificate reads DER, in each encoding", async () => {
  const data_base64 = root.split("\n").slice(1, -1).join("");
  const hex = Buffer.from(data_base64, "base64").toString("hex");
  for (const body of [{ data_base64 }, { hex }])
    expect((await json(await ask(body))).certificates[0].serial).toBe("1001");
  const type = { "content-type": "application/octet-stream" };
  const raw = await hub.post("/api/dev/certificate", new Blob([Uint8Array.fromHex(hex)]), type);
  expect((await json(raw)).certificates[0].serial).toBe("1001");
});

test("certificate warns of private keys", async () => {
  const key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
  expect((await json(await ask({ text: `${key}\n${root}` }))).warnings).toHaveLength(1);
});

test("certificate names a key without a certificate, in PEM or DER", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const problems = async (body: object) => (await json(await ask(body))).detail;
  const readsNone = "The body has a private key and no certificate: never send one to a service";
  for (const type of ["pkcs8", "sec1"] as const) {
    const text = privateKey.export({ type, format: "pem" });
    const hex = privateKey.export({ type, format: "der" }).toString("hex");
    expect(await problems({ text })).toBe(readsNone);
    expect(await problems({ hex })).toBe(readsNone);
  }
  const text = publicKey.export({ type: "spki", format: "pem" });
  expect(await problems({ text })).toBe(
    'The body has no certificate or certificate request: it has "PUBLIC KEY"',
  );
});

test.each([
  ["", "has no certificate or certificate request in PEM or DER form"],
  ["hello", "has no certificate or certificate request in PEM or DER form"],
  ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "at position 1"],
  ["-----BEGIN CERTIFICATE-----\nAAAA", "without the line"],
  [`${root}\n`.repeat(21), "more than 20 certificates"],
])("certificate names the problem of bad input", async (text, problem) => {
  const answer = await json(await ask({ text }));
  expect(answer).toMatchObject({
    status: 422,
    code: "syntax_error",
    errors: [{ location: "body" }],
  });
  expect(answer.detail).toContain(problem);
});

test.each(["a\0b", "999.1.1.1", "..", "1:2", "a/b", "a@b", "a b", "[::1]"])(
  "certificate names the field of the bad host %j",
  async (host) => {
    const answer = await json(await ask({ text: leaf, host }));
    expect(answer).toMatchObject({ status: 400, errors: [{ location: "body.host" }] });
    expect(answer.detail).toStartWith("body.host must be a host name or an IP address: it is ");
  },
);

test("certificate names the field of a bad time", async () => {
  expect(await json(await ask({ text: root, time: "soon" }))).toMatchObject({
    status: 400,
    errors: [{ location: "body.time" }],
  });
});

// Made with openssl req -x509 -newkey ed448.
const ed448 = `-----BEGIN CERTIFICATE-----
MIIBgDCCAQCgAwIBAgIUeSLpwE3Rc59bZaqNK2Kf5ob0Ce0wBQYDK2VxMA8xDTAL
BgNVBAMMBGU0NDgwIBcNMjYxMTI5MTAyNDU5WhgPMjEyNjExMDUxMDI0NTlaMA8x
DTALBgNVBAMMBGU0NDgwQzAFBgMrZXEDOgAuS6tNx/H8PyHDqjKNUoeI1VTfBuuS
qYSLhdT0rN3I5sWNgytNx21Qk5Vem/ZTZW5266Uha1AFzwCjUzBRMB0GA1UdDgQW
BBTnFGWOLysEQWoAxNX7WHIlrAshLTAfBgNVHSMEGDAWgBTnFGWOLysEQWoAxNX7
WHIlrAshLTAPBgNVHRMBAf8EBTADAQH/MAUGAytlcQNzAGX+AlRktDO010C1bcm8
BDAg1YkJ0u65/IeaHn54mvdje36EGVfmYgSyJVxe8Db3IuhZkYOD51p1ACIfsHna
XmvIwxyATFFtNdnzuSasuGBWhpqmlZ4jRQBgMmBT43qIBUaOkaZrekiYqJxgafaZ
Dy0KAA==
-----END CERTIFICATE-----`;

test("a signature that the runtime can't check says nothing about its key", async () => {
  const answer = await json(await ask({ text: ed448 }));
  expect(answer.certificates[0]).toMatchObject({ common_name: "e448", is_self_signed: null });
});

test("certificate reports weak keys and signatures", async () => {
  const time = "2026-11-29";
  const self = await json(await ask({ text: weakCertificate, time }));
  expect(self.problems).toEqual(["It has a key of 1024 bits, fewer than 2048"]);
  const later = await json(await ask({ text: `${bundle}\n${weakCertificate}`, time }));
  expect(later.problems).toEqual([]);
  expect(later.warnings).toEqual(["Certificate 1 has a key of 1024 bits, fewer than 2048"]);
});

test("certificate reads PKCS 7 in PEM and DER", async () => {
  const text = bundle.replaceAll("PKCS7", "CMS");
  const data_base64 = bundle.split("\n").slice(1, -1).join("");
  for (const body of [{ text: bundle }, { text }, { data_base64 }]) {
    const answer = await json(await ask(body));
    expect(answer.certificates).toHaveLength(1);
    expect(answer.certificates[0].common_name).toBe("www.example.com");
  }
  const damaged = `-----BEGIN PKCS7-----\nMIIB\n-----END PKCS7-----`;
  expect((await json(await ask({ text: damaged }))).detail).toBe(
    "The body has a bad bundle at position 1",
  );
});

test("certificate reads other names as text", async () => {
  const [request] = (await json(await ask({ text: otherNameRequest }))).requests;
  expect(request.alternative_names).toContain("othername:UPN:ada@example.org");
});

test("certificate writes names, numbers and key usage as openssl does", async () => {
  const [one] = (await json(await ask({ text: identifierCertificate }))).certificates;
  expect(one).toMatchObject({
    subject: ["O=Test", "organizationIdentifier=VATDE-1", "CN=x"],
    issuer: ["O=Test", "organizationIdentifier=VATDE-1", "CN=x"],
    serial: "05",
    key_usage: ["keyCertSign"],
  });
});

test("certificate lists all extensions with the lines of openssl, and warns of damaged ones", async () => {
  const { certificates, warnings } = await json(await ask({ text: chain.leaf, time }));
  const values = certificates[0].extensions.map((one: { name: string; value: string[] | null }) => [
    one.name,
    one.value,
  ]);
  expect(values.slice(0, -2)).toEqual([
    ["X509v3 Basic Constraints", ["CA:FALSE"]],
    [
      "X509v3 Certificate Policies",
      ["Policy: 2.23.140.1.2.1", "Policy: 1.3.5.8", "  CPS: http://cps.example/"],
    ],
    ["X509v3 Name Constraints", ["Permitted:", "  IP:10.0.0.0/8", "Excluded:", "  DNS:b.example"]],
    ["Authority Information Access", ["OCSP - URI:http://ocsp.example/"]],
    ["X509v3 CRL Distribution Points", ["Full Name:", "  URI:http://crl.example/"]],
    ["TLS Feature", ["status_request"]],
    ["1.2.3.4.5", null],
    ["X509v3 Policy Constraints", null],
  ]);
  expect(certificates[0].extensions[2].is_critical).toBe(true);
  expect(certificates[0].extensions[6].hex).toBe("0500");
  expect(warnings).toEqual([
    'The extension "X509v3 Policy Constraints" of certificate 0 cannot be read',
  ]);
});

test("certificate follows the chain and finds what openssl verify finds", async () => {
  const { leaf, sub, root } = chain;
  const answer = await json(await ask({ text: `${leaf}\n${root}\n${sub}`, time }));
  expect(answer.chain).toEqual({
    certificates: [0, 2, 1],
    is_complete: true,
    problems: [
      "Certificate 2 issued another one, but its key usage does not allow it",
      "Certificate 1 allows at most 0 authorities below it, but has 1",
    ],
  });
  const open = await json(await ask({ text: `${leaf}\n${root}`, time }));
  expect(open.chain).toEqual({ certificates: [0], is_complete: false, problems: [] });
});

test("certificate reads revocation lists, and applies them to the chain", async () => {
  const text = `${chain.sub}\n${chain.root}\n${revocationList}`;
  const { lists, chain: found } = await json(await ask({ text, time }));
  expect(lists[0]).toMatchObject({
    issuer: ["CN=root"],
    this_update: "2026-11-29T15:46:40.000Z",
    next_update: "2126-11-05T15:46:40.000Z",
    signature_algorithm: "ED25519",
    is_signature_valid: true,
    revoked_count: 2,
    revoked: [
      { serial: "02", at: "2026-11-28T00:00:00.000Z", reason: "Key Compromise" },
      { serial: "0C", at: "2026-11-27T00:00:00.000Z", reason: null },
    ],
  });
  expect(found.problems).toEqual(["Certificate 0 is revoked"]);
  const alone = await json(await ask({ text: revocationList }));
  expect(alone).toMatchObject({ chain: null, lists: [{ is_signature_valid: null }] });
});

test("certificate reads or rejects a chain with any changed byte", async () => {
  const bytes = Buffer.from(chain.leaf.split("\n").slice(1, -1).join(""), "base64");
  for (let at = 0; at < bytes.length; at += 3) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x1f;
    expect([200, 422]).toContain((await ask({ hex: changed.toString("hex") })).status);
  }
});
