import type { X509Certificate } from "node:crypto";

/** Returns the certificate that signed another one, or undefined if it isn't in the list. */
export function findIssuer(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
): X509Certificate | undefined {
  return all.find((one) => isIssuer(one, certificate) && one !== certificate);
}

function isIssuer(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** The certificates from a signer to a root, and whether they are trusted. */
export interface Chain {
  path: readonly X509Certificate[];
  /** Null if that can't be determined. */
  isTrusted: boolean | null;
  /** Why it isn't trusted. */
  reason?: string;
}

interface ChainOptions {
  /** Certificates that may be in between. */
  pool: readonly X509Certificate[];
  roots: readonly X509Certificate[];
  /** The time that the certificates must be valid at. */
  now: Date;
  /** Whether a time stamp proves this time. */
  isProven: boolean;
}

const lengthMax = 12;

/** Builds the path from a certificate to a trusted root. */
export function buildChain(leaf: X509Certificate, options: ChainOptions): Chain {
  const path = [leaf];
  const isRoot = (one: X509Certificate) =>
    options.roots.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256);
  let last = leaf;
  while (!isRoot(last) && !isIssuer(last, last) && path.length < lengthMax) {
    const next = findIssuer(last, options.roots) ?? findIssuer(last, options.pool);
    if (!next) break;
    path.push(next);
    last = next;
  }
  return { path, ...judge(path, { ...options, reachesRoot: isRoot(last) }) };
}

function judge(
  path: readonly X509Certificate[],
  { now, isProven, reachesRoot, pool }: ChainOptions & { reachesRoot: boolean },
): Pick<Chain, "isTrusted" | "reason"> {
  const last = path.at(-1);
  if (!last) return { isTrusted: false, reason: "There is no certificate" };
  const wrong = path.slice(1).find((one) => !one.ca);
  if (wrong) return { isTrusted: false, reason: `"${getName(wrong)}" must not issue certificates` };
  if (!reachesRoot && isIssuer(last, last))
    return { isTrusted: false, reason: `The root "${getName(last)}" is not a trusted one` };
  if (!reachesRoot && pool.some((one) => last.checkIssued(one)))
    return { isTrusted: false, reason: `The signature on "${getName(last)}" is broken` };
  if (!reachesRoot)
    return {
      isTrusted: null,
      reason: `The file lacks the issuer of "${getName(last)}", "${getName(last, "issuer")}"`,
    };
  for (const one of path) {
    const [from, to] = [new Date(one.validFrom), new Date(one.validTo)];
    const dates = `"${getName(one)}" is valid from ${from.toISOString()} to ${to.toISOString()}`;
    if (now >= from && now <= to) continue;
    return isProven
      ? { isTrusted: false, reason: `${dates}, and the time stamp is of ${now.toISOString()}` }
      : { isTrusted: null, reason: `${dates}, and no trusted time stamp proves another time` };
  }
  return { isTrusted: true };
}

/** Returns the common name of a certificate, or its whole name if it has none. */
export function getName(
  certificate: X509Certificate,
  of: "subject" | "issuer" = "subject",
): string {
  const lines = certificate[of].split("\n");
  const common = lines.find((line) => line.startsWith("CN="));
  return common?.slice("CN=".length) ?? lines.join(", ");
}
