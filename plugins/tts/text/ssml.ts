import { asTable } from "hub";
import { openTable } from "hub/data-file";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import tts from "../plugin.ts";
import { languageTag } from "../request.ts";
import { fromXSampa, parseIpa } from "./ipa.ts";
import {
  removeUnspeakable,
  type Say,
  type SayAs,
  type Script,
  type Speaker,
  usualProsody,
} from "./script.ts";

/** The changes of an element to its content. */
interface Scope
  extends Pick<Say, "rate" | "pitch" | "volume" | "spelled" | "as" | "ipa" | "speaker"> {
  /** Replacement to speak instead of the content. */
  alias?: string;
  /** Whether the content is neither spoken nor shown. */
  muted?: true;
  /** Start position of the element's text. */
  from: number;
  /** Whether the element may contain another document, as Google's `media` does. */
  isMedia?: boolean;
}

const { ssmlBytesMax, ssmlDepthMax, pauseMsMax, audioSecondsMax } = tts.limits;
const spokenElements =
  "speak, p, s, break, prosody, emphasis, say-as, sub, phoneme, voice, lang, mark and mstts:express-as";
/** Elements whose content is spoken as if they weren't there. */
const transparent = new Set([
  ...["audio", "w", "token", "par", "seq", "media", "lookup"],
  ...["amazon:auto-breaths", "amazon:domain", "amazon:effect", "amazon:emotion", "google:style"],
]);
/** Elements that are left out. */
const skipped = new Set([
  ...["desc", "lexicon", "math", "meta", "metadata", "amazon:breath"],
  ...["mstts:audioduration", "mstts:backgroundaudio", "mstts:silence", "mstts:viseme"],
]);
/** Levels of emphasis, and styles of speaking, that prosody approximates. */
const readFactors = openTable(
  new URL("./prosody.tsv", import.meta.url),
  { kind: ["emphasis", "style"], name: "text", rate: "number", pitch: "number", volume: "number" },
  { unique: ["kind", "name"] },
);
const findProsody = (kind: "emphasis" | "style", name: string) =>
  readFactors().find((one) => one.kind === kind && one.name === name);
const notesMax = 20;
const strengths: Readonly<Record<string, number>> = asTable({
  none: 0,
  "x-weak": 100,
  weak: 250,
  medium: 500,
  strong: 750,
  "x-strong": 1200,
});
const levels: Readonly<Record<"rate" | "pitch" | "volume", Readonly<Record<string, number>>>> = {
  rate: { "x-slow": 0.5, slow: 0.75, medium: 1, default: 1, fast: 1.25, "x-fast": 1.75 },
  pitch: { "x-low": 0.6, low: 0.8, medium: 1, default: 1, high: 1.2, "x-high": 1.4 },
  volume: { silent: 0, "x-soft": 0.4, soft: 0.7, medium: 1, default: 1, loud: 1.4, "x-loud": 2 },
};

/** Parses the part of SSML 1.1 (https://www.w3.org/TR/speech-synthesis11/) that every engine supports. */
export function readSsml(ssml: string): Script {
  if (Buffer.byteLength(ssml) > ssmlBytesMax)
    throw tts.error("text_too_long", `body.ssml must have at most ${ssmlBytesMax} bytes`, {
      at: "body.ssml",
    });
  const reader = new Reader();
  const parser = new SaxesParser();
  parser.on("doctype", () => refuse("A document type is not supported"));
  parser.on("processinginstruction", () => refuse("A processing instruction is not supported"));
  parser.on("error", ({ message }) => {
    throw tts.error("ssml_invalid", `Cannot read body.ssml: ${message.slice(0, 200)}`, {
      at: "body.ssml",
    });
  });
  parser.on("opentag", (tag) => reader.open(tag));
  parser.on("closetag", ({ name }) => reader.close(name));
  parser.on("text", (text) => reader.appendText(text));
  parser.on("cdata", (text) => reader.appendText(text));
  parser.write(removeUnspeakable(ssml)).close();
  const { text, parts, marks, notes, language } = reader;
  return {
    text,
    parts,
    ...(marks.length > 0 && { marks }),
    ...(notes.size > 0 && { notes: [...notes].slice(0, notesMax) }),
    ...(language !== undefined && { language }),
  };
}

class Reader {
  text = "";
  readonly parts: Script["parts"] = [];
  readonly marks: { name: string; place: number }[] = [];
  readonly notes = new Set<string>();
  language: string | undefined;
  readonly #scopes: Scope[] = [];
  #silenceMs = 0;

