import type { HubError, Provider } from "hub";
import { parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import { type DrawnScene, drawScene } from "../scene/draw.ts";
import { type Ask, type PromptReading, readPrompt } from "../scene/parse/read-prompt.ts";
import type { Commission, Drawn, Understood } from "./request.ts";

/** The built-in engine, which draws backgrounds, and posters with one illustration. */
export const byEmbedded: Provider<Commission, Drawn> = {
  id: "embedded",
  kind: "embedded",
  cannot: (commission) =>
    commission.strict
      ? findRefusal(readPrompt(commission.prompt, commission.negative_prompt))
      : undefined,
  async run(commission) {
    const { palette = [], num_images, width, height, style, prompt, seed } = commission;
    const reading = readPrompt(prompt, commission.negative_prompt);
    const colors = palette.map((color, at) => {
      const [red, green, blue] = parseColor(color, `body.palette.${at}`);
      return [red, green, blue] as const;
    });
    const scenes: DrawnScene[] = [];
    for (let index = 0; index < num_images; index++) {
      const own = `${prompt}/${(seed + index) % 2 ** 32}`;
      const options = { width, height, style, seed: own, palette: colors };
      scenes.push(await drawScene(reading.scene, { ...options, subject: reading.subject }));
    }
    const shows = (ask: Ask) => scenes.every((scene) => isShown(ask, reading, scene.shown));
    const uses = (ask: Ask) => (ask.part === "color" && colors.length > 0 ? false : shows(ask));
    return {
      engine: "procedural",
      pictures: scenes.map(({ pixels }) => pixels),
      understood: describeUnderstood(reading, uses),
      ignored: listIgnored(reading, uses),
    };
  },
};

/** Returns whether a picture has a property that a word requests. */
function isShown(
  { part, value }: Ask,
  { scene, subject }: PromptReading,
  shown: DrawnScene["shown"],
): boolean {
  if (part === "subject") return subject !== undefined;
  if (part === "color") return true;
  if (part === "scenery") return shown.has(value);
  if (part === "absent") return scene.absent.has(value) && !shown.has(value);
  return scene[part] === value && shown.has(part);
}

const listedTermsMax = 12;

/** Returns an error if the main noun can't be drawn, or if no word is understood. */
function findRefusal({ missing, terms }: PromptReading): HubError | undefined {
  const isEmpty = terms.every(({ asks }) => asks.length === 0);
  if (missing === undefined && !isEmpty) return undefined;
  const unknown = terms.filter(({ asks }) => asks.length === 0).map(({ text }) => text);
  const listed = missing === undefined ? unknown.slice(0, listedTermsMax) : [missing];
  const names = listed.map((text) => `"${text}"`).join(", ");
  const reason = names ? `Cannot draw ${names}` : "Cannot find anything to draw in the prompt";
  return image.error(
    "prompt_not_understood",
    `${reason}: the built-in engine reads English, and draws landscapes and single illustrations`,
    { at: "body.prompt", members: { ignored_terms: unknown } },
  );
}

function listIgnored({ terms, denied }: PromptReading, shows: (ask: Ask) => boolean): string[] {
  const ignored = [...terms, ...denied].filter(({ asks }) => !asks.some(shows));
  return [...new Set(ignored.map(({ text }) => text))];
}

/** Describes the parts of a prompt that the picture shows. */
function describeUnderstood(
  { terms, denied, scene }: PromptReading,
  shows: (ask: Ask) => boolean,
): Understood {
  const asks = [...terms, ...denied].flatMap((term) => term.asks).filter(shows);
  const list = (...parts: Ask["part"][]) => [
    ...new Set(asks.flatMap(({ part, value }) => (parts.includes(part) ? [value] : []))),
  ];
  const getWhole = (part: "mood" | "time" | "weather" | "season") =>
    list(part).length > 0 ? (scene[part] ?? null) : null;
  return {
    terms: terms.filter((term) => term.asks.some(shows)).map(({ text }) => text),
    subjects: list("subject", "scenery"),
    colors: list("color"),
    mood: getWhole("mood"),
    time: getWhole("time"),
    weather: getWhole("weather"),
    season: getWhole("season"),
    excluded: list("absent"),
  };
}
