import { fitToSchema, HubError, t } from "hub";
import { askProvider } from "../language-model/ask-provider.ts";
import type { Doors } from "../language-model/doors.ts";
import type { Done, Engine, Translated } from "./engine.ts";
import { getShortLanguage, groupTexts } from "./engine.ts";

const Languages = t.Array(t.Object({ code: t.String(), targets: t.Optional(t.Array(t.String())) }));
const Answer = t.Object({
  translatedText: t.Array(t.String()),
  alternatives: t.Optional(t.Array(t.Array(t.String()))),
});
const languagesMs = 3_600_000;

/** Creates an engine for a server with the LibreTranslate API: https://docs.libretranslate.com */
export function createLibreTranslate({
  net,
  env,
  clock,
}: Pick<Doors, "net" | "env" | "clock">): Engine {
  return {
    id: "libretranslate",
    kind: "network",
    quality: "neural",
    async cannot({ sources, target }) {
      if (!env.LIBRETRANSLATE_URL) return "the operator has not set LIBRETRANSLATE_URL";
      const lacking = await findLacking(net, { sources, target });
      return lacking.length === 0
        ? undefined
        : `it has no pair from ${lacking.map((from) => `"${from}"`).join(" or ")} to "${target}"`;
    },
    async pairs() {
      const languages = await fetchLanguages(net);
      return languages.flatMap(({ code: source, targets }) =>
        (targets ?? languages.map(({ code }) => code))
          .filter((target) => target !== source)
          .map((target) => ({ source, target, path: [source, target] })),
      );
    },
    async translate({ source, target, segments, alternatives }, { timeoutMs }): Promise<Done> {
      const deadline = clock() + timeoutMs;
      const pair = { source: getShortLanguage(source), target: getShortLanguage(target) };
      const done: Translated[] = [];
      for (const batch of groupTexts(segments, { charactersMax: 5000, countMax: 50 })) {
        const fields = { ...pair, format: "text", ...(alternatives > 0 && { alternatives }) };
        const given = { net, env, timeoutMs: Math.max(1, deadline - clock()) };
        done.push(...(await translateBatch(batch, fields, given)));
      }
      return { segments: done, path: [pair.source, pair.target] };
    },
  };
}

/** Translates texts that fit into one request. */
async function translateBatch(
  batch: readonly string[],
  fields: object,
  { net, env, timeoutMs }: Pick<Doors, "net" | "env"> & { timeoutMs: number },
): Promise<Translated[]> {
  const key = env.LIBRETRANSLATE_API_KEY;
  const response = await askProvider(
    env.LIBRETRANSLATE_URL,
    net,
    "https://libretranslate.com/translate",
    {
      json: { q: batch, ...fields, ...(key && { api_key: key }) },
      timeoutMs,
    },
  );
  const answer = fitToSchema(Answer, await response.json().catch(() => undefined));
  if (answer?.translatedText.length !== batch.length)
    throw new HubError("upstream_failed", "The response of LibreTranslate cannot be read");
  return answer.translatedText.map((text, index) => ({
    text,
    alternatives: answer.alternatives?.[index] ?? [],
    unknown: [],
  }));
}

function fetchLanguages(net: Doors["net"]) {
  const cache = { freshMs: languagesMs, staleMs: languagesMs };
  const options = { cache, redirectsMax: 0, timeoutMs: 3000 };
  return net.json("https://libretranslate.com/languages", Languages, options);
}

/** Returns the sources without a pair to the target. */
async function findLacking(
  net: Doors["net"],
  { sources, target }: { sources: readonly string[]; target: string },
): Promise<string[]> {
  // If the list can't be fetched, the translation is tried anyway, so that its error reaches the caller.
  const languages = sources.length > 0 ? await fetchLanguages(net).catch(() => undefined) : [];
  return sources.filter(
    (source) =>
      getShortLanguage(source) === getShortLanguage(target) ||
      (languages && !hasPair(languages, { source, target })),
  );
}

function hasPair(
  languages: readonly { code: string; targets?: string[] }[],
  { source, target }: { source: string; target: string },
): boolean {
  const from = languages.find(({ code }) => code === getShortLanguage(source));
  const targets = from?.targets ?? languages.map(({ code }) => code);
  return from !== undefined && targets.includes(getShortLanguage(target));
}
