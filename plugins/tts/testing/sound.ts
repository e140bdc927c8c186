import { readWav, type Sound } from "../audio/wav.ts";

/** The sound of an answer in WAV. */
export async function soundOf(response: Response): Promise<Sound> {
  if (response.status !== 200) throw new Error(await response.text());
  return readWav(await response.bytes());
}

/** A tone of 220 Hz. */
export function tone({ ms = 1000, rate = 22_050, loudness = 8000 } = {}): Sound {
  const samples = new Int16Array(Math.round((ms * rate) / 1000));
  for (let i = 0; i < samples.length; i++)
    samples[i] = Math.round(loudness * Math.sin((2 * Math.PI * 220 * i) / rate));
  return { samples, rate };
}

/** The pitch of a tone: how often it passes through zero, far from where it begins and ends. */
export function pitchOf({ samples, rate }: Sound): number {
  const middle = samples.subarray(samples.length / 4, (3 * samples.length) / 4);
  let crossings = 0;
  for (let i = 1; i < middle.length; i++) if (middle[i - 1]! < 0 !== middle[i]! < 0) crossings++;
  return (crossings * rate) / (2 * middle.length);
}
