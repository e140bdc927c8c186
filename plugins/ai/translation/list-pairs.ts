import { HubError, provide } from "hub";
import { createApertium } from "./apertium.ts";
import { createModelTranslator } from "./by-model.ts";
import { type Engine, getShortLanguage, type Pair } from "./engine.ts";
import { createLibreTranslate } from "./libretranslate.ts";
import type { TranslatorDoors } from "./translate.ts";

const timeoutMs = 10_000;

/** Lists the supported language pairs of each engine. */
export async function listPairs(
  { source, target }: { source?: string; target?: string },
  doors: TranslatorDoors,
) {
  const requested = [
    createModelTranslator(doors),
    createLibreTranslate(doors),
    createApertium(doors),
  ];
  const found = await Promise.all(requested.map((engine) => loadPairs(engine, doors)));
  const isWanted = (pair: Pair) =>
    (source === undefined || getShortLanguage(pair.source) === getShortLanguage(source)) &&
    (target === undefined || getShortLanguage(pair.target) === getShortLanguage(target));
  const pairs = found.flatMap(({ engine, pairs: own }) =>
    own.filter(isWanted).map((pair) => ({ ...pair, engine: engine.id })),
  );
  return { total: pairs.length, pairs, engines: found.map(({ engine }) => engine) };
}

interface ToldEngine extends Pick<Engine, "id" | "quality"> {
  local: boolean;
  available: boolean;
  any_pair: boolean;
  reason?: string;
}

/** Loads an engine's pairs under the same rules as a translation. */
async function loadPairs(
  engine: Engine,
  { env, clock, signal, log }: TranslatorDoors,
): Promise<{ engine: ToldEngine; pairs: Pair[] }> {
  const { id, kind, quality } = engine;
  const about = { id, quality, local: kind !== "network" };
  try {
    const { value } = await provide([], {
      providers: [{ id, kind, cannot: () => findProblem(engine), run: () => engine.pairs() }],
      settings: { order: env.AI_PROVIDERS, offline: env.HUB_OFFLINE },
      provider: id,
      timeoutMs,
      clock,
      signal,
      log,
    });
    const listed = { ...about, available: true, any_pair: value === undefined };
    return { engine: listed, pairs: value ?? [] };
  } catch (failure) {
    if (!(failure instanceof HubError) || signal.aborted) throw failure;
    const listed = { ...about, available: false, any_pair: false, reason: failure.message };
    return { engine: listed, pairs: [] };
  }
}

/** Returns why an engine can't be used for any pair. */
function findProblem(engine: Engine): Promise<string | undefined> {
  return engine.cannot({ sources: [], target: "en" });
}
