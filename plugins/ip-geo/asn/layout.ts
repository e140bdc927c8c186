/*
 * The packed list of autonomous systems, in words of 32 bits, little-endian: the signature and four
 * lengths; the numbers; where each one's name ends; the starts of the IPv4 ranges, whose they are;
 * the upper and the lower halves of the first 64 bits of the IPv6 ranges, whose they are. Then the
 * names in UTF-8.
 */

/** What the packed list begins with. */
export const SIGNATURE = 0x31534148;

/** Who has a range that is nobody's. */
export const NOBODY = 0xffffffff;

/** The next length that is a number of whole words. */
export function align(length: number): number {
  return (length + 3) & ~3;
}
