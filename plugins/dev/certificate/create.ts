import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { Attributes, CertificationRequest, CertificationRequestInfo } from "@peculiar/asn1-csr";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralNames,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import { parseAddress } from "hub/net";
import dev from "../plugin.ts";
import type { CreateOptions } from "./request.ts";

interface Doors {
  random: { bytes(length: number): Uint8Array };
  /** In milliseconds since 1970. */
  now: number;
}

const msPerDay = 86_400_000;

/** Creates a self-signed certificate or a signing request. Generates a key unless the caller sent one. */
export function createCertificate(options: CreateOptions, { random, now }: Doors) {
  const key = options.private_key === undefined ? generateKey(options) : readKey(options);
  const algorithm = chooseAlgorithm(key);
  const info = AsnConvert.parse(
    createPublicKey(key).export({ format: "der", type: "spki" }),
    SubjectPublicKeyInfo,
  );
  const subject = buildSubject(options);
  const extensions = new Extensions(listExtensions(options, info));
  const hash = algorithm.hash ?? null;
  const seal = (content: object) =>
    new Uint8Array(sign(hash, Buffer.from(AsnConvert.serialize(content)), key)).buffer;
  let signed: Certificate | CertificationRequest;
  if (options.kind === "request") {
    const content = new CertificationRequestInfo({
      subject,
      subjectPKInfo: info,
      attributes: new Attributes([
        new Attribute({
          type: "1.2.840.113549.1.9.14",
          values: [AsnConvert.serialize(extensions)],
        }),
      ]),
    });
    signed = new CertificationRequest({
      certificationRequestInfo: content,
      signatureAlgorithm: algorithm.identifier,
      signature: seal(content),
    });
  } else {
    const content = new TBSCertificate({
      version: Version.v3,
      serialNumber: new Uint8Array([0x40, ...random.bytes(15)]).buffer,
      signature: algorithm.identifier,
      issuer: subject,
      subject,
      validity: new Validity({
        notBefore: new Date(now),
        notAfter: new Date(now + options.days * msPerDay),
      }),
      subjectPublicKeyInfo: info,
      extensions,
    });
    signed = new Certificate({
      tbsCertificate: content,
      signatureAlgorithm: algorithm.identifier,
      signatureValue: seal(content),
    });
  }
  return {
    pem: formatPem(options.kind, AsnConvert.serialize(signed)),
    private_key:
      options.private_key === undefined
        ? String(key.export({ format: "pem", type: "pkcs8" }))
        : null,
  };
}

function generateKey({ algorithm }: CreateOptions): KeyObject {
  if (algorithm === "ed25519") return generateKeyPairSync("ed25519").privateKey;
  const [type, size = ""] = algorithm.split("-");
  return type === "rsa"
    ? generateKeyPairSync("rsa", { modulusLength: Number(size) }).privateKey
    : generateKeyPairSync("ec", { namedCurve: size.replace("p", "P-") }).privateKey;
}

function readKey({ private_key = "" }: CreateOptions): KeyObject {
  try {
    const key = createPrivateKey(private_key);
    chooseAlgorithm(key);
    return key;
  } catch (cause) {
    const detail = "body.private_key must be a private key in PEM, of RSA, EC or Ed25519";
    throw dev.error("invalid_input", detail, { at: "body.private_key", cause });
  }
}

/** Chooses the algorithm of signatures by a key. Throws for keys that cannot sign. */
function chooseAlgorithm({ asymmetricKeyType: type, asymmetricKeyDetails }: KeyObject) {
  const isLong = asymmetricKeyDetails?.namedCurve === "secp384r1";
  const choices: Record<string, { hash?: string; id: string; parameters?: null }> = {
    rsa: { hash: "sha256", id: "1.2.840.113549.1.1.11", parameters: null },
    ec: isLong
      ? { hash: "sha384", id: "1.2.840.10045.4.3.3" }
      : { hash: "sha256", id: "1.2.840.10045.4.3.2" },
    ed25519: { id: "1.3.101.112" },
  };
  const choice = choices[type ?? ""];
  if (!choice) throw new Error(`Keys of the type "${type}" cannot sign`);
  const { hash, id: algorithm, ...parameters } = choice;
  return { hash, identifier: new AlgorithmIdentifier({ algorithm, ...parameters }) };
}

function buildSubject(options: CreateOptions): Name {
  const parts = [
    ["2.5.4.6", "country"],
    ["2.5.4.8", "state"],
    ["2.5.4.7", "locality"],
    ["2.5.4.10", "organization"],
    ["2.5.4.11", "organizational_unit"],
    ["2.5.4.3", "common_name"],
  ] as const;
  const name = new Name();
  for (const [type, field] of parts) {
    const text = options[field];
    if (text === undefined) continue;
    if (!text.isWellFormed()) {
      const at = `body.${field}`;
      throw dev.error("invalid_input", `${at} must be text that UTF-8 can spell`, { at });
    }
    // RFC 5280, appendix A.1: a country is a PrintableString.
    const value = new AttributeValue(
      type === "2.5.4.6" ? { printableString: text } : { utf8String: text },
    );
    name.push(new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value })]));
  }
  return name;
}

function listExtensions({ names, is_ca }: CreateOptions, info: SubjectPublicKeyInfo) {
  const { digitalSignature, keyEncipherment, keyCertSign, cRLSign } = KeyUsageFlags;
  const isRsa = info.algorithm.algorithm === "1.2.840.113549.1.1.1";
  const leafUsage = digitalSignature | (isRsa ? keyEncipherment : 0);
  const keyId = createHash("sha1").update(new Uint8Array(info.subjectPublicKey)).digest();
  const build = (extnID: string, value: object, critical = false) =>
    new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
  return [
    build("2.5.29.19", new BasicConstraints({ cA: is_ca }), true),
    build("2.5.29.15", new KeyUsage(is_ca ? keyCertSign | cRLSign : leafUsage), true),
    build("2.5.29.14", new OctetString(keyId)),
    ...(is_ca
      ? []
      : [build("2.5.29.37", new ExtendedKeyUsage(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]))]),
    ...(names.length > 0 ? [build("2.5.29.17", new GeneralNames(names.map(toGeneralName)))] : []),
  ];
}

function toGeneralName(name: string): GeneralName {
  if (parseAddress(name)) return new GeneralName({ iPAddress: name });
  if (name.includes("://")) return new GeneralName({ uniformResourceIdentifier: name });
  return new GeneralName(name.includes("@") ? { rfc822Name: name } : { dNSName: name });
}

function formatPem(kind: CreateOptions["kind"], der: ArrayBuffer): string {
  const label = kind === "certificate" ? "CERTIFICATE" : "CERTIFICATE REQUEST";
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
