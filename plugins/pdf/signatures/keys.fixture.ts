import { createHash } from "node:crypto";
import { Integer, ObjectIdentifier, OctetString, PrintableString } from "asn1js";
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";

/** A certificate with its private key. */
export interface Identity {
  name: string;
  keys: CryptoKeyPair;
  certificate: Certificate;
}

interface IssueOptions {
  issuer?: Identity;
  kind?: "rsa" | "P-256" | "P-384" | "P-521";
  isAuthority?: boolean;
  purpose?: string;
  from?: number;
  to?: number;
}

let serial = 1;

/** Issues a certificate, by default one that is signed by itself. */
export async function issue(name: string, options: IssueOptions = {}): Promise<Identity> {
  const { issuer, kind = "P-256", isAuthority = false, purpose } = options;
  const keys = await crypto.subtle.generateKey(
    kind === "rsa"
      ? {
          name: "RSASSA-PKCS1-v1_5",
          modulusLength: 2048,
          publicExponent: new Uint8Array([1, 0, 1]),
          hash: "SHA-256",
        }
      : { name: "ECDSA", namedCurve: kind },
    true,
    ["sign", "verify"],
  );
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: serial++ }),
  });
  const label = new AttributeTypeAndValue({
    type: "2.5.4.3",
    value: new PrintableString({ value: name }),
  });
  certificate.subject.typesAndValues.push(label);
  certificate.issuer = issuer?.certificate.subject ?? certificate.subject;
  certificate.notBefore.value = new Date(options.from ?? Date.UTC(2025, 0, 1));
  certificate.notAfter.value = new Date(options.to ?? Date.UTC(2035, 0, 1));
  const extensions = [
    new Extension({
      extnID: "2.5.29.19",
      critical: true,
      extnValue: new BasicConstraints({ cA: isAuthority }).toSchema().toBER(),
    }),
  ];
  if (purpose) {
    const extnValue = new ExtKeyUsage({ keyPurposes: [purpose] }).toSchema().toBER();
    extensions.push(new Extension({ extnID: "2.5.29.37", critical: true, extnValue }));
  }
  certificate.extensions = extensions;
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign((issuer?.keys ?? keys).privateKey, "SHA-256");
  return { name, keys, certificate };
}

export const root = await issue("Test Root", { isAuthority: true });
export const middle = await issue("Test Middle", { issuer: root, isAuthority: true });
export const ada = await issue("Ada Lovelace", { issuer: middle });
export const grace = await issue("Grace Hopper", { issuer: middle, kind: "rsa" });
export const stamper = await issue("Test Clock", { issuer: root, purpose: "1.3.6.1.5.5.7.3.8" });

/** Writes the certificates of these identities in PEM. */
export function toPem(...all: Identity[]): string {
  return all
    .map(({ certificate }) => {
      const base64 = new Uint8Array(certificate.toSchema(true).toBER()).toBase64();
      return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
    })
    .join("");
}

/** Writes a private key in PEM. */
export async function toKeyPem({ keys }: Identity): Promise<string> {
  const der = await crypto.subtle.exportKey("pkcs8", keys.privateKey);
  return `-----BEGIN PRIVATE KEY-----\n${new Uint8Array(der).toBase64()}\n-----END PRIVATE KEY-----\n`;
}

/** Answers a query for a time stamp (RFC 3161). */
export async function answerTimeStamp(
  query: Uint8Array<ArrayBuffer>,
  { time = new Date(Date.UTC(2026, 0, 2)), by = stamper }: { time?: Date; by?: Identity } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { messageImprint, nonce } = TimeStampReq.fromBER(query);
  const content = new TSTInfo({
    version: 1,
    policy: "1.2.3",
    messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: time,
    ...(nonce && { nonce }),
  })
    .toSchema()
    .toBER();
  const type = "1.2.840.113549.1.9.16.1.4";
  const { issuer, serialNumber } = by.certificate;
  const digest = createHash("sha256").update(new Uint8Array(content)).digest();
  const attribute = (name: string, value: ObjectIdentifier | OctetString) =>
    new Attribute({ type: name, values: [value] });
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        attribute("1.2.840.113549.1.9.3", new ObjectIdentifier({ value: type })),
        attribute("1.2.840.113549.1.9.4", new OctetString({ valueHex: digest })),
      ],
    }),
  });
  const data = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: type,
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [info],
    certificates: [by.certificate],
  });
  await data.sign(by.keys.privateKey, 0, "SHA-256");
  const token = new ContentInfo({
    contentType: "1.2.840.113549.1.7.2",
    content: data.toSchema(true),
  });
  const reply = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: token,
  });
  return new Uint8Array(reply.toSchema().toBER());
}
