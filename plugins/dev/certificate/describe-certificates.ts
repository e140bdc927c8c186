import type { CertificateList } from "@peculiar/asn1-x509";
import dev from "../plugin.ts";
import { readTime } from "../time/read-time.ts";
import { formatSerial } from "./asn1.ts";
import { describeList } from "./describe-list.ts";
import { isDamaged, readExtensions } from "./extensions.ts";
import { describeKey } from "./key.ts";
import { findCommonName, formatNames, joinNames } from "./names.ts";
import { type CertificateContent, type CertificateFile, readFile } from "./read-file.ts";
import { nameAlgorithm, verifySignature } from "./signature.ts";
import { listWeaknesses } from "./weaknesses.ts";

interface CertificateOptions {
  host?: string | undefined;
  time: string;
}

interface CheckOptions {
  host: string | undefined;
  /** The time of the check as milliseconds since 1970. */
  time: number;
}

const msPerDay = 86_400_000;

/** Describes the contents of a PEM or DER file, and checks dates, signatures, the chain and the host. */
export function describeCertificates(
  bytes: Uint8Array,
  { host: givenHost, time }: CertificateOptions,
  now: number,
) {
  const host = givenHost === undefined ? undefined : readHost(givenHost);
  const text = Buffer.from(bytes).toString("latin1");
  const file = readFile(bytes, text);
  const { epochMilliseconds } = readTime(time, { zone: "UTC", at: "body.time", now }).time;
  const options = { host, time: epochMilliseconds };
  const [first] = file.certificates;
  if (host !== undefined && !first)
    throw dev.error("invalid_input", "body.host needs a certificate: the body has none", {
      at: "body.host",
    });
  const { certificates, lists } = describeParts(file, options.time);
  return {
    certificates,
    requests: file.requests,
    lists,
    chain: checkChain(certificates, file.lists, options.time),
    host_matches: first && host !== undefined ? matchesHost(first, host) : null,
    problems: first
      ? listProblems(first, certificates[0], options)
      : listRequestProblems(file.requests),
    warnings: listWarnings(text, file.requests, certificates),
  };
}

/** Describes what the file has. Throws if a key or a time in it is damaged. */
function describeParts({ certificates, lists }: CertificateFile, time: number) {
  try {
    return {
      certificates: certificates.map((one) => describeCertificate(one, certificates, time)),
      lists: lists.map((list) => describeList(list, certificates)),
    };
  } catch (cause) {
    const detail = "The body has a damaged certificate or revocation list";
    throw dev.error("syntax_error", detail, { at: "body", cause });
  }
}

type Described = ReturnType<typeof describeCertificate>;

function describeCertificate(
  one: CertificateContent,
  all: readonly CertificateContent[],
  time: number,
) {
  const { x509, content } = one;
  const { issuer, subject, serialNumber, validity, subjectPublicKeyInfo, extensions } =
    content.tbsCertificate;
  const from = validity.notBefore.getTime();
  const to = validity.notAfter.getTime();
  const issuedBy = all.findIndex((other) => isIssuedBy(one, other) === true);
  return {
    subject: formatNames(subject),
    issuer: formatNames(issuer),
    common_name: findCommonName(subject),
    serial: formatSerial(serialNumber),
    not_before: from.toISOString(),
    not_after: to.toISOString(),
    days_left: Math.floor((to.getTime() - time) / msPerDay),
    is_valid_now: time >= from.getTime() && time <= to.getTime(),
    is_self_signed: isIssuedBy(one, one),
    issued_by: issuedBy === -1 ? null : issuedBy,
    ...readExtensions(extensions),
    ...describeKey(subjectPublicKeyInfo),
    signature_algorithm: nameAlgorithm(content.signatureAlgorithm),
    sha1: simplifyFingerprint(x509.fingerprint),
    sha256: simplifyFingerprint(x509.fingerprint256),
  };
}

/** Returns whether the key of the other certificate signed it, or null if the runtime cannot check its signature. */
function isIssuedBy({ content }: CertificateContent, other: CertificateContent): boolean | null {
  const { subject, subjectPublicKeyInfo } = other.content.tbsCertificate;
  const { signatureAlgorithm: algorithm, tbsCertificateRaw: data, signatureValue } = content;
  if (joinNames(content.tbsCertificate.issuer) !== joinNames(subject)) return false;
  return verifySignature(subjectPublicKeyInfo, { algorithm, data, signature: signatureValue });
}

