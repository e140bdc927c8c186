import { oneOf, parseFields, type Static, t } from "hub";
import { invalid } from "./page/checks.ts";
import { type CaptureType, fileTypes } from "./page/formats.ts";
import screenshot from "./plugin.ts";
import { captureFields, postFields, sourceFields } from "./request.ts";

const { limits } = screenshot;
const { url, html } = sourceFields;

const shotSchema = t.Object({
  url,
  html,
  output: t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.outputMax,
      description:
        "Name of the file, with or without its extension. Default: the number of the shot",
    }),
  ),
  ...captureFields,
  format: oneOf(Object.keys(fileTypes) as CaptureType[], {
    default: "png",
    description: "Format of the file, as in `/api/screenshot/capture`",
  }),
  ...postFields,
});

/** A page of a list with the options of its capture. */
export type ListedShot = Static<typeof shotSchema>;

export const shotsField = t.Array(shotSchema, {
  minItems: 1,
  maxItems: limits.shotsMax,
  description: "The pages, each with the options of `/api/screenshot/capture`",
});

export const yamlField = t.String({
  minLength: 1,
  maxLength: limits.yamlMax,
  description:
    "The list in YAML, with shot-scraper's names too: `wait`, `wait_for` (an expression), `selector_all` and `selectors_all`. As there, a whole page is captured unless its shot has a `height` or a selector. Scripts are rejected",
});

const listSchema = t.Object({ shots: shotsField });

/** Returns the shots of a request from exactly one of its fields. Throws `invalid_input`. */
export function readShots({ shots, yaml }: { shots?: ListedShot[]; yaml?: string }): ListedShot[] {
  if ((shots === undefined) === (yaml === undefined))
    throw invalid("body", "have exactly one of shots and yaml");
  return shots ?? parseFields(listSchema, { shots: parseYaml(yaml ?? "") }, "body").shots;
}

function parseYaml(text: string): unknown {
  let parsed: unknown;
  try {
    parsed = Bun.YAML.parse(text);
  } catch {
    throw invalid("body.yaml", "be valid YAML");
  }
  // An alias is the same value again, so a short text can stand for a huge tree.
  const budget = { left: limits.yamlValuesMax };
  if (!isWithin(parsed, budget))
    throw invalid("body.yaml", `have at most ${limits.yamlValuesMax} values`);
  return Array.isArray(parsed) ? parsed.map(translate) : parsed;
}

const depthMax = 20;

function isWithin(value: unknown, budget: { left: number }, depth = 0): boolean {
  budget.left--;
  if (budget.left < 0 || depth > depthMax) return false;
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every((item) => isWithin(item, budget, depth + 1));
}

/** Translates the fields of shot-scraper to those of a shot. */
function translate(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const { wait, wait_for, selector_all, selectors_all, ...shot } = given as Record<string, unknown>;
  const every = [selector_all, selectors_all].flat().filter((one) => typeof one === "string");
  const hasPart =
    every.length > 0 ||
    ["selector", "selectors", "height", "clip", "full_page"].some((name) => name in shot);
  const extension = typeof shot.output === "string" ? shot.output.split(".").at(-1) : undefined;
  const [named] = Object.entries(fileTypes).find(([, [one]]) => one === extension) ?? [];
  return {
    ...(!hasPart && { full_page: true }),
    ...(named !== undefined && { format: named }),
    ...shot,
    ...(wait !== undefined && { delay: wait }),
    ...(wait_for !== undefined && { wait_for_expression: wait_for }),
    ...(every.length > 0 && { selectors: every, selector_all: true }),
    ...(every.length === 0 && selector_all !== undefined && { selector_all }),
  };
}
