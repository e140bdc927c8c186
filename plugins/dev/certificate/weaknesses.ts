/** The fewest bits of RSA and DSA keys that NIST SP 800-131A allows. */
const modulusBitsMin = 2048;

interface KeyAndSignature {
  key_bits: number | null;
  signature_algorithm: string;
  is_self_signed: boolean | null;
}

/** Returns what makes a key with a modulus or a signature weak. */
export function listWeaknesses(described: KeyAndSignature): string[] {
  const { key_bits: bits, signature_algorithm: algorithm, is_self_signed } = described;
  const weaknesses: string[] = [];
  if (bits !== null && bits < modulusBitsMin)
    weaknesses.push(`a key of ${bits} bits, fewer than ${modulusBitsMin}`);
  const [hash] = /md[245]|sha-?1(?!\d)/i.exec(algorithm) ?? [];
  // A client that trusts a self-signed certificate doesn't check its signature.
  if (hash && is_self_signed !== true)
    weaknesses.push(
      `a signature with ${hash.toUpperCase().replace(/^SHA1/, "SHA-1")}, which can be forged`,
    );
  return weaknesses;
}
