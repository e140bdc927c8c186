import { createHash } from "node:crypto";

/** Does the work of a call, which is identical for all servers. */
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
