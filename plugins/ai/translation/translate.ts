import { HubError, identifyLanguage, type Provider, provide } from "hub";
import type { Doors, ModelDoors } from "../language-model/doors.ts";
import { itemAt, pairUp, valueAt } from "../lists.ts";
import ai from "../plugin.ts";
import { createApertium } from "./apertium.ts";
import { findPackages } from "./apertium-packages.ts";
import { createModelTranslator } from "./by-model.ts";
import { type Document, type DocumentTerms, readPlainText } from "./document.ts";
import { type Done, type Engine, getShortLanguage, splitWords, type Translated } from "./engine.ts";
import { createLibreTranslate } from "./libretranslate.ts";
import { removeMasks } from "./masks.ts";
import type { TranslateOptions } from "./request.ts";
import { Terms } from "./terms.ts";
import { translateDocuments } from "./translate-documents.ts";

const untranslatedMax = 100;

/** The texts to translate, with the options. */
interface TranslationRequest extends TranslateOptions {
  texts: readonly string[];
}

/** The capabilities that all engines together need. */
export type TranslatorDoors = ModelDoors & Pick<Doors, "run" | "signal">;

const timeoutMs = 25_000;

/** Translates texts with the first suitable engine, and checks that nothing was lost. */
export async function translate(request: TranslationRequest, doors: TranslatorDoors) {
  const read = await Promise.all(request.texts.map((text) => readText(text, request)));
  const isSame = ({ document, detected }: Read) =>
    isAlike(detected.code, request.target) || !document.parts.some((part) => "segment" in part);
  const foreign = read.filter((one) => !isSame(one));
  const lost = foreign.find(({ detected }) => detected.code === "und");
  if (lost)
    throw ai.error("language_unsupported", "Cannot detect the language of a text: set source", {
      at: "body.source",
    });
  if (foreign.length === 0) return answerUnchanged(read);
  const engines = [
    createModelTranslator(doors),
    createLibreTranslate(doors),
    createApertium(doors),
  ];
  const answered = await provide(foreign, {
    providers: engines.map((engine) => createProvider(engine, request)),
    settings: { order: doors.env.AI_PROVIDERS, offline: doors.env.HUB_OFFLINE },
    provider: request.provider,
    fallback: request.fallback,
    timeoutMs,
    clock: doors.clock,
    signal: doors.signal,
    log: doors.log,
  }).catch((failure) => explainUnable(failure, { sources: listSources(foreign), request, doors }));
  const { value, ...how } = answered;
  const done = new Map(pairUp(foreign, value.translations));
  return {
    ...how,
    quality: value.quality,
    translations: read.map((one) => done.get(one) ?? repeatText(one)),
  };
}

/** Whether two tags have the same language and script: `en-GB` and `en`, but not `zh-CN` and `zh-TW`. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()];
  return a.language === b.language && a.script === b.script;
}

async function readText(text: string, request: TranslationRequest): Promise<Read> {
  const terms = {
    preserve: new Terms(request.preserve.map((one) => [one, one] as const)),
    glossary: new Terms(Object.entries(request.glossary)),
  };
  const document = await parseDocument(text, { format: request.format, terms });
  if (request.source !== "auto")
    return { document, detected: { code: request.source, confidence: 1 } };
  const language = document.parts.map((part) =>
    "segment" in part ? removeMasks(part.segment) : "",
  );
  const { guesses, foreign } = await identifyLanguage(language.join("\n"));
  const [best] = foreign ? [] : guesses;
  return { document, detected: best ?? { code: "und", confidence: 0 } };
}

async function parseDocument(
  text: string,
  { format, terms }: { format: string; terms: DocumentTerms },
): Promise<Document> {
  if (format === "html") return (await import("./html-document.ts")).readHtml(text, terms);
  if (format === "markdown")
    return (await import("./markdown-document.ts")).readMarkdown(text, terms);
  return readPlainText(text, terms);
}

interface Outcome {
  quality: Engine["quality"];
  translations: Translation[];
}

function createProvider(engine: Engine, request: TranslationRequest): Provider<Read[], Outcome> {
  const { target, formality, alternatives } = request;
  return {
    id: engine.id,
    kind: engine.kind,
    cannot: (read) => engine.cannot({ sources: listSources(read), target }),
    async run(read, given) {
      const translations = new Map<Read, Translation>();
      for (const source of listSources(read)) {
        const group = read.filter(({ detected }) => detected.code === source);
        const documents = group.map(({ document }) => document);
        const wishes = { source, target, formality, alternatives };
        const done = await translateDocuments(engine, {
          documents,
          wishes,
          timeoutMs: given.timeoutMs,
        });
        for (const [one, its] of pairUp(group, done))
          translations.set(one, writeTranslation(one, { done: its, alternatives }));
      }
      const outcome = {
        quality: engine.quality,
        translations: read.map((one) => valueAt(translations, one)),
      };
      checkCoverage(outcome, { engine: engine.id, least: request.min_coverage });
      return outcome;
    },
  };
}

function listSources(read: readonly Read[]): string[] {
  return [...new Set(read.map(({ detected }) => detected.code))];
}

function checkCoverage(
  { translations, quality }: Outcome,
  { engine, least }: { engine: string; least: number },
): void {
  const worst = translations.toSorted((a, b) => a.coverage - b.coverage)[0];
  if (!worst || worst.coverage >= least) return;
  throw ai.error(
    "capability_unavailable",
    `"${engine}" knows ${Math.round(100 * worst.coverage)}% of the words, which is less than min_coverage`,
    { at: "body.min_coverage", members: { partial: { engine, quality, translations } } },
  );
}

/** Returns the texts unchanged if all are in the target language already or contain no words. */
function answerUnchanged(read: readonly Read[]) {
  const translations = read.map(repeatText);
  const headers: Record<string, string> = {};
  return {
    engine: "embedded",
    degraded: false as boolean,
    headers,
    translations,
    quality: "none" as const,
  };
}

