const rate = 24_000;
/** Duration of speech per character, in milliseconds. */
const msPerCharacter = 60;

/** Returns a quiet tone as a 16-bit mono WAV file, with the duration of the spoken text. */
export function wav(text: string, { speed = 1 } = {}): Uint8Array {
  const samples = Math.round((text.length * msPerCharacter * rate) / 1000 / speed);
  const file = new DataView(new ArrayBuffer(44 + 2 * samples));
  const chars = (at: number, name: string) => {
    for (let i = 0; i < name.length; i++) file.setUint8(at + i, name.charCodeAt(i));
  };
  chars(0, "RIFF");
  file.setUint32(4, 36 + 2 * samples, true);
  chars(8, "WAVEfmt ");
  file.setUint32(16, 16, true);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.setUint16(at, value, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, rate * 2, true);
  chars(36, "data");
  file.setUint32(40, 2 * samples, true);
  for (let i = 0; i < samples; i++)
    file.setInt16(44 + 2 * i, Math.round(1000 * Math.sin((2 * Math.PI * 220 * i) / rate)), true);
  return new Uint8Array(file.buffer);
}

/** Returns silence as mono MPEG-2 Layer III frames of 48 kbit/s at 24 kHz, 24 ms each. */
export function mp3(text: string, { speed = 1 } = {}): Uint8Array {
  const frames = Math.max(1, Math.ceil((text.length * msPerCharacter) / 24 / speed));
  const frameBytes = (72 * 48_000) / rate;
  const file = new Uint8Array(frames * frameBytes);
  for (let frame = 0; frame < frames; frame++)
    file.set([0xff, 0xf3, 0x64, 0xc4], frame * frameBytes);
  return file;
}
