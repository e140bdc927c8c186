import { oneOf, t } from "hub";
import ai from "./plugin.ts";

const { textMax, textsMax, textsCharactersMax } = ai.limits;

/** The values of `provider`: any engine, this hub only, or a language model. */
export const providers = ["auto", "embedded", "openai"] as const;

const text = t.String({
  minLength: 1,
  description: `The text: at most ${textMax.toLocaleString("en-US")} UTF-16 code units`,
});
const language = t.String({
  pattern: "^(auto|[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4})$",
  errorMessage: "auto, or a language tag such as de or pt-BR",
  default: "auto",
  description: "The language of the text as a BCP 47 tag, or `auto` to detect it",
});
const provider = oneOf(providers, {
  default: "auto",
  description:
    "The engine to use: `auto` chooses one, `embedded` keeps the text on the hub's server, and `openai` uses a language model and fails if there is none",
});

const fallback = t.Boolean({
  default: true,
  description: "Whether the embedded engine may be used if the language model fails",
});

/** `provider` of endpoints without a language model. It has the same values, without any choice. */
export const ownProvider = oneOf(["auto", "embedded"], {
  default: "auto",
  description:
    "Both values have the same effect: the hub does the work itself and never sends the text anywhere",
});

/** The request fields of endpoints for one text. */
export const textFields = { text, language, provider, fallback };

/** The request fields of endpoints for one or several texts. */
export const batchFields = {
  text: t.Optional(text),
  texts: t.Optional(
    t.Array(t.String({ minLength: 1 }), {
      minItems: 1,
      maxItems: textsMax,
      description: `Several texts instead of \`text\`: at most ${textsCharactersMax.toLocaleString("en-US")} UTF-16 code units in total`,
    }),
  ),
  language,
  provider,
  fallback,
};

/** The common fields of a request about one text. */
export interface TextRequest {
  text: string;
  language: string;
  provider: string;
  fallback?: boolean;
}

/** A text and its language: the input of every engine. */
export type TextInput = Pick<TextRequest, "text" | "language">;

/** The common fields of a request about one or several texts. */
export interface BatchRequest extends Omit<TextRequest, "text"> {
  text?: string;
  texts?: string[];
}

/** Throws if a text is longer than `max`. */
export function checkLength(value: string, { at = "body.text", max = textMax as number } = {}) {
  if (value.length > max)
    throw ai.error(
      "text_too_long",
      `${at} must have at most ${max} characters: it has ${value.length}`,
      { at },
    );
}

/** Returns the texts of a request. Throws unless it has either `text` or `texts`. */
export function getTexts({ text, texts }: Pick<BatchRequest, "text" | "texts">): string[] {
  if ((text === undefined) === (texts === undefined))
    throw ai.error(
      "invalid_input",
      `The body must have either text or texts: it has ${text === undefined ? "neither" : "both"}`,
      { at: "body.text" },
    );
  if (text !== undefined) checkLength(text);
  for (const [index, one] of (texts ?? []).entries())
    checkLength(one, { at: `body.texts.${index}` });
  const all = texts ?? (text === undefined ? [] : [text]);
  checkTotal(all, "body.texts");
  return all;
}

/** Throws if texts are too long in total. */
export function checkTotal(texts: readonly string[], at: string) {
  const total = texts.reduce((sum, one) => sum + one.length, 0);
  if (total > textsCharactersMax)
    throw ai.error(
      "text_too_long",
      `${at} must have at most ${textsCharactersMax} characters in total: they have ${total}`,
      { at },
    );
}
