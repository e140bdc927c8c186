const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Whether a SegWit address breaks BIP 173 or, from version 1 on, BIP 350. */
export function segwitFault(address: string, prefix: string): boolean {
  const values = valuesOf(address.slice(prefix.length + 1));
  if (!values || address.length > 90) return true;
  const version = values[0] ?? 99;
  const bytes = programBytes(values.slice(1, -6));
  if (version > 16 || bytes === undefined || bytes < 2 || bytes > 40) return true;
  if (version === 0 && bytes !== 20 && bytes !== 32) return true;
  const expanded = [
    ...Array.from(prefix, (char) => char.charCodeAt(0) >> 5),
    0,
    ...Array.from(prefix, (char) => char.charCodeAt(0) & 31),
  ];
  return checksum([...expanded, ...values]) !== (version === 0 ? 1 : 0x2bc830a3);
}

/** Whether the part of a CashAddr after its prefix breaks the CashAddr specification. */
export function cashAddressFault(address: string, prefix: string): boolean {
  const values = valuesOf(address);
  if (!values) return true;
  const expanded = [...Array.from(prefix, (char) => char.charCodeAt(0) & 31), 0];
  return cashChecksum([...expanded, ...values]) !== 0n;
}

/** The five-bit values of the characters; a text in both cases has none. */
function valuesOf(text: string): number[] | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined;
  const values = Array.from(text.toLowerCase(), (char) => alphabet.indexOf(char));
  return values.includes(-1) ? undefined : values;
}

/** How many bytes five-bit values make, or undefined where they leave more than zero padding. */
function programBytes(values: readonly number[]): number | undefined {
  const spare = (values.length * 5) % 8;
  const padding = (values.at(-1) ?? 0) & ((1 << spare) - 1);
  return spare > 4 || padding !== 0 ? undefined : (values.length * 5 - spare) / 8;
}

/** The BCH code of BIP 173. */
function checksum(values: readonly number[]): number {
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum;
}

/** The longer BCH code of CashAddr. */
function cashChecksum(values: readonly number[]): bigint {
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
  let sum = 1n;
  for (const value of values) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, generator] of generators.entries())
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum ^ 1n;
}
