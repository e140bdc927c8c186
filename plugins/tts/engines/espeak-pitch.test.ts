import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { tone } from "../audio/sound.fixture.ts";
import type { Synthesizer } from "./espeak-module.ts";
import { createPitchMapper, measurePitch } from "./espeak-pitch.ts";

/** A voice that adds a fraction of its base, however much the base is raised, as eSpeak NG does. */
function createFakeVoice({ base = 100, share = 0.4 }): Synthesizer & { resets: number } {
  let hertz = 0;
  return {
    resets: 0,
    rate: 22_050,
    reset({ pitch }) {
      this.resets++;
      hertz = base * (2 ** ((pitch - 50) / 50) + share);
    },
    synthesiseSsml: () => ({ blocks: [tone({ hertz }).samples], heard: [] }),
    toPhonemes: () => "",
  };
}

test("measures the pitch of a tone to a hundredth", () => {
  fc.assert(
    fc.property(fc.double({ min: 60, max: 500, noNaN: true }), (hertz) => {
      expect(measurePitch(tone({ hertz })) / hertz).toBeWithin(0.99, 1.01);
    }),
    cases(30, 5),
  );
  expect(measurePitch(tone({ ms: 10 }))).toBe(0);
});

test("the engine's setting and the correction of its sound multiply to the factor", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.2, max: 0.6, noNaN: true }),
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      (share, factor) => {
        const { pitch, range, left } = createPitchMapper(
          `voice ${share}`,
          createFakeVoice({ share }),
        )(factor);
        const reached = (2 ** ((pitch - 50) / 50) + share) / (1 + share);
        expect((reached * left) / factor).toBeWithin(0.98, 1.02);
        expect([pitch, range].every((value) => value >= 0 && value <= 99)).toBe(true);
      },
    ),
    cases(20, 5),
  );
});

test("an unchanged voice needs nothing, and each voice is measured once", () => {
  const synthesizer = createFakeVoice({});
  for (let time = 0; time < 3; time++)
    expect(createPitchMapper("measured once", synthesizer)(1)).toEqual({
      pitch: 50,
      range: 50,
      left: 1,
    });
  expect(synthesizer.resets).toBe(2);
});

test("a voice that can't be measured is treated as a typical one", () => {
  const silent: Synthesizer = {
    ...createFakeVoice({}),
    synthesiseSsml: () => ({ blocks: [], heard: [] }),
  };
  expect(createPitchMapper("silent", silent)(2 ** 0.5).pitch).toBeWithin(70, 85);
});
