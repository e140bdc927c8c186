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
import type { Commission, Drawn, Understood } from "./fields.ts";

/** The hub's own engine, which composes scenes of what it knows. */
export const byEmbedded: Provider<Commission, Drawn> = {
  id: "embedded",
  kind: "embedded",
  // A palette takes the place of the prompt's colours, which are understood all the same.
  cannot: ({ palette: _, ...commission }) => findRefusal(planFor(commission)),
  async run(commission) {
    const { palette = [], num_images, width, height, style } = commission;
    const plan = planFor(commission);
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

function planFor(commission: Commission): Plan {
  const { prompt, negative_prompt, palette } = commission;
  const reading = readPrompt(prompt, negative_prompt);
  // Who names a palette wants no other colours than those.
  const asked = palette ? { ...reading, colors: [] } : reading;
  return planOf(asked, createDice(`${buildSeed(commission, 0)}/time`));
}

function buildSeed({ prompt, seed }: Commission, index: number): string {
  return `${prompt}/${(seed + index) % 2 ** 32}`;
}

const namedMax = 12;

/** A picture of something else than was asked for helps nobody. */
function findRefusal(plan: Plan): HubError | undefined {
  const { shown, ignored } = wordsShown(plan);
  const all = shown.length + ignored.length;
  if (all > 0 && shown.length * 2 >= all) return undefined;
  const terms = ignored.map(({ text }) => text);
  const named = terms.slice(0, namedMax).map((text) => `"${text}"`);
  const more = terms.length > namedMax ? ` and ${terms.length - namedMax} more` : "";
  const why =
    all === 0
      ? "Cannot find anything to draw in the prompt"
      : `Cannot draw ${named.join(", ")}${more}: less than half of the prompt is understood`;
  const known = Object.keys(thingWords).toSorted().join(", ");
  return image.error(
    "prompt_not_understood",
    `${why}. The hub's own engine reads English and draws, by day and night, in all seasons and weathers: ${known}`,
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
  const one = (part: "mood" | "time" | "weather" | "season" | "composition") =>
    asks.some((ask) => ask.part === part) ? (reading[part] ?? null) : null;
  return {
    terms: shown.map(({ text }) => text),
    subjects: [...new Set(drawn.map(({ name }) => name))],
    colors: [...new Set(colors)],
    mood: one("mood"),
    time: one("time"),
    weather: one("weather"),
    season: one("season"),
    counts: countThings(drawn),
    composition: one("composition"),
    excluded: [...new Set(absent)],
  };
}

/** How many there are of what the prompt counts. */
function countThings(drawn: readonly Thing[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of drawn) {
    const same = drawn.filter((thing) => thing.name === name).map(countOf);
    if (!same.includes(undefined))
      counts[name] = same.reduce((sum = 0, count = 0) => sum + count) ?? 0;
  }
  return counts;
}
