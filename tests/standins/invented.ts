/** A number from 0 up to and without 1 that is always the same for a text (FNV-1a). */
export function invented(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  // FNV's last bytes hardly reach the upper bits, which are the ones that count here.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** A value that swings about `middle` by up to a tenth, smoothly, each name in its own way. */
export function swing(name: string, { middle, time }: { middle: number; time: number }): number {
  const days = time / 86_400_000;
  const wave = (period: number) =>
    Math.sin((days / period + invented(name + period)) * 2 * Math.PI);
  return middle * (1 + 0.05 * wave(97) + 0.03 * wave(19) + 0.02 * wave(3));
}
