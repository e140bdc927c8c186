const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The bytes that a text spells in Bitcoin's base 58, or undefined where it spells none. */
export function base58(text: string): Uint8Array | undefined {
  if (text.length === 0 || text.length > 128) return undefined;
  let value = 0n;
  for (const char of text) {
    const digit = alphabet.indexOf(char);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const zeros = text.length - text.replace(/^1+/, "").length;
  const hex = value === 0n ? "" : value.toString(16);
  const bytes = Uint8Array.fromHex(hex.length % 2 ? `0${hex}` : hex);
  return Uint8Array.from([...new Uint8Array(zeros), ...bytes]);
}

/** What stands before the four bytes of a Base58Check text, or undefined if they are wrong. */
export function base58Check(text: string): Uint8Array | undefined {
  const bytes = base58(text);
  if (!bytes || bytes.length < 5) return undefined;
  const payload = bytes.subarray(0, -4);
  const sum = sha256(sha256(payload));
  return bytes.subarray(-4).every((byte, index) => byte === sum[index]) ? payload : undefined;
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(bytes).digest();
}
