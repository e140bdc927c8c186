import type { HubError, Provider } from "hub";
import type { Pixels } from "hub/drawing";
import { parseColor } from "../color/color.ts";
import { createDice } from "../dice.ts";
import image from "../plugin.ts";
import { drawScene } from "../scene/draw.ts";
import { readPrompt } from "../scene/parse/read-prompt.ts";
import type { Said, Thing } from "../scene/parse/reading.ts";
import { thingWords } from "../scene/parse/thing-words.ts";
import { type Plan, planOf } from "../scene/plan.ts";
import { countOf, isDrawn, isShown, wordsShown } from "../scene/shown.ts";
import type { Commission, Drawn, Understood } from "./request.ts";

/** The built-in engine, which composes scenes of the things it knows. */
export const byEmbedded: Provider<Commission, Drawn> = {
  id: "embedded",
  kind: "embedded",
  // A palette replaces the prompt's colours, but these still count as understood.
  cannot: ({ palette: _, ...commission }) => findRefusal(planScene(commission)),
  async run(commission) {
    const { palette = [], num_images, width, height, style } = commission;
    const plan = planScene(commission);
    const colors = palette.map((color, at) => {
      const [red, green, blue] = parseColor(color, `body.palette.${at}`);
      return [red, green, blue] as const;
    });
    const pictures: Pixels[] = [];
    for (let index = 0; index < num_images; index++) {
      const options = { width, height, style, seed: buildSeed(commission, index), palette: colors };
      pictures.push(await drawScene(plan.reading, options));
    }
    const { ignored } = wordsShown(plan);
    const denied = plan.reading.denied.filter(
      ({ asks }) => !asks.some((ask) => isShown(ask, plan)),
    );
    const texts = [...ignored, ...denied].map(({ text }) => text);
    return {
      engine: "procedural",
      pictures,
      understood: describeUnderstood(plan),
      ignored: [...new Set(texts)],
    };
  },
};

function planScene(commission: Commission): Plan {
  const { prompt, negative_prompt, palette } = commission;
  const reading = readPrompt(prompt, negative_prompt);
  // A palette replaces all other colours.
  const filtered = palette ? { ...reading, colors: [] } : reading;
  return planOf(filtered, createDice(`${buildSeed(commission, 0)}/time`));
}

function buildSeed({ prompt, seed }: Commission, index: number): string {
  return `${prompt}/${(seed + index) % 2 ** 32}`;
}

const listedTermsMax = 12;

/**
 * Returns an error if too little of the prompt is understood: a picture of something else is
 * useless.
 */
function findRefusal(plan: Plan): HubError | undefined {
  const { shown, ignored } = wordsShown(plan);
  const all = shown.length + ignored.length;
  if (all > 0 && shown.length * 2 >= all) return undefined;
  const terms = ignored.map(({ text }) => text);
  const listed = terms.slice(0, listedTermsMax).map((text) => `"${text}"`);
  const more = terms.length > listedTermsMax ? ` and ${terms.length - listedTermsMax} more` : "";
  const reason =
    all === 0
      ? "Cannot find anything to draw in the prompt"
      : `Cannot draw ${listed.join(", ")}${more}: less than half of the prompt is understood`;
  const known = Object.keys(thingWords).toSorted().join(", ");
  return image.error(
    "prompt_not_understood",
    `${reason}. The built-in engine reads English and draws, by day and night, in all seasons and weathers: ${known}`,
    { at: "body.prompt", members: { ignored_terms: terms } },
  );
}

function describeUnderstood(plan: Plan): Understood {
  const { reading } = plan;
  const { shown } = wordsShown(plan);
  const asks = [...reading.said, ...reading.denied]
    .flatMap((said: Said) => said.asks)
    .filter((ask) => isShown(ask, plan));
  const drawn = reading.things.filter((thing) => isDrawn(thing, plan));
  const colors = asks.flatMap((ask) => (ask.part === "color" ? [ask.color.name] : []));
  const absent = asks.flatMap((ask) => (ask.part === "absent" ? [ask.name] : []));
  const getIfShown = (part: "mood" | "time" | "weather" | "season" | "composition") =>
    asks.some((ask) => ask.part === part) ? (reading[part] ?? null) : null;
  return {
    terms: shown.map(({ text }) => text),
    subjects: [...new Set(drawn.map(({ name }) => name))],
    colors: [...new Set(colors)],
    mood: getIfShown("mood"),
    time: getIfShown("time"),
    weather: getIfShown("weather"),
    season: getIfShown("season"),
    counts: countThings(drawn),
    composition: getIfShown("composition"),
    excluded: [...new Set(absent)],
  };
}

/** Returns the number of each thing, if the prompt specifies it. */
function countThings(drawn: readonly Thing[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of drawn) {
    const same = drawn.filter((thing) => thing.name === name).map(countOf);
    if (!same.includes(undefined))
      counts[name] = same.reduce((sum = 0, count = 0) => sum + count) ?? 0;
  }
  return counts;
}
