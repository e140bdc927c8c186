import { foldNumbers } from "../recognize/fold.ts";
import { findMatches, type TextEntity } from "../recognize/found.ts";
import { buildWordPattern, isListed, joinLists } from "../recognize/introductions.ts";
import { findCards } from "../recognize/numbers.ts";

// The key formats of well-known services, and JSON Web Tokens (RFC 7519).
const known = new RegExp(
  [
    "sk-[\\w-]{16,200}",
    "gh[pousr]_\\w{20,255}",
    "github_pat_\\w{20,255}",
    "glpat-[\\w-]{20,60}",
    "npm_\\w{30,60}",
    "pypi-[\\w-]{50,250}",
    "hf_\\w{20,60}",
    "dop_v1_[0-9a-f]{40,80}",
    "shp(?:at|ss|ca|pa)_[0-9a-fA-F]{32}",
    "(?:AKIA|ASIA)[0-9A-Z]{16}",
    "AIza[\\w-]{35}",
    "ya29\\.[\\w-]{10,300}",
    "GOCSPX-[\\w-]{20,60}",
    "xox[abeprs]-[\\w-]{10,200}",
    "[rsp]k_(?:live|test)_\\w{16,200}",
    "whsec_\\w{20,80}",
    "SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}",
    "\\d{8,10}:AA[\\w-]{33}",
    "eyJ[\\w-]{8,2000}\\.[\\w-]{8,4000}\\.[\\w-]{8,2000}",
  ]
    .map((form) => `(?:${form})`)
    .join("|")
    .replace(/^/, "(?<![\\w-])(?:")
    .concat(")(?![\\w-])"),
  "g",
);

/** Names of fields whose value is always a secret, and of those whose value is one if it looks random. */
const secretFields =
  "(?:access|auth|refresh|id|session|bearer|csrf|bot|api|reset|security)?[_-]?token|api[_-]?key|apikey|client[_-]?secret|secret(?:[_-]?(?:access[_-]?)?key)?|private[_-]?key(?:[_-]id)?|account[_-]?key|shared[_-]?access[_-]?key|session[_-]?(?:id|key|cookie)|sid|jsessionid|phpsessid|aws[_-]secret[_-]access[_-]key|access[_-]?key(?:[_-]id)?|passw(?:or)?d|passphrase|pwd|jwt|otp|sas|x-amz-(?:signature|credential|security-token)|x-goog-signature";
const possibleFields = "sig|signature|key|code|auth|sid|session(?:[_-]?id)?|ticket|invite|hash|k|t";
const query = new RegExp(
  `(?<=[?&#;])(?:(?<sure>${secretFields})|(?:${possibleFields}))=(?<value>[^\\s&#"'<>)]{1,2000})`,
  "giu",
);
const field = new RegExp(
  `(?<![\\p{L}\\p{N}?&#;])(?:${secretFields})["']?(?: ?[:=]>? ?| is )["'“]?(?<value>[^\\s"'“”,;&]{6,500})`,
  "giu",
);

