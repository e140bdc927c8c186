import { measurePitch } from "../audio/pitch.ts";
import { joinSounds } from "../audio/wav.ts";
import { type Synthesizer, usualManner } from "./espeak-module.ts";

/** How the engine is set for a pitch, and the factor that its sound is raised by when it is there. */
export interface Pitch {
  pitch: number;
  range: number;
  left: number;
}

/** The end of its scale, and what it multiplies a voice's base by there: fifty steps are an octave. */
const pitchMax = 99;
const scaleMax = 252 / 128;
const scaleMin = 0.5;

const bases = new Map<string, number>();

/**
 * How a voice is made higher or lower by a factor, its melody with it. The engine multiplies only the
 * base of a voice's pitch, and lays its range on top of it; as it moves the base when the range changes,
 * too, a share of the range that is the voice's own has to be known.
 */
export function pitchesOf(voice: string, synthesizer: Synthesizer): (factor: number) => Pitch {
  const share = bases.get(voice) ?? shareOf(voice, synthesizer);
  bases.set(voice, share);
  return (factor) => {
    const wanted = factor + (factor - 1) * share;
    const scale = Math.min(scaleMax, Math.max(scaleMin, wanted));
    const pitch = Math.min(pitchMax, Math.max(0, Math.round(50 + 50 * Math.log2(scale))));
    const reached = (2 ** ((pitch - 50) / 50) + share) / (1 + share);
    const left = factor / reached;
    return {
      pitch,
      range: Math.min(99, Math.round(usualManner.range * reached)),
      // A step of the scale is more than what is heard of this.
      left: Math.abs(left - 1) < 0.01 ? 1 : left,
    };
  };
}

/** What is added to the base of a voice without a melody, in parts of the base: told by two pitches. */
function shareOf(voice: string, synthesizer: Synthesizer): number {
  const [usual = 0, high = 0] = [usualManner.pitch, pitchMax].map((pitch) => {
    synthesizer.reset({ ...usualManner, voice, pitch, range: 0, secondsMax: 5 });
    const { rate } = synthesizer;
    const blocks = synthesizer.say("1 2 3").blocks.map((samples) => ({ samples, rate }));
    return measurePitch(joinSounds(blocks, rate));
  });
  const base = (high - usual) / (scaleMax - 1);
  const share = usual / base - 1;
  // Voices have 0.2 to 0.6: anything else is no voice that could be measured.
  return share > 0 && share < 1 ? share : 0.25;
}