/** Builds the error for an unsupported pair: the possible engines, and the pairs that work now. */
async function explainUnable(
  failure: unknown,
  {
    sources,
    request,
    doors,
  }: {
    sources: readonly string[];
    request: TranslationRequest;
    doors: Pick<TranslatorDoors, "run" | "clock">;
  },
): Promise<never> {
  const isUnable = failure instanceof HubError && failure.code === "capability_unavailable";
  const isAboutOne = request.provider !== "auto" && request.provider !== "embedded";
  if (!isUnable || isAboutOne || "partial" in failure.members) throw failure;
  const installed = (await createApertium(doors).pairs()) ?? [];
  const pairs = installed.map(({ source, target }) => `${source}-${target}`);
  const from = sources.map((source) => `"${source}"`).join(" or ");
  const packages = sources.map((source) =>
    findPackages(pairs, { from: source, to: request.target }),
  );
  const names = packages.flatMap((one) => one ?? []);
  const ways = [
    "a language model: set OPENAI_MODEL, and OPENAI_BASE_URL or OPENAI_API_KEY",
    "a LibreTranslate server: set LIBRETRANSLATE_URL",
    ...(packages.every((one) => one !== undefined)
      ? [`Apertium with this pair: apt-get install ${["apertium", ...new Set(names)].join(" ")}`]
      : []),
  ];
  throw ai.error(
    "capability_unavailable",
    `Cannot translate from ${from} to "${request.target}". ${failure.message}. This would help: ${ways.join("; ")}. Pairs that work now: ${pairs.join(", ") || "none"}`,
    { at: "body.target", members: { ways, pairs } },
  );
}

/** A parsed text, its language, and its translatable parts. */
interface Read {
  document: Document;
  detected: { code: string; confidence: number };
}

/** The translation of one text, and its quality. */
interface Translation {
  translation: string;
  alternatives: string[];
  detected_source: { code: string; confidence: number };
  coverage: number;
  untranslated: string[];
  path: string[];
}

/** Reassembles a document with its translated segments. */
function writeTranslation(
  { document, detected }: Read,
  { done, alternatives }: { done: Done; alternatives: number },
): Translation {
  const { parts, masks, write } = document;
  const text = (pick: (segment: Translated) => string) => {
    let next = 0;
    return parts
      .map((part) =>
        "fixed" in part ? part.fixed : masks.restore(pick(itemAt(done.segments, next++)), write),
      )
      .join("");
  };
  const others = Array.from({ length: alternatives }, (_, index) =>
    done.segments.some((segment) => segment.alternatives[index] !== undefined)
      ? text((segment) => segment.alternatives[index] ?? segment.text)
      : undefined,
  );
  const words = parts.flatMap((part) =>
    "segment" in part ? splitWords(removeMasks(part.segment)) : [],
  );
  const unknown = done.segments.flatMap((segment) => segment.unknown);
  return {
    translation: text((segment) => segment.text),
    alternatives: others.filter((other) => other !== undefined),
    detected_source: roundDetected(detected),
    coverage: Math.max(0, round(1 - unknown.length / Math.max(1, words.length))),
    untranslated: [...new Set(unknown)].slice(0, untranslatedMax),
    path: done.path,
  };
}

/** Returns a text that needs no translation. */
function repeatText({ document, detected }: Read): Translation {
  const { parts, masks, write } = document;
  const text = parts.map((part) =>
    "fixed" in part ? part.fixed : masks.restore(part.segment, write),
  );
  return {
    translation: text.join(""),
    alternatives: [],
    detected_source: roundDetected(detected),
    coverage: 1,
    untranslated: [],
    path: [getShortLanguage(detected.code)],
  };
}

function roundDetected({ code, confidence }: { code: string; confidence: number }) {
  return { code, confidence: round(confidence) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