  open({ name, attributes }: SaxesTagPlain): void {
    const outer = this.#scopes.at(-1) ?? { ...usualProsody, from: 0 };
    const isInner = name === "speak" && outer.isMedia === true;
    if (!isInner && (name === "speak") !== (this.#scopes.length === 0))
      throw tts.error("ssml_invalid", "body.ssml must be one speak element", { at: "body.ssml" });
    if (this.#scopes.length >= ssmlDepthMax)
      refuse(`The element "${name}" is nested deeper than ${ssmlDepthMax} levels`);
    const scope: Scope = { ...outer, from: this.text.length, isMedia: name === "media" };
    if (name === "break") this.#pause(readPause(attributes));
    else if (name === "prosody") Object.assign(scope, this.#readProsody(outer, attributes));
    else if (name === "speak") this.language ??= readLanguage(attributes);
    else if (name === "mark" || name === "bookmark")
      this.marks.push({ name: attributes.name ?? attributes.mark ?? "", place: this.text.length });
    else if (name === "say-as") this.#sayAs(scope, attributes);
    else if (name === "sub") scope.alias = outer.alias ?? attributes.alias ?? "";
    else if (name === "emphasis") applyFactors(scope, readEmphasis(attributes));
    else if (name === "mstts:express-as") this.#express(scope, attributes);
    else if (name === "phoneme") this.#pronounce(scope, attributes);
    else if (name === "voice" || name === "lang") scope.speaker = readSpeaker(outer, attributes);
    else if (skipped.has(name)) scope.muted = true;
    else if (name !== "p" && name !== "s" && !transparent.has(name) && !outer.muted)
      refuse(`The element "${name}" is not supported: ${spokenElements} are`);
    if (skipped.has(name) || transparent.has(name)) this.#note(`"${name}" is ignored`);
    this.#scopes.push(scope);
  }

  #note(what: string): void {
    this.notes.add(what);
  }

  #express(scope: Scope, { style = "" }: Attributes): void {
    const known = findProsody("style", style);
    if (known) applyFactors(scope, known);
    const shown = style.slice(0, 40);
    this.#note(
      known
        ? `The style "${shown}" is approximated by rate, pitch and volume`
        : `The style "${shown}" is ignored`,
    );
  }

  #sayAs(scope: Scope, attributes: Attributes): void {
    const { "interpret-as": kind = "" } = attributes;
    if (kind === "expletive" || kind === "bleep") {
      scope.muted = true;
      this.#note("Expletives are silent");
    } else if (kind === "address" || kind === "name" || kind === "interjection")
      this.#note(`The say-as kind "${kind}" is ignored`);
    else Object.assign(scope, readSayAs(attributes));
  }

  #pronounce(scope: Scope, { alphabet = "ipa", ph = "" }: Attributes): void {
    const ipa = alphabet === "x-sampa" ? fromXSampa(ph) : ph;
    const isKnown = alphabet === "ipa" || alphabet === "x-sampa";
    if (isKnown && parseIpa(ipa)) scope.ipa = ipa;
    else
      this.#note(
        isKnown
          ? `The phonemes "${ph.slice(0, 40)}" have an unknown symbol: the text is read`
          : `The alphabet "${alphabet.slice(0, 40)}" is not supported: the text is read`,
      );
  }

  #readProsody(outer: Scope, attributes: Attributes): Partial<Scope> {
    const { contour, range, duration, "amazon:max-duration": longest, ...others } = attributes;
    for (const [name, value] of Object.entries({ contour, range, duration, longest }))
      if (value !== undefined)
        this.#note(
          `The prosody attribute "${name === "longest" ? "amazon:max-duration" : name}" is ignored`,
        );
    return readProsody(outer, others);
  }

  close(name: string): void {
    const scope = this.#scopes.pop();
    const outer = this.#scopes.at(-1);
    const isSpoken = scope && outer && outer.alias === undefined && this.text.length > scope.from;
    if (name === "sub" && isSpoken)
      this.#add({ start: scope.from, spoken: scope.alias ?? "" }, outer);
    const isInner = name === "speak" && outer !== undefined;
    if (name === "p" || name === "s" || isInner) {
      this.text += "\n";
      this.#pause(name === "p" ? 500 : 200);
    }
  }

  appendText(piece: string): void {
    const scope = this.#scopes.at(-1);
    if (!scope || scope.muted || piece === "") return;
    const start = this.text.length;
    this.text += piece;
    if (scope.alias !== undefined || piece.trim() === "") return;
    const part: Pick<Say, "start"> & Partial<Say> = { start };
    if (scope.as) part.as = scope.as;
    if (scope.as?.kind === "digits" || scope.as?.kind === "telephone")
      part.spoken = separateDigits(piece);
    if (scope.spelled) part.spelled = true;
    if (scope.ipa !== undefined) part.ipa = scope.ipa;
    this.#add(part, scope);
  }

  #add(
    part: Pick<Say, "start"> & Partial<Say>,
    { rate, pitch, volume, speaker }: Omit<Scope, "from">,
  ): void {
    const own = { rate, pitch, volume, ...(speaker && { speaker }) };
    this.parts.push({ kind: "say", end: this.text.length, ...own, ...part });
  }

  #pause(ms: number): void {
    this.#silenceMs += ms;
    if (this.#silenceMs > audioSecondsMax * 1000)
      throw tts.error(
        "audio_too_long",
        `The pauses are longer than ${audioSecondsMax} s in total`,
        {
          at: "body.ssml",
        },
      );
    if (ms > 0) this.parts.push({ kind: "pause", ms });
  }
}

