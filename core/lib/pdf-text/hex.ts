/** Four hexadecimal digits. */
export function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, "0");
}
