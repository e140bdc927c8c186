import { expect, test } from "bun:test";
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from "node:crypto";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const create = async (body: object) => json(await hub.post("/api/dev/certificate/create", body));
const read = async (text: string) => json(await hub.post("/api/dev/certificate", { text }));

const subject = {
  common_name: "shop.example",
  organization: "Läden, Söhne",
  organizational_unit: "web",
  locality: "München",
  state: "Bayern",
  country: "DE",
};
const names = [
  "shop.example",
  "127.0.0.1",
  "2001:db8::1",
  "a@shop.example",
  "https://shop.example/",
];

test.each([
  ["ec-p256", "ecdsa-with-SHA256"],
  ["ec-p384", "ecdsa-with-SHA384"],
  ["rsa-2048", "sha256WithRSAEncryption"],
  ["ed25519", "ED25519"],
])(
  "create makes a self-signed certificate of %s, which the runtime verifies",
  async (algorithm, name) => {
    const { pem, private_key } = await create({ ...subject, names, algorithm, days: 30 });
    const certificate = new X509Certificate(pem);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(private_key))).toBe(true);
    expect([certificate.checkHost("shop.example"), certificate.checkIP("127.0.0.1")]).toEqual([
      "shop.example",
      "127.0.0.1",
    ]);
    const { certificates } = await read(pem);
    expect(certificates[0]).toMatchObject({
      subject: ["C=DE", "ST=Bayern", "L=München", "O=Läden\\, Söhne", "OU=web", "CN=shop.example"],
      alternative_names: [
        "DNS:shop.example",
        "IP:127.0.0.1",
        "IP:2001:DB8:0:0:0:0:0:1",
        "email:a@shop.example",
        "URI:https://shop.example/",
      ],
      is_self_signed: true,
      is_ca: false,
      signature_algorithm: name,
      extended_key_usage: ["serverAuth", "clientAuth"],
      days_left: 30,
    });
  },
);

test("create makes an authority, and a request with the caller's key", async () => {
  const authority = await create({ common_name: "Root", is_ca: true });
  const { certificates } = await read(authority.pem);
  expect(certificates[0]).toMatchObject({ is_ca: true, key_usage: ["keyCertSign", "cRLSign"] });

  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = String(privateKey.export({ format: "pem", type: "pkcs8" }));
  const answer = await create({ ...subject, names, kind: "request", private_key: pem });
  expect(answer.private_key).toBe(null);
  const { requests } = await read(answer.pem);
  expect(requests[0]).toMatchObject({ is_signature_valid: true, key_type: "ed25519" });
  expect(requests[0].alternative_names).toHaveLength(5);
});

test("create names a bad key, country or name", async () => {
  const publicKey = createPublicKey(generateKeyPairSync("ed25519").privateKey);
  const wrong = String(publicKey.export({ format: "pem", type: "spki" }));
  const x25519 = generateKeyPairSync("x25519").privateKey.export({ format: "pem", type: "pkcs8" });
  for (const private_key of ["", wrong, String(x25519)])
    expect(await create({ common_name: "a", private_key })).toMatchObject({
      status: 400,
      detail: "body.private_key must be a private key in PEM, of RSA, EC or Ed25519",
    });
  expect((await create({ common_name: "a", country: "de" })).status).toBe(400);
  expect((await create({ common_name: "a", names: ["ä"] })).status).toBe(400);
});

test.each(["common_name", "organization", "organizational_unit", "locality", "state"])(
  "create rejects half a character in %s",
  async (field) => {
    const answer = await create({ ...subject, [field]: "a\ud800" });
    expect([answer.status, answer.errors[0].location]).toEqual([400, `body.${field}`]);
  },
);