/** Multiplies the prosody of a scope. */
function applyFactors(
  scope: Scope,
  { rate, pitch, volume }: Readonly<Record<"rate" | "pitch" | "volume", number>>,
): void {
  scope.rate = clampFactor("rate", scope.rate * rate);
  scope.pitch = clampFactor("pitch", scope.pitch * pitch);
  scope.volume = clampFactor("volume", scope.volume * volume);
}

function clampFactor(name: "rate" | "pitch" | "volume", factor: number): number {
  return name === "volume" ? Math.min(2, Math.max(0, factor)) : Math.min(4, Math.max(0.25, factor));
}

function readEmphasis({ level = "moderate" }: Attributes) {
  return (
    findProsody("emphasis", level) ??
    refuse(`The emphasis "${level}" is not supported: strong, moderate, none and reduced are`)
  );
}

const tag = new RegExp(languageTag);

function readLanguage(attributes: Attributes): string | undefined {
  const language = attributes["xml:lang"] ?? attributes.language ?? attributes.languages;
  if (language === undefined) return undefined;
  return tag.test(language) ? language : refuse(`The language "${language}" must be a BCP 47 tag`);
}

/** Reads a change of the voice or the language. Names that the hub lacks may still contain their language. */
function readSpeaker({ speaker }: Pick<Scope, "speaker">, attributes: Attributes): Speaker {
  const { name, gender } = attributes;
  const language = readLanguage(attributes);
  const isNew = name !== undefined || language !== undefined;
  return {
    ...(!isNew && speaker),
    ...(gender === "female" || gender === "male" ? { gender } : {}),
    ...(language !== undefined && { language }),
    ...(name !== undefined && { voice: name.slice(0, 100) }),
  };
}

function refuse(why: string): never {
  throw tts.error("ssml_unsupported", why, { at: "body.ssml" });
}

type Attributes = Readonly<Record<string, string>>;

function readPause({ time, strength = "medium" }: Attributes): number {
  const [, number, unit] = /^\+?(\d{1,6}(?:\.\d{1,3})?)(ms|s)$/.exec(time ?? "") ?? [];
  const ms =
    time === undefined ? strengths[strength] : number && Number(number) * (unit === "s" ? 1000 : 1);
  if (typeof ms === "number" && ms <= pauseMsMax) return ms;
  return refuse(
    `The break "${time ?? strength}" must be a strength of SSML, or a time such as 500ms or 2s up to ${pauseMsMax} ms`,
  );
}

const interpretations: Readonly<Record<string, SayAs["kind"]>> = asTable({
  digits: "digits",
  number_digit: "digits",
  telephone: "telephone",
  cardinal: "cardinal",
  number: "cardinal",
  ordinal: "ordinal",
  date: "date",
  time: "time",
  currency: "currency",
  fraction: "fraction",
  unit: "unit",
});

const spelledKinds = new Set(["characters", "spell-out", "verbatim"]);

function readSayAs(attributes: Attributes): Pick<Scope, "spelled" | "as"> {
  const { "interpret-as": name = "", format } = attributes;
  if (spelledKinds.has(name)) return { spelled: true };
  const kind = Object.hasOwn(interpretations, name) ? interpretations[name] : undefined;
  if (kind === undefined)
    return refuse(
      `The say-as kind "${name}" is not supported: ${[...Object.keys(interpretations), ...spelledKinds].join(", ")} are`,
    );
  return { as: { kind, ...(format !== undefined && { format }) } };
}

function separateDigits(text: string): string {
  return Array.from(text)
    .filter((char) => /[\p{L}\p{N}+*#]/u.test(char))
    .join(" ");
}

/** Parses nested prosody: the factors multiply. */
function readProsody(outer: Scope, attributes: Attributes): Partial<Scope> {
  const scope: Partial<Scope> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== "rate" && name !== "pitch" && name !== "volume")
      return refuse(`The prosody attribute "${name}" is not supported: rate, pitch and volume are`);
    scope[name] = clampFactor(name, outer[name] * parseFactor(name, value));
  }
  return scope;
}

/** Parses `slow`, `80%`, `+20%`, `1.5`, `+2st` or `+6dB`, if the attribute allows it. */
function parseFactor(name: "rate" | "pitch" | "volume", value: string): number {
  const level = Object.hasOwn(levels[name], value) ? levels[name][value] : undefined;
  if (level !== undefined) return level;
  const [, sign, digits = "", unit] =
    /^([+-]?)(\d{1,3}(?:\.\d{1,3})?)(%|st|dB|)$/.exec(value) ?? [];
  const number = Number(digits) * (sign === "-" ? -1 : 1);
  if (unit === "%") return sign || name !== "rate" ? 1 + number / 100 : number / 100;
  if (unit === "st" && name === "pitch") return 2 ** (number / 12);
  if (unit === "dB" && name === "volume") return 10 ** (number / 20);
  if (unit === "" && digits && name === "rate" && !sign) return number;
  if (unit === "" && digits && name === "volume" && !sign) return number / 100;
  return refuse(
    `The prosody ${name} "${value}" is not supported: ${Object.keys(levels[name]).join(", ")}, and numbers with a unit are`,
  );
}
