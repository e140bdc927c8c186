import type { CertificateList, RevokedCertificate } from "@peculiar/asn1-x509";
import { formatSerial } from "./asn1.ts";
import { describeExtensions } from "./extensions.ts";
import { formatNames, joinNames } from "./names.ts";
import type { CertificateContent } from "./read-file.ts";
import { nameAlgorithm, verifySignature } from "./signature.ts";

/** Maximum number of revoked certificates in an answer. */
const revokedMax = 1000;

/** Describes a revocation list (RFC 5280, section 5), and verifies its signature by the certificates. */
export function describeList(list: CertificateList, certificates: readonly CertificateContent[]) {
  const { issuer, thisUpdate, nextUpdate, crlExtensions } = list.tbsCertList;
  const revoked = list.tbsCertList.revokedCertificates ?? [];
  return {
    issuer: formatNames(issuer),
    this_update: thisUpdate.getTime().toISOString(),
    next_update: nextUpdate?.getTime().toISOString() ?? null,
    signature_algorithm: nameAlgorithm(list.signatureAlgorithm),
    is_signature_valid: verifyList(list, certificates),
    revoked_count: revoked.length,
    revoked: revoked.slice(0, revokedMax).map(describeRevoked),
    extensions: describeExtensions(crlExtensions),
  };
}

function describeRevoked({
  userCertificate,
  revocationDate,
  crlEntryExtensions,
}: RevokedCertificate) {
  const extensions = describeExtensions(crlEntryExtensions);
  return {
    serial: formatSerial(userCertificate),
    at: revocationDate.getTime().toISOString(),
    reason: extensions.find(({ id }) => id === "2.5.29.21")?.value?.[0] ?? null,
  };
}

/** Returns null without the certificate of the issuer, and for algorithms that the runtime does not support. */
function verifyList(
  list: CertificateList,
  certificates: readonly CertificateContent[],
): boolean | null {
  const issuer = joinNames(list.tbsCertList.issuer);
  const { signatureAlgorithm: algorithm, signature, tbsCertListRaw: data } = list;
  const verdicts = certificates
    .filter(({ content }) => joinNames(content.tbsCertificate.subject) === issuer)
    .map(({ content }) => {
      const { subjectPublicKeyInfo } = content.tbsCertificate;
      return verifySignature(subjectPublicKeyInfo, { algorithm, data, signature });
    });
  return verdicts.includes(true) ? true : (verdicts[0] ?? null);
}
