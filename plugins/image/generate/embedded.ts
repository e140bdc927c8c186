import type { HubError, Provider } from "hub";
import type { Pixels } from "hub/drawing";
import { parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import { type DrawnScene, drawScene } from "../scene/draw.ts";
import data from "../scene/parse/nouns.json" with { type: "json" };
import { figures, parseNames } from "../scene/parse/nouns.ts";
import { countMax, readPrompt } from "../scene/parse/read-prompt.ts";
import type { Ask, PromptReading, Term, Thing } from "../scene/parse/reading.ts";
import type { Commission, Drawn, Understood } from "./request.ts";

/** The built-in engine, which composes illustrations in painted scenes. */
export const byEmbedded: Provider<Commission, Drawn> = {
  id: "embedded",
  kind: "embedded",
  // A palette replaces the prompt's colours, but these still count as understood.
  cannot: ({ prompt, negative_prompt }) => findRefusal(readPrompt(prompt, negative_prompt)),
  async run(commission) {
    const { palette = [], num_images, width, height, style } = commission;
    const reading = parsePrompt(commission);
    const colors = palette.map((color, at) => {
      const [red, green, blue] = parseColor(color, `body.palette.${at}`);
      return [red, green, blue] as const;
    });
    const scenes: DrawnScene[] = [];
    for (let index = 0; index < num_images; index++) {
      const options = { width, height, style, seed: buildSeed(commission, index), palette: colors };
      scenes.push(await drawScene(reading, options));
    }
    const shows = (ask: Ask) =>
      ask.part === "absent"
        ? scenes.every(({ report }) => isExcluded(ask, reading, report))
        : scenes.every(({ report }) => report.has(ask));
    const hidden = findHidden(reading, shows);
    if (hidden) throw hidden;
    return {
      engine: "procedural",
      pictures: scenes.map(({ pixels }): Pixels => pixels),
      understood: describeUnderstood(reading, shows),
      ignored: listIgnored(reading, shows),
    };
  },
};

function parsePrompt({ prompt, negative_prompt, palette }: Commission): PromptReading {
  const reading = readPrompt(prompt, negative_prompt);
  // A palette replaces all other colours.
  return palette ? { ...reading, colors: [] } : reading;
}

function buildSeed({ prompt, seed }: Commission, index: number): string {
  return `${prompt}/${(seed + index) % 2 ** 32}`;
}

const listedTermsMax = 12;

/** Returns an error if a main noun can't be drawn: a picture of something else is useless. */
function findRefusal(reading: PromptReading): HubError | undefined {
  const { missing, terms, things, time, weather, season } = reading;
  const isEmpty = things.length === 0 && !time && !weather && !season;
  if (missing.length === 0 && !isEmpty) return undefined;
  const unknown = terms.filter(({ asks, isSlight }) => asks.length === 0 && !isSlight);
  return createRefusal(missing.length > 0 ? missing : terms, unknown);
}

function createRefusal(main: readonly Term[], unknown: readonly Term[]): HubError {
  const listed = main.slice(0, listedTermsMax).map(({ text }) => `"${text}"`);
  const more = main.length > listedTermsMax ? ` and ${main.length - listedTermsMax} more` : "";
  const reason =
    main.length === 0
      ? "Cannot find anything to draw in the prompt"
      : `Cannot draw ${listed.join(", ")}${more}`;
  return image.error(
    "prompt_not_understood",
    `${reason}: the built-in engine reads English and composes ${figures.size} illustrations in landscapes, cities, rooms, space and under water`,
    {
      at: "body.prompt",
      members: { ignored_terms: [...new Set([...main, ...unknown])].map(({ text }) => text) },
    },
  );
}

/** Returns an error if the first thing of the prompt isn't visible in the picture. */
function findHidden(reading: PromptReading, shows: (ask: Ask) => boolean): HubError | undefined {
  const [first] = reading.things.filter(({ figure }) => figure);
  if (!first || shows({ part: "thing", thing: first, value: first.name })) return undefined;
  const terms = reading.terms.filter(({ asks }) => asks.some(({ thing }) => thing === first));
  return createRefusal(terms, []);
}

/** Illustrations that include another thing: a snowman has a hat. */
const carriersByPart = new Map(
  Object.entries(data.builtIn).map(([part, names]) => [part, parseNames(names)]),
);

function isExcluded(
  { value }: Ask,
  { absent, things }: PromptReading,
  report: DrawnScene["report"],
): boolean {
  if (report.hasScenery(value)) return false;
  const carriers = carriersByPart.get(value);
  return (
    absent.has(value) && !things.some(({ name }) => name === value || carriers?.has(name) === true)
  );
}

function listIgnored(reading: PromptReading, shows: (ask: Ask) => boolean): string[] {
  const ignored = [
    ...reading.terms.filter(({ asks, isSlight }) => !isSlight && !asks.some(shows)),
    ...reading.denied.filter(({ asks }) => !asks.some(shows)),
  ];
  return [...new Set(ignored.map(({ text }) => text))];
}

/** Describes the parts of a prompt that the painters have reported. */
function describeUnderstood(reading: PromptReading, shows: (ask: Ask) => boolean): Understood {
  const asks = [...reading.terms, ...reading.denied].flatMap((term) => term.asks).filter(shows);
  const drawn = reading.things.filter((thing) =>
    shows({ part: "thing", thing, value: thing.name }),
  );
  const listValues = (part: Ask["part"]) => [
    ...new Set(asks.flatMap((ask) => (ask.part === part ? [ask.value] : []))),
  ];
  const getWhole = (part: "mood" | "time" | "weather" | "season" | "composition") =>
    asks.some((ask) => ask.part === part && ask.value === reading[part])
      ? (reading[part] ?? null)
      : null;
  return {
    terms: reading.terms.filter((term) => term.asks.some(shows)).map(({ text }) => text),
    subjects: [...new Set(drawn.map(({ name }) => name))],
    colors: listValues("color"),
    relations: describeRelations(drawn, shows),
    mood: getWhole("mood"),
    time: getWhole("time"),
    weather: getWhole("weather"),
    season: getWhole("season"),
    counts: countThings(drawn, shows),
    composition: getWhole("composition"),
    excluded: listValues("absent"),
  };
}

function describeRelations(drawn: readonly Thing[], shows: (ask: Ask) => boolean): string[] {
  return drawn.flatMap((thing) => {
    const { relation, name } = thing;
    if (!relation || !shows({ part: "relation", thing, value: relation.kind })) return [];
    const isReversed = relation.kind === "holding" || relation.kind === "wearing";
    return isReversed
      ? `${relation.to.name} ${relation.kind} ${name}`
      : `${name} ${relation.kind} ${relation.to.name}`;
  });
}

/** Returns the number of each thing, if the prompt specifies it and the picture shows it. */
function countThings(
  drawn: readonly Thing[],
  shows: (ask: Ask) => boolean,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { name } of drawn) {
    const same = drawn.filter((thing) => thing.name === name);
    const isCounted = same.every(
      (thing) =>
        thing.count !== undefined &&
        thing.count <= countMax &&
        shows({ part: "count", thing, value: String(thing.count) }),
    );
    if (isCounted) counts[name] = same.reduce((sum, { count = 0 }) => sum + count, 0);
  }
  return counts;
}
