import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { SayAs } from "../normalize/say-as.ts";
import tts from "../plugin.ts";
import { removeUnspeakable, type Say, type Script, usualProsody } from "./script.ts";

/** The changes of an element to its content. */
interface Scope extends Pick<Say, "rate" | "pitch" | "volume" | "spelled" | "as"> {
  /** Replacement to speak instead of the content. */
  alias?: string;
  /** Start position of the element's text. */
  from: number;
}

const { ssmlBytesMax, ssmlDepthMax, pauseMsMax, audioSecondsMax } = tts.limits;
const spokenElements = "speak, p, s, break, prosody, say-as and sub";
const strengths: Readonly<Record<string, number>> = {
  none: 0,
  "x-weak": 100,
  weak: 250,
  medium: 500,
  strong: 750,
  "x-strong": 1200,
};
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
  return { text: reader.text, parts: reader.parts };
}

class Reader {
  text = "";
  readonly parts: Script["parts"] = [];
  readonly #scopes: Scope[] = [];
  #silenceMs = 0;

  open({ name, attributes }: SaxesTagPlain): void {
    const outer = this.#scopes.at(-1) ?? { ...usualProsody, from: 0 };
    if ((name === "speak") !== (this.#scopes.length === 0))
      throw tts.error("ssml_invalid", "body.ssml must be one speak element", { at: "body.ssml" });
    if (this.#scopes.length >= ssmlDepthMax)
      refuse(`The element "${name}" is nested deeper than ${ssmlDepthMax} levels`);
    const scope: Scope = { ...outer, from: this.text.length };
    if (name === "break") this.#pause(readPause(attributes));
    else if (name === "prosody") Object.assign(scope, readProsody(outer, attributes));
    else if (name === "say-as") Object.assign(scope, readSayAs(attributes));
    else if (name === "sub") scope.alias = outer.alias ?? attributes.alias ?? "";
    else if (!["speak", "p", "s"].includes(name))
      refuse(`The element "${name}" is not supported: ${spokenElements} are`);
    this.#scopes.push(scope);
  }

  close(name: string): void {
    const scope = this.#scopes.pop();
    const outer = this.#scopes.at(-1);
    const isSpoken = scope && outer && outer.alias === undefined && this.text.length > scope.from;
    if (name === "sub" && isSpoken)
      this.#add({ start: scope.from, spoken: scope.alias ?? "" }, outer);
    if (name === "p" || name === "s") {
      this.text += "\n";
      this.#pause(name === "p" ? 500 : 200);
    }
  }

  appendText(piece: string): void {
    const scope = this.#scopes.at(-1);
    if (!scope || piece === "") return;
    const start = this.text.length;
    this.text += piece;
    if (scope.alias !== undefined || piece.trim() === "") return;
    const part: Pick<Say, "start"> & Partial<Say> = { start };
    if (scope.as) part.as = scope.as;
    if (scope.as?.kind === "digits" || scope.as?.kind === "telephone")
      part.spoken = separateDigits(piece);
    if (scope.spelled) part.spelled = true;
    this.#add(part, scope);
  }

  #add(part: Pick<Say, "start"> & Partial<Say>, { rate, pitch, volume }: Scope): void {
    this.parts.push({ kind: "say", end: this.text.length, rate, pitch, volume, ...part });
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

const interpretations: Readonly<Record<string, SayAs["kind"]>> = {
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
};

function readSayAs(attributes: Attributes): Pick<Scope, "spelled" | "as"> {
  const { "interpret-as": name = "", format } = attributes;
  if (name === "characters" || name === "spell-out" || name === "verbatim")
    return { spelled: true };
  const kind = Object.hasOwn(interpretations, name) ? interpretations[name] : undefined;
  if (kind === undefined) return refuse(`The say-as kind "${name}" is not supported`);
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
    const factor = outer[name] * parseFactor(name, value);
    scope[name] = Math.min(
      name === "volume" ? 2 : 4,
      Math.max(name === "volume" ? 0 : 0.25, factor),
    );
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
  return refuse(`The prosody ${name} "${value}" is not supported`);
}
