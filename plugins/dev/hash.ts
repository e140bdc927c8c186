/** The algorithms by the names callers use. */
export const algorithms = ["md5", "sha1", "sha256", "sha512"] as const;

export type Algorithm = (typeof algorithms)[number];

export interface HashOptions {
  algorithm: Algorithm;
  encoding: "hex" | "base64" | "base64url";
}

/** Hashes a text's UTF-8 bytes, or bytes as they are. */
export function hash(input: string | Uint8Array, { algorithm, encoding }: HashOptions) {
  const digest = new Bun.CryptoHasher(algorithm).update(input).digest();
  return {
    algorithm,
    hash: digest.toString(encoding),
    encoding,
    length_bits: digest.length * 8,
    input_bytes: typeof input === "string" ? Buffer.byteLength(input) : input.length,
    secure: algorithm !== "md5" && algorithm !== "sha1",
  };
}
