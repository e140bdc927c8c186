import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { certificates, requests, secp256k1Certificate } from "./certificates.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (body: object, query = "") => hub.post(`/api/dev/certificate${query}`, body);

/** The key that the RSA and the RSA-PSS request share. */
const rsaKey = "10e363f73e5f3367631dd4ffa61c4e551c023bc746442c916e554c25653b1e21";

// Values that openssl req -verify -text prints; those of keys are from openssl pkey.
test.each<[keyof typeof requests, string, unknown]>([
  [
    "ec",
    "subject",
    [
      "C=DE",
      "ST=Bayern",
      "O=Läden\\, Söhne \\<GmbH\\>",
      "OU=\\#web",
      "CN=shop.example",
      "emailAddress=a@shop.example",
    ],
  ],
  ["ec", "common_name", "shop.example"],
  [
    "ec",
    "alternative_names",
    [
      "DNS:shop.example",
      "DNS:*.shop.example",
      "IP:192.0.2.7",
      "IP:2001:DB8:0:0:0:0:0:1",
      "email:a@shop.example",
      "URI:https://shop.example/x",
      "Registered ID:1.2.3.4",
    ],
  ],
  ["ec", "key_usage", ["digitalSignature", "keyAgreement"]],
  ["ec", "extended_key_usage", ["serverAuth", "clientAuth", "msEFS"]],
  ["ec", "is_ca", false],
  ["ec", "key_curve", "secp384r1"],
  ["ec", "key_sha256", "c8e23e7a4f05417088ede04b47729d729ed1d1f7bc99ae47c3af0d56776bcb49"],
  ["ec", "signature_algorithm", "ecdsa-with-SHA384"],
  ["ec", "is_signature_valid", true],
  ["rsa", "subject", ["DC=org", "DC=example", "O=A + OU=B", "CN=rsa"]],
  ["rsa", "alternative_names", []],
  ["rsa", "key_bits", 2048],
  ["rsa", "key_sha256", rsaKey],
  ["rsa", "signature_algorithm", "sha256WithRSAEncryption"],
  ["rsa", "is_signature_valid", true],
  ["rsa", "has_challenge_password", true],
  ["pss", "signature_algorithm", "rsassaPss"],
  ["pss", "is_signature_valid", true],
  ["pss", "key_sha256", rsaKey],
  ["ed25519", "common_name", "Sub CA"],
  ["ed25519", "is_ca", true],
  ["ed25519", "key_usage", ["keyCertSign", "cRLSign"]],
  ["ed25519", "key_type", "ed25519"],
  ["ed25519", "signature_algorithm", "ED25519"],
  ["ed25519", "is_signature_valid", true],
  ["ed25519", "has_challenge_password", false],
  ["dsa", "key_type", "dsa"],
  ["dsa", "signature_algorithm", "dsa_with_SHA256"],
  ["secp256k1", "common_name", "k1"],
  ["secp256k1", "key_sha256", "9541624a25d7f5411ec66b4898fbfa2315afa5554ad3c83f5c79ca8f696d57ee"],
])("certificate agrees with openssl on the %s request: %s", async (name, field, expected) => {
  const {
    requests: read,
    certificates: none,
    problems,
  } = await json(await ask({ text: requests[name].replaceAll("CERTIFICATE", "NEW CERTIFICATE") }));
  expect(none).toEqual([]);
  expect(problems).toEqual(name === "dsa" ? ["It has a key of 1024 bits, fewer than 2048"] : []);
  expect(read[0][field]).toEqual(expected);
});

test("certificate leaves signatures of unsupported keys open", async () => {
  const { requests: read, warnings } = await json(
    await ask({ text: `${requests.rsa}\n${requests.secp256k1}` }),
  );
  expect(read[1]).toMatchObject({
    key_type: "ec",
    key_curve: "secp256k1",
    is_signature_valid: null,
  });
  expect(warnings).toEqual([
    "The signature of request 1 was not verified: its algorithm is not supported",
  ]);
  const dsa = await json(await ask({ text: requests.dsa }));
  expect(dsa.requests[0]).toMatchObject({ key_type: "dsa", is_signature_valid: null });
  const answer = await json(await ask({ text: secp256k1Certificate, time: "2027-01-01" }));
  expect(answer.certificates[0]).toMatchObject({
    common_name: "k1",
    key_curve: "secp256k1",
    is_self_signed: null,
  });
  expect(answer.warnings[0]).toContain("The signature of certificate 0 was not verified");
});

test("certificate reads requests beside certificates, and in DER", async () => {
  const text = `${requests.rsa}\n${certificates.root}\n${requests.ec}`;
  const both = await json(await ask({ text }));
  expect([both.certificates.length, both.requests.length]).toEqual([1, 2]);
  const data_base64 = requests.rsa.split("\n").slice(1, -1).join("");
  expect((await json(await ask({ data_base64 }))).requests[0].common_name).toBe("rsa");
});

/** Returns a request as bytes, with one byte replaced. */
function change(pem: string, at: number): { hex: string } {
  const bytes = Buffer.from(pem.split("\n").slice(1, -1).join(""), "base64");
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return { hex: bytes.toString("hex") };
}

test.each(["ec", "rsa", "pss", "ed25519"] as const)(
  "certificate rejects the signature of a changed %s request",
  async (name) => {
    for (const at of [-1, -10]) {
      const answer = await json(await ask(change(requests[name], at)));
      expect(answer.requests[0].is_signature_valid).toBe(false);
      expect(answer.problems).toEqual(["Its signature is not from its key"]);
    }
    expect((await ask(change(requests[name], -1), "?fail=true")).status).toBe(422);
  },
);

test("certificate reads or rejects a request with any changed byte", async () => {
  const { length } = Buffer.from(requests.ec.split("\n").slice(1, -1).join(""), "base64");
  for (let at = 0; at < length; at += 7)
    expect([200, 422]).toContain((await ask(change(requests.ec, at))).status);
});

test("certificate names the problem of a bad request", async () => {
  const pem = (content: string) =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${content}\n-----END CERTIFICATE REQUEST-----`;
  for (const content of ["", "AAAA", "MIIF", "MAA="]) {
    const answer = await json(await ask({ text: pem(content) }));
    expect([answer.status, answer.detail]).toEqual([
      422,
      "The body has a bad request at position 1",
    ]);
  }
  const host = await json(await ask({ text: requests.ec, host: "shop.example" }));
  expect(host.detail).toBe("body.host needs a certificate: the body has none");
});

test("certificate rejects numbers of any length in object ids", async () => {
  const wrap = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    const header = Buffer.from([tag, 0x83, 0, 0, 0]);
    header.writeUIntBE(content.length, 2, 3);
    return Buffer.concat([header, content]);
  };
  const id = wrap(0x06, new Uint8Array(60_000).fill(0xff));
  const name = wrap(0x30, wrap(0x31, wrap(0x30, id, wrap(0x0c))));
  const info = wrap(0x30, wrap(0x02), name, wrap(0x30));
  const hex = wrap(0x30, info, wrap(0x30, id), wrap(0x03)).toString("hex");
  expect((await ask({ hex })).status).toBe(422);
});