/** Finds keys and tokens anywhere, passwords after an introducing word, and security codes of cards. */
export function* findSecrets(text: string): Generator<TextEntity> {
  yield* findMatches(text, known, () => ({ type: "secret", confidence: 0.97 }));
  yield* findMatches(text, /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w\s+/=:,-]{1,8000}/g, () => ({
    type: "secret",
    confidence: 0.99,
  }));
  yield* findSecretsInAddresses(text);
  for (const { start, end } of findValues(text, field))
    if (isRandom(text.slice(start, end))) yield { type: "secret", start, end, confidence: 0.9 };
  for (const { start, end } of findValues(
    text,
    /(?<!\p{L})(?:bearer|basic)[ :]{1,2}(?<value>[\w.~+/=-]{8,2000})/giu,
  ))
    if (isRandom(text.slice(start, end))) yield { type: "secret", start, end, confidence: 0.9 };
  yield* findPasswords(text);
  for (const { start, end } of findValues(text, foreignSecret))
    if (/[\d!-/:-@[-`{-~]|\p{Ll}\p{Lu}/u.test(text.slice(start, end)))
      yield { type: "secret", start, end: cutUnspaced(text, start, end), confidence: 0.85 };
  yield* findCardCodes(text);
}

/** Yields the span of each match's group "value", without a full stop that ends the sentence. */
function* findValues(text: string, pattern: RegExp): Generator<{ start: number; end: number }> {
  for (const match of text.matchAll(pattern)) {
    const value = (match.groups?.value ?? "").replace(/[.!?)\]}]{1,4}$/, "");
    const start = match.index + match[0].lastIndexOf(match.groups?.value ?? "");
    yield { start, end: start + value.length };
  }
}

/** Whether a value isn't a word: it has digits and letters, or signs, or is very long. */
function isRandom(value: string): boolean {
  return (
    (/\d/.test(value) && value.length >= 6) || /\p{L}\p{Lu}/u.test(value) || value.length >= 24
  );
}

/** Finds tokens in URLs: in the query, in the fragment, before the host and in the path. */
function* findSecretsInAddresses(text: string): Generator<TextEntity> {
  for (const match of text.matchAll(query)) {
    const { value = "", sure: isSure } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (isSure !== undefined || (value.length >= 8 && isRandom(value)))
      yield { type: "secret", start: end - value.length, end, confidence: 0.9 };
  }
  yield* findMatches(
    text,
    /(?<=\b[a-z][a-z\d+.-]{1,15}:\/\/[^\s/:@]{0,64}:)[^\s/@]{1,128}(?=@)/gi,
    () => ({
      type: "secret",
      confidence: 0.99,
    }),
  );
  for (const pattern of [
    /(?<=hooks\.slack\.com\/services\/|api\.telegram\.org\/bot)[\w/:-]{8,200}/g,
    /(?<=\/api\/webhooks\/\d{5,25}\/)[\w/:-]{8,200}/g,
  ])
    yield* findMatches(text, pattern, () => ({ type: "secret", confidence: 0.97 }));
  yield* findMatches(
    text,
    /(?<=:\/\/[^\s/]{1,255}\/[^\s?#]{0,500})(?<=\/)[\w-]{20,200}(?=[/?#\s]|$)/g,
    ([part]) =>
      // Page names are words with dashes, and commit hashes are in lower case.
      /(?=[^\d]{0,200}\d)(?=[^a-z]{0,200}[a-z])(?=[^A-Z]{0,200}[A-Z])/.test(part) &&
      part.split(/[-_]/).some((word) => word.length >= 16)
        ? { type: "secret", confidence: 0.8 }
        : undefined,
  );
}

/** Ends a value in ASCII before the text that goes on in a script without spaces. */
function cutUnspaced(text: string, start: number, end: number): number {
  const ascii = /^[\x21-\x7e]{4,128}/.exec(text.slice(start, end))?.[0];
  return ascii === undefined ? end : start + ascii.length;
}

const password = new RegExp(
  `${buildWordPattern("password")}(?: is| ist| lautet)?(?: ?[:=])? ?["'“]?`,
  "giu",
);

function* findPasswords(text: string): Generator<TextEntity> {
  for (const match of text.matchAll(password)) {
    const start = match.index + match[0].length;
    let end = start;
    while (end < text.length && end - start < 128 && !/[\s"'”,;&\ufffc]/u.test(text.charAt(end)))
      end++;
    while (/[.!?)]/.test(text[end - 1] ?? "") && end > start) end--;
    const value = text.slice(start, end);
    const isSure = /[:=]/.test(match[0]) && value.length >= 3 && !isListed("no password", value);
    const isCode = /^pin/i.test(match[0]) && /^\d{4,8}$/.test(value);
    if (isSure || isCode || (value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value)))
      yield { type: "secret", start, end, confidence: isSure || isCode ? 0.85 : 0.7 };
  }
}

/** Signs and verbs between the word for a password and its value, and a character of a value. */
const copula =
  "(?: ?[:=：＝] ?|[はがを是为為]：?| (?:is|è|es|jest|je|är|er|este|là|это|-|–|—) |는 ?|은 ?|: ?)";
const valueSign = "[^\\s\"'”」』,;，。、؛&<>\\ufffc]";
/** Words for a password, key or token in other languages, which a colon, an equals sign or "is" follows. */
const foreignSecret = new RegExp(
  `(?:${joinLists(["foreign password without spaces"])}|${buildWordPattern("foreign password")})["'”]?${copula}["'“「『]?(?<value>${valueSign}{4,128})`,
  "giu",
);

const codeWord = buildWordPattern("card code");
const codeBehind = new RegExp(
  `${codeWord}(?! (?:of|in|from|since)\\b)[^\\d\\n.!?\\ufffc]{0,20}(?<value>\\d{3,4})(?![\\d/])`,
  "giu",
);
const codeBefore = new RegExp(`(?<![\\d/.,-])(?<value>\\d{3,4}) ?\\(?${codeWord}`, "giu");

/** A card's expiry date after its number, before a further separator. */
const expiryDate = new RegExp(
  `^[ ,;|/]{1,3}(?:${joinLists(["card expiry"])})?:? ?\\d\\d ?[/-] ?(?:20)?\\d\\d(?=[ ,;|/])`,
  "iu",
);
const codeBehindCard = /^[ ,;|/]{1,3}(\d{3,4})(?= ?(?:$|[\n.,;|)]))/u;

/**
 * Finds the three or four digits on a card: next to an introducing word, or after the card's number and expiry
 * date.
 */
function* findCardCodes(original: string): Generator<TextEntity> {
  const text = foldNumbers(original);
  for (const pattern of [codeBehind, codeBefore])
    for (const match of text.matchAll(pattern)) {
      const { value = "" } = match.groups ?? {};
      const at = pattern === codeBehind ? match[0].length - value.length : 0;
      const start = match.index + at;
      yield { type: "secret", start, end: start + value.length, confidence: 0.95 };
    }
  for (const card of findCards(text)) {
    const behind = text.slice(card.end, card.end + 48);
    const expiry = expiryDate.exec(behind)?.[0].length ?? 0;
    const [whole, value = ""] = codeBehindCard.exec(behind.slice(expiry)) ?? [];
    if (whole === undefined) continue;
    const end = card.end + expiry + whole.length;
    yield { type: "secret", start: end - value.length, end, confidence: 0.8 };
  }
}
