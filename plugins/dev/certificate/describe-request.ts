import { CertificationRequest } from "@peculiar/asn1-csr";
import { Extensions } from "@peculiar/asn1-x509";
import { decode } from "./asn1.ts";
import { readExtensions } from "./extensions.ts";
import { describeKey } from "./key.ts";
import { findCommonName, formatNames } from "./names.ts";
import { nameAlgorithm, verifySignature } from "./signature.ts";

/** Describes a certificate signing request (RFC 2986) in DER, and verifies its signature. */
export function describeRequest(bytes: Uint8Array) {
  const request = decode(bytes, CertificationRequest);
  const { subject, subjectPKInfo, attributes } = request.certificationRequestInfo;
  const { signatureAlgorithm: algorithm, certificationRequestInfoRaw: data, signature } = request;
  const find = (id: string) => attributes.find(({ type }) => type === id)?.values[0];
  const extensions = find("1.2.840.113549.1.9.14");
  return {
    subject: formatNames(subject),
    common_name: findCommonName(subject),
    ...readExtensions(extensions && decode(extensions, Extensions)),
    ...describeKey(subjectPKInfo),
    signature_algorithm: nameAlgorithm(algorithm),
    is_signature_valid: verifySignature(subjectPKInfo, { algorithm, data, signature }),
    has_challenge_password: find("1.2.840.113549.1.9.7") !== undefined,
  };
}
