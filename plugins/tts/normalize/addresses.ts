import { asTable } from "hub";
import { openWords } from "hub/data-file";
import { type Cursor, followsWord, matchAt, type ReadingMatch } from "./cursor.ts";
import type { Speller } from "./languages/speller.ts";

const lists = openWords(new URL("./addresses.txt", import.meta.url), ["top-level domains"])();
const domains = lists["top-level domains"];

const scheme = /(?:https?:\/\/|ftp:\/\/|www\.)/iy;
/** The characters that end an address: spaces, quotation marks, and East Asian letters and punctuation. */
const outside = /[\s<>"'“”«»，。、！？；：（）「」\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const host = /[A-Za-z0-9][A-Za-z0-9-]{2,62}(?:\.[a-z0-9-]{1,62}){1,5}/y;
const mailbox = /[[\p{L}\d]--\p{sc=Han}][[\p{L}\d._%+\-]--\p{sc=Han}]{0,63}@/vy;
const mailHost = /[[\p{L}\d\-]--\p{sc=Han}]{1,63}(?:\.[[\p{L}\d\-]--\p{sc=Han}]{1,63}){1,5}/vy;

/** Reads a web address or an e-mail address. */
export function readAddress({ text, at, speller }: Cursor): ReadingMatch | undefined {
  if (followsWord(text, at) || /[@._-]/.test(text[at - 1] ?? "")) return undefined;
  const [name] = matchAt(mailbox, text, at) ?? [];
  const [domain] = (name && matchAt(mailHost, text, at + name.length)) || [];
  if (name !== undefined && domain !== undefined) {
    const email = name + domain;
    return { end: at + email.length, spoken: speakAddress(email, speller), kind: "email" };
  }
  const found = findUrl(text, at);
  const url = found.replace(/[.,;:!?)\]}]{1,5}$/, "");
  if (url === "") return undefined;
  const bare = url.replace(/^(?:https?|ftp):\/\//i, "").replace(/\/$/, "");
  return { end: at + url.length, spoken: speakAddress(bare, speller), kind: "url" };
}

function speakAddress(text: string, speller: Speller): string {
  const { words } = speller.language;
  const signs: Readonly<Record<string, string>> = asTable({
    ".": words.dot,
    "/": words.slash,
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
      if (/^\d/.test(piece))
        return piece.length <= 2 && piece[0] !== "0"
          ? speller.cardinal(piece)
          : speller.digits(piece);
      return Object.hasOwn(signs, piece) ? signs[piece] : /^www$/i.test(piece) ? "w w w" : piece;
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
  if (text[end] === "/") return known + readPath(text, end, 500);
  return /^(?:(?!\p{sc=Han})\p{L}|[\d@-])/u.test(text.slice(end, end + 2)) ? "" : known;
}

function readPath(text: string, at: number, lengthMax: number): string {
  const rest = text.slice(at, at + lengthMax);
  const length = rest.search(outside);
  return length < 0 ? rest : rest.slice(0, length);
}
