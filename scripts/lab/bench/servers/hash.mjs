import { createHash } from "node:crypto";

/** The work that all servers do for a call. */
export function hash(algorithm, text) {
  return {
    algorithm,
    hash: createHash(algorithm).update(text).digest("hex"),
    encoding: "hex",
    length_bits: 256,
    input_bytes: Buffer.byteLength(text),
    secure: true,
  };
}
