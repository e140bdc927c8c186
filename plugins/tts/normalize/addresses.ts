import { asTable } from "hub";
import { openWords } from "hub/data-file";
import { type Cursor, followsWord, matchAt, type ReadingMatch } from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";

const lists = openWords(new URL("./addresses.txt", import.meta.url), [
  "top-level domains",
  "file types",
])();
const { "top-level domains": domains, "file types": fileTypes } = lists;

const scheme = /(?:https?:\/\/|ftp:\/\/|file:\/\/\/|www\.)/iy;
/** The characters that end an address: spaces, quotation marks, and East Asian letters and punctuation. */
const outside = /[\s<>"'“”«»，。、！？；：（）「」\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const host = /[A-Za-z0-9][A-Za-z0-9-]{2,62}(?:\.[a-z0-9-]{1,62}){1,5}/y;
const mailbox = /[[\p{L}\d]--\p{sc=Han}][[\p{L}\d._%+\-]--\p{sc=Han}]{0,63}@/vy;
const mailHost = /[[\p{L}\d\-]--\p{sc=Han}]{1,63}(?:\.[[\p{L}\d\-]--\p{sc=Han}]{1,63}){1,5}/vy;

/** A file's path, such as `/var/www` and `C:\\Users`. */
const filePath =
  /(?:[A-Z]:(?=\\)|(?=(?:\/[a-z\d._-]{1,60}){2}))(?:[\\/][A-Za-z\d._-]{1,60}){1,20}[\\/]?/y;

/** A user's name, such as `@ada.example`. */
const handle = /@[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9])?/y;
const file = /[\p{L}\p{M}\d_-]{1,60}\.(?<type>[a-z0-9]{2,5})(?![\p{L}\d/@]|\.\p{L})/uy;

/** Returns the name of a file of a common type. */
function matchFile(text: string, at: number): RegExpExecArray | undefined {
  const found = matchAt(file, text, at);
  return fileTypes.has(found?.groups?.type ?? "") ? found : undefined;
}

/** Reads a web address, an e-mail address, a user's name or the name of a file. */
export function readAddress({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (followsWord(text, at) || /[@_-]|[^\s]\./.test(text.slice(Math.max(0, at - 2), at)))
    return undefined;
  const [name] = matchAt(mailbox, text, at) ?? [];
  const [domain] = (name && matchAt(mailHost, text, at + name.length)) || [];
  if (name !== undefined && domain !== undefined) {
    const nameEnd = at + name.length + domain.length;
    const path = text[nameEnd] === "/" ? readPath(text, nameEnd, 500) : "";
    const email = name + domain + path;
    return { end: at + email.length, spoken: speakAddress(email, speller), kind: "email" };
  }
  const [other] =
    matchAt(handle, text, at) ?? matchAt(filePath, text, at) ?? matchFile(text, at) ?? [];
  if (other !== undefined)
    return { end: at + other.length, spoken: speakAddress(other, speller), kind: "url" };
  const found = findUrl(text, at);
  const url = found.replace(/[.,;:!?)\]}]{1,5}$/, "");
  if (url === "") return undefined;
  const bare = url.replace(/^(?:https?|ftp):\/\//i, "").replace(/\/$/, "");
  return { end: at + url.length, spoken: speakAddress(bare, speller), kind: "url" };
}

function speakAddress(text: string, speller: Speller): string {
  const { words, texts } = speller.language;
  const { letters } = texts;
  const signs: Readonly<Record<string, string>> = asTable({
    ".": words.dot,
    "/": words.slash,
    "\\": words.backslash ?? words.slash,
    "-": words.dash,
    _: words.underscore,
    "@": words.at,
    ":": words.colon,
    "=": words.equals,
    "+": words.plus,
    "&": words.and,
    "?": words.question,
  });
  const pieces = text.match(/\d{1,200}|[\p{L}\p{M}]{1,2000}|[^\p{L}\p{M}\d]/gu) ?? [];
  return pieces
    .map((piece) => {
      const name = letters[piece.toLowerCase()];
      if (/^\d/.test(piece)) return speller.digits(piece);
      if (name !== undefined || piece in signs) return name ?? signs[piece];
      const isSpelled = letters.a !== undefined || /^www$/i.test(piece) || fileTypes.has(piece);
      return isSpelled
        ? Array.from(piece, (char) => letters[char.toLowerCase()] ?? char).join(" ")
        : piece;
    })
    .join(" ")
    .replaceAll(/ {2,10}/g, " ")
    .trim();
}

/** Returns the address at a position: with a scheme, or a host under a known domain. */
function findUrl(text: string, at: number): string {
  const [start] = matchAt(scheme, text, at) ?? [];
  if (start !== undefined) {
    const path = readPath(text, at + start.length, 2000);
    return path === "" ? "" : start + path;
  }
  const [name = ""] = matchAt(host, text, at) ?? [];
  const labels = name.split(".");
  while (labels.length > 1 && !domains.has(labels.at(-1) ?? "")) labels.pop();
  const known = labels.join(".");
  const end = at + known.length;
  if (labels.length < 2) return "";
  const [port = ""] = matchAt(/:\d{2,5}(?!\d)/y, text, end) ?? [];
  if (text[end + port.length] === "/") return known + readPath(text, end, 500);
  if (port !== "") return known + port;
  return /^(?:(?!\p{sc=Han})\p{L}|[\d@-])/u.test(text.slice(end, end + 2)) ? "" : known;
}

function readPath(text: string, at: number, lengthMax: number): string {
  const rest = text.slice(at, at + lengthMax);
  const length = rest.search(outside);
  return length < 0 ? rest : rest.slice(0, length);
}
