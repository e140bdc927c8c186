import { createPrivateKey, X509Certificate } from "node:crypto";
import { ContentInfo, SignedData } from "@peculiar/asn1-cms";
import { AsnConvert } from "@peculiar/asn1-schema";
import { Certificate, CertificateList } from "@peculiar/asn1-x509";
import dev from "../plugin.ts";
import { DerError, decode } from "./asn1.ts";
import { describeRequest } from "./describe-request.ts";

/** A certificate, as the runtime checks it, and with its content. */
export interface CertificateContent {
  x509: X509Certificate;
  content: Certificate;
}

type Request = ReturnType<typeof describeRequest>;

/** The parts of a PEM file, or the only part of a DER file. */
export interface CertificateFile {
  certificates: CertificateContent[];
  requests: Request[];
  lists: CertificateList[];
}

/** Maximum number of certificates, requests and lists in one file. */
const partsMax = 20;

/** Reads certificates, requests and revocation lists from a PEM or DER file. Throws if it has none of them. */
export function readFile(bytes: Uint8Array, text: string): CertificateFile {
  const blocks = [...splitPem(text)];
  const file: CertificateFile = { certificates: [], requests: [], lists: [] };
  if (blocks.length > partsMax) throw refuse(tooMany);
  if (blocks.length === 0) {
    refuseOtherBlocks(text);
    readDer(file, bytes);
  }
  for (const [index, { kind, der }] of blocks.entries()) {
    try {
      readers[kind](file, der);
    } catch (cause) {
      throw refuse(`has a bad ${kind} at position ${index + 1}`, cause);
    }
  }
  const { certificates, requests, lists } = file;
  if (certificates.length + requests.length + lists.length === 0)
    throw refuse("has a PKCS 7 file without certificates");
  if (certificates.length > partsMax) throw refuse(tooMany);
  return file;
}

const tooMany = `has more than ${partsMax} certificates and requests`;

const readers = {
  certificate(file: CertificateFile, der: Uint8Array) {
    file.certificates.push({ x509: new X509Certificate(der), content: decode(der, Certificate) });
  },
  request(file: CertificateFile, der: Uint8Array) {
    file.requests.push(describeRequest(der));
  },
  "revocation list"(file: CertificateFile, der: Uint8Array) {
    file.lists.push(decode(der, CertificateList));
  },
  /** Reads PKCS 7 (RFC 2315, section 9.1), as Windows and Java export chains. */
  bundle(file: CertificateFile, der: Uint8Array) {
    const { contentType, content } = decode(der, ContentInfo);
    if (contentType !== "1.2.840.113549.1.7.2") throw new DerError("no signed data");
    for (const { certificate } of decode(content, SignedData).certificates ?? [])
      if (certificate) readers.certificate(file, new Uint8Array(AsnConvert.serialize(certificate)));
  },
};

type Kind = keyof typeof readers;

const kinds: ReadonlyMap<string, Kind> = new Map([
  ["CERTIFICATE", "certificate"],
  ["X509 CERTIFICATE", "certificate"],
  ["PKCS7", "bundle"],
  ["CMS", "bundle"],
  ["CERTIFICATE REQUEST", "request"],
  ["NEW CERTIFICATE REQUEST", "request"],
  ["X509 CRL", "revocation list"],
]);

/** Throws if a PEM file has other blocks than certificates, requests and lists. */
function refuseOtherBlocks(text: string): void {
  const [, label] = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text) ?? [];
  if (label?.endsWith("PRIVATE KEY")) throw refuse(privateKeyProblem);
  if (label) throw refuse(`has no certificate or certificate request: it has "${label}"`);
}

const privateKeyProblem = "has a private key and no certificate: never send one to a service";

function isPrivateKey(bytes: Uint8Array): boolean {
  return (["pkcs8", "pkcs1", "sec1"] as const).some((type) => {
    try {
      return createPrivateKey({ key: Buffer.from(bytes), format: "der", type }).type === "private";
    } catch {
      return false;
    }
  });
}

/** Reads a file without PEM blocks as the first kind that it is of. */
function readDer(file: CertificateFile, bytes: Uint8Array): void {
  // The object identifier of signed data follows two headers.
  const isBundle = Buffer.from(bytes.subarray(0, 24)).includes(signedData);
  const isRead = Object.values(readers).some((read) => {
    try {
      read(file, bytes);
      return true;
    } catch {
      return false;
    }
  });
  if (isRead) return;
  if (isBundle) throw refuse("has a bad PKCS 7 file");
  throw refuse(
    isPrivateKey(bytes)
      ? privateKeyProblem
      : "has no certificate or certificate request in PEM or DER form",
  );
}

const signedData = Buffer.from("06092a864886f70d010702", "hex");

/** Returns the PEM blocks in their order. Other blocks and the text between them are skipped. */
function* splitPem(text: string) {
  for (const { 0: begin, 1: label, index } of text.matchAll(/-----BEGIN ([A-Z0-9 ]{1,40})-----/g)) {
    const kind = kinds.get(label ?? "");
    if (!kind) continue;
    const end = `-----END ${label}-----`;
    const to = text.indexOf(end, index);
    if (to === -1) throw refuse(`has a ${kind} without the line "${end}"`);
    yield { kind, der: Buffer.from(text.slice(index + begin.length, to), "base64") };
  }
}

function refuse(problem: string, cause?: unknown) {
  return dev.error("syntax_error", `The body ${problem}`, { at: "body", cause });
}
