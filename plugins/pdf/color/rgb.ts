/** Red, green and blue, from 0 to 255, of a colour's hexadecimal digits. */
export function rgbOf(color: string): [red: number, green: number, blue: number] {
  const digits = color.startsWith("#") ? color.slice(1) : color;
  const full = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(full, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
