/** Colours blurred by three boxes one after another, which is nearly a Gaussian. */
export function blurMap(
  source: Float32Array,
  size: { width: number; height: number; radius: number; channels?: number },
): Float32Array {
  const { width, height, radius, channels = 3 } = size;
  if (radius < 1) return source;
  const [from, to] = [Float32Array.from(source), new Float32Array(source.length)];
  const rows = { count: height, length: width, step: channels, stride: width * channels };
  const columns = { count: width, length: height, step: rows.stride, stride: channels };
  for (let pass = 0; pass < 3; pass++) {
    blurLines(from, to, { ...rows, radius, channels });
    blurLines(to, from, { ...columns, radius, channels });
  }
  return from;
}

interface Lines {
  count: number;
  length: number;
  /** From one pixel of a line to the next, and from one line to the next. */
  step: number;
  stride: number;
  radius: number;
  channels: number;
}

function blurLines(from: Float32Array, to: Float32Array, lines: Lines): void {
  const { count, length, step, stride, radius, channels } = lines;
  for (let line = 0; line < count; line++)
    for (let channel = 0; channel < channels; channel++) {
      const start = line * stride + channel;
      const at = (place: number) => from[start + Math.min(length - 1, Math.max(0, place)) * step]!;
      let sum = 0;
      for (let place = -radius; place <= radius; place++) sum += at(place);
      for (let place = 0; place < length; place++) {
        to[start + place * step] = sum / (2 * radius + 1);
        sum += at(place + radius + 1) - at(place - radius);
      }
    }
}
