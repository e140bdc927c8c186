import fc from "fast-check";
import puppeteer from "puppeteer-core";
import { parseColor } from "../../../plugins/dev/color/parse-color.ts";
import { importPackage } from "./kit/judges.ts";
import { type Row, SkippedError } from "./kit/row.ts";

/** A colour in sRGB with its opacity, or undefined for text that is no colour. */
type Channels = number[] | undefined;

interface Culori {
  converter(mode: "rgb"): (color: object) => { r: number; g: number; b: number; alpha?: number };
}
interface ColorParser {
  color(value: unknown): { channels: unknown[]; alpha: unknown } | false;
}
interface ParserAlgorithms {
  parseComponentValue(tokens: unknown): unknown;
}
interface Tokenizer {
  tokenize(source: { css: string }): unknown;
}

export default {
  engine: "dev/color",
  ours: ["plugins/dev/color/{parse-color,rec2020}.ts"],
  theirs: ["@csstools/css-color-parser"],
  async measure() {
    const texts = buildExpressions();
    const right = await askChromium(texts);
    const parsers = { ours: await loadOurs(), theirs: await loadCssTools() };
    const count = (side: keyof typeof parsers, isAsked: (channels: Channels) => boolean) =>
      texts.filter(
        (text, index) =>
          isAsked(right[index]) && isSame(attempt(parsers[side], text), right[index]),
      ).length;
    const measure = (set: string, figure: string, isAsked: (channels: Channels) => boolean) => ({
      set,
      inputs: right.filter(isAsked).length,
      figure,
      ours: count("ours", isAsked),
      theirs: { "@csstools/css-color-parser": count("theirs", isAsked) },
    });
    return [
      measure(
        "random expressions of CSS Color 4 and 5; Chromium is the judge",
        "right colours",
        (one) => one !== undefined,
      ),
      measure("damaged expressions that Chromium refuses", "refused", (one) => one === undefined),
    ];
  },
} satisfies Row;

async function loadOurs(): Promise<(text: string) => Channels> {
  const toRgb = (await importPackage<Culori>("culori")).converter("rgb");
  return (text) => {
    const { r, g, b, alpha = 1 } = toRgb(parseColor(text, "color"));
    return [r, g, b, alpha];
  };
}

async function loadCssTools(): Promise<(text: string) => Channels> {
  const { color } = await importPackage<ColorParser>("@csstools/css-color-parser");
  const { parseComponentValue } = await importPackage<ParserAlgorithms>(
    "@csstools/css-parser-algorithms",
  );
  const { tokenize } = await importPackage<Tokenizer>("@csstools/css-tokenizer");
  return (text) => {
    if (color(parseComponentValue(tokenize({ css: text }))) === false) return undefined;
    const css = `color(from ${text} srgb r g b / alpha)`;
    const found = color(parseComponentValue(tokenize({ css })));
    return found === false
      ? undefined
      : [...found.channels, found.alpha].map((one) => (Number.isNaN(one) ? 0 : Number(one)));
  };
}

const browsers = ["chromium", "google-chrome", "chromium-headless-shell"];

/** Asks Chromium for the channels in sRGB, which a relative colour gives without clipping. */
async function askChromium(texts: readonly string[]): Promise<Channels[]> {
  const [program] = browsers.filter((name) => Bun.which(name));
  if (!program) throw new SkippedError("no Chromium: apt install chromium-headless-shell");
  const executablePath = Bun.which(program)!;
  const browser = await puppeteer.launch({
    executablePath,
    args: ["--no-sandbox"],
    headless: "shell",
  });
  try {
    const page = await browser.newPage();
    const found = await page.evaluate(`(${readColors})(${JSON.stringify(texts)})`);
    return (found as (string | null)[])
      .map((one) => one?.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? undefined)
      .map((one) => (one?.length === 3 ? [...one, 1] : one));
  } finally {
    await browser.close();
  }
}

/** Runs in the page. "none" reads as 0. */
const readColors = `(texts) => texts.map((text) => {
  if (!CSS.supports("color", text)) return null;
  document.body.style.color = "";
  document.body.style.color = "color(from " + text + " srgb r g b / alpha)";
  return getComputedStyle(document.body).color.replace(/^color\\(srgb /, "").replaceAll("none", "0");
})`;