/** Follows the first certificate to the last issuer in the file. Returns null without certificates. */
function checkChain(
  certificates: readonly Described[],
  lists: readonly CertificateList[],
  time: number,
) {
  const [first] = certificates;
  if (!first) return null;
  const path = [{ ...first, index: 0 }];
  for (let one = first; one.issued_by !== null; ) {
    const { issued_by: index } = one;
    const issuer = certificates[index];
    if (!issuer || path.some((link) => link.index === index)) break;
    path.push({ ...issuer, index });
    one = issuer;
  }
  return {
    certificates: path.map(({ index }) => index),
    is_complete: path.at(-1)?.is_self_signed === true,
    problems: path.flatMap((link, depth) => {
      const problems = [
        ...(depth > 0 ? listIssuerProblems(link, depth) : []),
        ...(link.is_valid_now || depth === 0 ? [] : ["is not valid at this time"]),
        ...(lists.some((list) => isRevoked(link, list, time)) ? ["is revoked"] : []),
      ];
      return problems.map((problem) => `Certificate ${link.index} ${problem}`);
    }),
  };
}

function listIssuerProblems({ is_ca, key_usage, path_length }: Described, depth: number): string[] {
  return [
    ...(is_ca ? [] : ["issued another one, but is not for an authority"]),
    ...(key_usage.length === 0 || key_usage.includes("keyCertSign")
      ? []
      : ["issued another one, but its key usage does not allow it"]),
    ...(path_length !== null && depth - 1 > path_length
      ? [`allows at most ${path_length} authorities below it, but has ${depth - 1}`]
      : []),
  ];
}

function isRevoked({ issuer, serial }: Described, { tbsCertList }: CertificateList, time: number) {
  return (
    joinNames(tbsCertList.issuer) === issuer.join("\n") &&
    (tbsCertList.revokedCertificates ?? []).some(
      ({ userCertificate, revocationDate }) =>
        formatSerial(userCertificate) === serial && revocationDate.getTime().getTime() <= time,
    )
  );
}

function simplifyFingerprint(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}

/** Returns a host as certificates name it: international names in ASCII, and without a dot at the end. */
function readHost(host: string): string {
  const url = URL.parse(`http://${host.includes(":") ? `[${host}]` : host}/`);
  const name = url?.hostname.replace(/^\[|[\].]$/g, "") ?? "";
  if (!/[\s/?#@\\]/.test(host) && name.split(".").every((label) => label !== "")) return name;
  const detail = `body.host must be a host name or an IP address: it is ${JSON.stringify(host)}`;
  throw dev.error("invalid_input", detail, { at: "body.host" });
}

function matchesHost({ x509: certificate }: CertificateContent, host: string): boolean {
  return /:|^\d+(?:\.\d+){3}$/.test(host)
    ? certificate.checkIP(host) !== undefined
    : certificate.checkHost(host) !== undefined;
}

function listProblems(
  certificate: CertificateContent,
  described: Described | undefined,
  { host, time }: CheckOptions,
): string[] {
  if (!described) return [];
  const { not_before: from, not_after: to } = described;
  const problems = listWeaknesses(described).map((weakness) => `It has ${weakness}`);
  if (time < Date.parse(from)) problems.push(`It is not valid before ${from}`);
  if (time > Date.parse(to)) problems.push(`It expired on ${to}`);
  if (host !== undefined && !matchesHost(certificate, host))
    problems.push(`It is not for the host "${host}"`);
  return problems;
}

function listRequestProblems([request]: CertificateFile["requests"]): string[] {
  if (!request) return [];
  const weaknesses = listWeaknesses({ ...request, is_self_signed: request.is_signature_valid });
  return [
    ...(request.is_signature_valid === false ? ["Its signature is not from its key"] : []),
    ...weaknesses.map((weakness) => `It has ${weakness}`),
  ];
}

function listWarnings(
  text: string,
  requests: CertificateFile["requests"],
  certificates: readonly Described[],
): string[] {
  const warnings: string[] = [];
  for (const [index, certificate] of certificates.entries()) {
    if (certificate.is_self_signed === null)
      warnings.push(
        `The signature of certificate ${index} was not verified: its algorithm is not supported`,
      );
    if (index > 0)
      for (const weakness of listWeaknesses(certificate))
        warnings.push(`Certificate ${index} has ${weakness}`);
    for (const { name } of certificate.extensions.filter(isDamaged))
      warnings.push(`The extension "${name}" of certificate ${index} cannot be read`);
  }
  for (const [index, { is_signature_valid, extensions }] of requests.entries()) {
    if (is_signature_valid === null)
      warnings.push(
        `The signature of request ${index} was not verified: its algorithm is not supported`,
      );
    for (const { name } of extensions.filter(isDamaged))
      warnings.push(`The extension "${name}" of request ${index} cannot be read`);
  }
  if (text.includes("PRIVATE KEY-----"))
    warnings.push("The input has a private key, which was not read: never send one to a service");
  return warnings;
}
