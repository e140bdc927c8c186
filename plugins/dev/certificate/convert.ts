import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import {
  CertificateChoices,
  CertificateSet,
  ContentInfo,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  SignedData,
} from "@peculiar/asn1-cms";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import { readPkcs12, writePkcs12 } from "hub/pkcs12";
import dev from "../plugin.ts";
import { readFile } from "./read-file.ts";
import type { ConvertOptions } from "./request.ts";

interface Material {
  keys: KeyObject[];
  certificates: X509Certificate[];
}

/** Converts private keys and certificates between PEM, DER, PKCS 7 and PKCS 12. */
export function convertCertificates(
  bytes: Uint8Array,
  { to, password = "", new_password, name }: ConvertOptions,
  salt: Uint8Array,
) {
  const { keys, certificates } = readMaterial(bytes, password);
  const ordered = sortByKey(certificates, keys[0]);
  const ders = ordered.map(({ raw }) => raw);
  const pems = () => [...keys.map((key) => exportKey(key, new_password)), ...ordered.map(String)];
  const write = {
    pem: () => pems().join(""),
    der: () => getOnly([...keys.map((key) => exportDer(key, new_password)), ...ders]),
    pkcs7: () => writePkcs7(ders),
    pkcs12: () =>
      writePkcs12({ keys, certificates: ders, password: new_password ?? "", salt, name }),
  };
  const result = write[to]();
  return {
    result: typeof result === "string" ? result : null,
    data_base64: Buffer.from(result).toString("base64"),
    certificates: ordered.map(({ subject, fingerprint256 }) => ({
      subject: subject.split("\n"),
      sha256: fingerprint256.replaceAll(":", "").toLowerCase(),
    })),
    private_keys: keys.map(({ asymmetricKeyType }) => asymmetricKeyType ?? "unknown"),
    warnings: listWarnings({ to, isEncrypted: Boolean(new_password) }, { keys, certificates }),
  };
}

function listWarnings(
  { to, isEncrypted }: { to: ConvertOptions["to"]; isEncrypted: boolean },
  { keys, certificates: [first] }: Material,
): string[] {
  const [key] = keys;
  return [
    key && to === "pkcs7" && "PKCS 7 has no private keys: they are left out",
    key && to !== "pkcs7" && !isEncrypted && "The private key is not encrypted: set new_password",
    key &&
      first &&
      !sortByKey([first], key)[0]?.checkPrivateKey(key) &&
      "The first certificate is not for the private key",
  ].filter((warning) => typeof warning === "string");
}

/** The version of a PKCS#12 file, and the beginning of what follows. */
const pkcs12Version = Buffer.from("02010330", "hex");

function readMaterial(bytes: Uint8Array, password: string): Material {
  const text = Buffer.from(bytes).toString("latin1");
  const labels = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----/g)];
  const read = () => readFile(bytes, text).certificates.map(({ x509 }) => x509);
  if (labels.length > 0) {
    const keys = labels.flatMap(({ 1: label = "", index }) => {
      const end = `-----END ${label}-----`;
      const pem = text.slice(index, text.indexOf(end, index) + end.length);
      return label.endsWith("PRIVATE KEY") ? readKey({ key: pem, format: "pem" }, password) : [];
    });
    const hasOther = labels.some(([line]) => !line.includes("PRIVATE KEY"));
    return { keys, certificates: hasOther ? read() : [] };
  }
  if (Buffer.from(bytes.subarray(0, 12)).includes(pkcs12Version)) return readStore(bytes, password);
  for (const type of ["pkcs8", "pkcs1", "sec1"] as const)
    try {
      const key = Buffer.from(bytes);
      const passphrase = password;
      return {
        keys: [createPrivateKey({ key, format: "der", type, passphrase })],
        certificates: [],
      };
    } catch {}
  return { keys: [], certificates: read() };
}

/** Errors have no cause, so that no log has parts of a key. */
function readKey(input: { key: string; format: "pem" }, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ ...input, passphrase });
  } catch {
    throw refuse("The private key is damaged, of an unknown type, or has another password");
  }
}

function readStore(bytes: Uint8Array, password: string): Material {
  try {
    const { keys, certificates } = readPkcs12(bytes, password);
    return { keys, certificates: certificates.map((der) => new X509Certificate(der)) };
  } catch {
    throw refuse("The PKCS 12 file is damaged or has another password");
  }
}

function refuse(detail: string) {
  return dev.error("decryption_failed", detail, { at: "body" });
}

/** Returns the certificates with that of the key first. */
function sortByKey(certificates: readonly X509Certificate[], key: KeyObject | undefined) {
  const isOwn = (one: X509Certificate) => key !== undefined && one.checkPrivateKey(key);
  return certificates.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

function exportKey(key: KeyObject, passphrase: string | undefined): string {
  const cipher = passphrase ? { cipher: "aes-256-cbc", passphrase } : {};
  return String(key.export({ type: "pkcs8", format: "pem", ...cipher }));
}

function exportDer(key: KeyObject, passphrase: string | undefined): Buffer {
  const cipher = passphrase ? { cipher: "aes-256-cbc", passphrase } : {};
  return key.export({ type: "pkcs8", format: "der", ...cipher });
}

function getOnly(parts: readonly Buffer[]): Buffer {
  const [only, ...others] = parts;
  if (only && others.length === 0) return only;
  const detail = `DER has room for one certificate or private key: the input has ${parts.length}`;
  throw dev.error("invalid_input", detail, { at: "body.to" });
}

/** Writes the certificates as signed data without a signer (RFC 2315), as Windows and Java read chains. */
function writePkcs7(certificates: readonly Buffer[]): string {
  const content = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(
      certificates.map(
        (der) => new CertificateChoices({ certificate: AsnConvert.parse(der, Certificate) }),
      ),
    ),
  });
  const der = AsnConvert.serialize(
    new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(content) }),
  );
  const lines =
    Buffer.from(der)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN PKCS7-----\n${lines.join("\n")}\n-----END PKCS7-----\n`;
}