function buildExpressions(): string[] {
  const number = (min: number, max: number) =>
    fc.integer({ min: min * 100, max: max * 100 }).map((one) => String(one / 100));
  const percent = fc.integer({ min: 0, max: 100 }).map((one) => `${one}%`);
  const hue = fc
    .tuple(number(-400, 800), fc.constantFrom("", "deg", "grad", "turn", "rad"))
    .map(([one, unit]) =>
      unit === "turn" ? `${(Number(one) / 360).toFixed(3)}turn` : `${one}${unit}`,
    );
  const alpha = fc.oneof(
    { weight: 3, arbitrary: fc.constant("") },
    fc.oneof(percent, number(0, 1)).map((one) => ` / ${one}`),
  );
  const none = fc.constant("none");
  const math = fc
    .tuple(
      number(0, 50),
      fc.constantFrom(
        "calc(1 + X)",
        "calc(X * 2)",
        "min(X, 40)",
        "max(X, 10)",
        "clamp(5, X, 45)",
        "calc((X - 3) / 2)",
      ),
    )
    .map(([one, form]) => form.replace("X", one));
  const call = (name: string, ...parts: fc.Arbitrary<string>[]) =>
    fc.tuple(alpha, ...parts).map(([own, ...values]) => `${name}(${values.join(" ")}${own})`);
  const byte = fc.oneof(number(0, 255), percent, none, math);
  const rgb = fc.oneof(
    fc.tuple(number(0, 255), number(0, 255), number(0, 255)).map((one) => `rgb(${one.join(", ")})`),
    call("rgb", number(0, 255), number(0, 255), number(0, 255)),
    call("rgb", byte, byte, byte),
  );
  const spaces = [
    "srgb",
    "srgb-linear",
    "display-p3",
    "a98-rgb",
    "prophoto-rgb",
    "rec2020",
    "xyz",
    "xyz-d50",
    "xyz-d65",
  ];
  const part = fc.oneof(number(0, 1), percent, none);
  const simple = fc.oneof(
    fc.constantFrom(
      "tomato",
      "RebeccaPurple",
      "transparent",
      "#abc",
      "#abcd",
      "#ff6347",
      "#FF634780",
    ),
    rgb,
    call("hsl", fc.oneof(hue, none), percent, percent),
    call("hwb", hue, percent, percent),
    call("lab", fc.oneof(number(0, 100), percent), number(-125, 125), number(-125, 125)),
    call("lch", fc.oneof(number(0, 100), percent), fc.oneof(number(0, 150), percent), hue),
    call(
      "oklab",
      fc.oneof(number(0, 1), percent),
      fc.oneof(number(-0.4, 0.4), percent),
      number(-0.4, 0.4),
    ),
    call(
      "oklch",
      fc.oneof(number(0, 1), percent, none),
      fc.oneof(number(0, 0.4), percent),
      fc.oneof(hue, none),
    ),
    fc
      .tuple(fc.constantFrom(...spaces), part, part, part, alpha)
      .map(([space, a, b, c, own]) => `color(${space} ${a} ${b} ${c}${own})`),
  );
  const share = fc.oneof(
    { weight: 2, arbitrary: fc.constant("") },
    percent.map((one) => ` ${one}`),
  );
  const way = fc.constantFrom(
    "srgb",
    "srgb-linear",
    "lab",
    "oklab",
    "xyz",
    "display-p3",
    "hsl",
    "hwb",
    "lch",
    "oklch",
    "oklch longer hue",
    "hsl increasing hue",
    "lch decreasing hue",
  );
  const mix = fc
    .tuple(way, simple, share, simple, share)
    .map(([space, a, p, b, q]) => `color-mix(in ${space}, ${a}${p}, ${b}${q})`);
  const relative = fc
    .tuple(
      simple,
      fc.constantFrom(
        "rgb(from X r g b / 50%)",
        "hsl(from X h s calc(l * 0.8))",
        "oklch(from X calc(l + 0.1) c h)",
        "lab(from X l a b / calc(alpha / 2))",
        "color(from X display-p3 r g b)",
        "oklab(from X 0.5 a b)",
        "hwb(from X calc(h + 30) w b)",
        "lch(from X l calc(c * 1.2) h)",
      ),
    )
    .map(([one, form]) => form.replace("X", one));
  const whole = fc.sample(
    fc.oneof(
      { weight: 3, arbitrary: simple },
      { weight: 2, arbitrary: mix },
      { weight: 2, arbitrary: relative },
    ),
    { numRuns: 800, seed: 1 },
  );
  const places = fc.sample(
    fc.tuple(fc.nat(60), fc.constantFrom("", ",", "%", "x", "/ ", "1 ", ")")),
    { numRuns: whole.length, seed: 2 },
  );
  const damaged = whole.map((text, index) => {
    const [place = 0, added = ""] = places[index] ?? [];
    const at = place % text.length;
    return text.slice(0, at) + added + text.slice(at + 1);
  });
  return [...whole, ...damaged];
}

/** Allows half a step of 8-bit sRGB. */
function isSame(found: Channels, expected: Channels): boolean {
  if (!found || !expected) return found === expected;
  return found.every((one, at) => Math.abs(one - (expected[at] ?? 0)) < 0.5 / 255);
}

function attempt(parse: (text: string) => Channels, text: string): Channels {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
