/** Returns a number from 0 (inclusive) to 1 (exclusive) that is constant for a text (FNV-1a). */
export function invented(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // FNV's last bytes hardly affect the upper bits, which matter here.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Returns a value that oscillates around `middle` by up to a tenth, smoothly and differently for each name. */
export function swing(name: string, { middle, time }: { middle: number; time: number }): number {
  const days = time / 86_400_000;
  const wave = (period: number) =>
    Math.sin((days / period + invented(name + period)) * 2 * Math.PI);
  return middle * (1 + 0.05 * wave(97) + 0.03 * wave(19) + 0.02 * wave(3));
}
