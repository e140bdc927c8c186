import * as ar from "stdnum/lib/cjs/ar";
import * as at from "stdnum/lib/cjs/at";
import * as au from "stdnum/lib/cjs/au";
import * as be from "stdnum/lib/cjs/be";
import * as bg from "stdnum/lib/cjs/bg";
import * as br from "stdnum/lib/cjs/br";
import * as ca from "stdnum/lib/cjs/ca";
import * as cl from "stdnum/lib/cjs/cl";
import * as cn from "stdnum/lib/cjs/cn";
import * as cz from "stdnum/lib/cjs/cz";
import * as de from "stdnum/lib/cjs/de";
import * as ee from "stdnum/lib/cjs/ee";
import * as es from "stdnum/lib/cjs/es";
import * as fi from "stdnum/lib/cjs/fi";
import * as fr from "stdnum/lib/cjs/fr";
import * as gr from "stdnum/lib/cjs/gr";
import * as hk from "stdnum/lib/cjs/hk";
import * as hr from "stdnum/lib/cjs/hr";
import * as ie from "stdnum/lib/cjs/ie";
import * as il from "stdnum/lib/cjs/il";
import * as india from "stdnum/lib/cjs/in";
import * as it from "stdnum/lib/cjs/it";
import * as lt from "stdnum/lib/cjs/lt";
import * as mx from "stdnum/lib/cjs/mx";
import * as my from "stdnum/lib/cjs/my";
import * as no from "stdnum/lib/cjs/no";
import * as nz from "stdnum/lib/cjs/nz";
import * as pk from "stdnum/lib/cjs/pk";
import * as pl from "stdnum/lib/cjs/pl";
import * as pt from "stdnum/lib/cjs/pt";
import * as ro from "stdnum/lib/cjs/ro";
import * as rs from "stdnum/lib/cjs/rs";
import * as ru from "stdnum/lib/cjs/ru";
import * as th from "stdnum/lib/cjs/th";
import * as tr from "stdnum/lib/cjs/tr";
import * as tw from "stdnum/lib/cjs/tw";
import * as ua from "stdnum/lib/cjs/ua";
import * as us from "stdnum/lib/cjs/us";
import * as za from "stdnum/lib/cjs/za";
import { foldNumbers } from "../recognize/fold.ts";
import type { TextEntity } from "../recognize/found.ts";
import { isPartOfWord } from "../text/words.ts";

/** A kind of identity number. */
interface NumberKind {
  pattern: RegExp;
  /** Checks the digits. The argument is the number as it is written. */
  isRight?: (shown: string) => boolean;
  /** A required preceding word, for numbers that are too common on their own. */
  word?: RegExp;
  type?: string;
  confidence?: number;
}

interface Validator {
  validate(value: string): { isValid: boolean };
}

/** Some validators don't expect the separators that their numbers are written with. */
const checks = (validator: Validator) => (shown: string) =>
  validator.validate(shown).isValid ||
  validator.validate(shown.replaceAll(/[^\p{L}\p{N}]/gu, "")).isValid;
/** Words before a number. Words in Han, Kana, Hangul or Thai need no space around them. */
const after = (words: string) =>
  new RegExp(
    `(?:(?<!\\p{L})(?:${words})(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}]))[^\\d\\n]{0,24}$`,
    "iu",
  );
const cjk = (words: string) => new RegExp(`(?:${words})[^\\d\\n]{0,12}$`, "iu");
const company = "vat_id";

const kinds: readonly NumberKind[] = [
  { pattern: /[1-9]\d{16}[\dXx]/g, isRight: checks(cn.ric), confidence: 0.97 },
  { pattern: /[1-9]\d{14}/g, word: cjk("身份证号?码?|身分證號?碼?|居民身份证") },
  {
    pattern: /[0-9A-HJ-NPQRTUWXY]{18}/g,
    isRight: checks(cn.uscc),
    word: cjk("统一社会信用代码|税号|纳税人识别号"),
    type: company,
  },
  { pattern: /[A-Z][1289A-D]\d{8}/g, isRight: checks(tw.natid), confidence: 0.8 },
  { pattern: /[A-Z]{1,2}\d{6} ?\([\dA]\)/g, isRight: checks(hk.hkid) },
  {
    pattern: /\d{4}[ -]?\d{4}[ -]?\d{4}/g,
    isRight: isMyNumber,
    word: cjk("マイナンバー|個人番号|my number"),
  },
  // Since 2020 the last digits of a Korean number are random.
  { pattern: /\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}/g, confidence: 0.9 },
  { pattern: /\d{13}/g, word: cjk("주민등록번호|주민번호|외국인등록번호") },
  { pattern: /\d{3}-\d{2}-\d{5}/g, word: cjk("사업자등록번호"), type: company },
  { pattern: /[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]/g, isRight: checks(india.pan) },
  { pattern: /[2-9]\d{3}[ -]\d{4}[ -]\d{4}/g, isRight: checks(india.aadhaar), confidence: 0.75 },
  {
    pattern: /\d{4} ?\d{4} ?\d{4}/g,
    isRight: checks(india.aadhaar),
    word: cjk("आधार|aadhaar|aadhar"),
  },
  {
    pattern: /\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]/g,
    isRight: checks(india.gstin),
    type: company,
  },
  { pattern: /\d{5}-\d{7}-\d/g, isRight: checks(pk.cnic) },
  { pattern: /\d-\d{4}-\d{5}-\d{2}-\d/g, isRight: checks(th.idnr) },
  { pattern: /\d{13}/g, isRight: checks(th.idnr), word: cjk("บัตรประชาชน|เลขประจำตัวประชาชน") },
  { pattern: /\d{6}-\d{2}-\d{4}/g, isRight: checks(my.nric), confidence: 0.85 },
  { pattern: /[STFGM]\d{7}[A-Z]/g, isRight: isNric },
  { pattern: /\d{16}/g, word: after("nik|ktp|nomor induk kependudukan") },
  { pattern: /\d{12}|\d{9}/g, word: after("cccd|cmnd|căn cước(?: công dân)?|chứng minh nhân dân") },
  { pattern: /784-?\d{4}-?\d{7}-?\d/g },
  {
    pattern: /\d{10}|\d{14}/g,
    word: cjk("رقم الهوية|الهوية الوطنية|الرقم القومي|رقم الإقامة|بطاقة الهوية"),
  },
  {
    pattern: /\d{8,9}/g,
    isRight: checks(il.idnr),
    word: cjk('ת\\.?["״]?ז|תעודת זהות|מספר זהות|teudat zehut'),
  },
  {
    pattern: /\d{11}/g,
    isRight: checks(tr.tckimlik),
    word: after("t\\.?c\\.?|kimlik|tckn|tc kimlik no|kimlik no"),
  },
  { pattern: /\d{12}|\d{10}/g, isRight: checks(ru.inn), word: after("инн") },
  { pattern: /\d{3}-\d{3}-\d{3}[ -]\d{2}/g, isRight: isSnils },
  { pattern: /\d{11}/g, isRight: isSnils, word: after("снилс") },
  { pattern: /\d{2} ?\d{2} ?(?:№ ?)?\d{6}/g, word: after("паспорт\\p{L}{0,3}"), type: "passport" },
  {
    pattern: /\d{10}/g,
    isRight: checks(ua.rntrc),
    word: after("рнокпп|іпн|ідентифікаційний код|інн"),
  },
  {
    pattern: /\d{3}-\d{3}-\d{2}-\d{2}|\d{3}-\d{2}-\d{2}-\d{3}/g,
    isRight: checks(pl.nip),
    type: company,
  },
  { pattern: /\d{10}/g, isRight: checks(pl.nip), word: after("nip"), type: company },
  { pattern: /\d{9}(?:\d{5})?/g, isRight: checks(pl.regon), word: after("regon"), type: company },
  { pattern: /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/g, word: after("curp") },
  {
    pattern: /\d-?\d{4}-?\d{5}-?\d{2}-?\d/g,
    word: cjk("บัตรประชาชน|เลขประจำตัวประชาชน"),
  },
  { pattern: /[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d/g, isRight: checks(mx.curp) },
  { pattern: /[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}/g, word: after("rfc") },
  { pattern: /[A-ZÑ&]{4}\d{6}[A-Z\d]{3}/g, isRight: checks(mx.rfc), confidence: 0.8 },
  { pattern: /\d{2}-\d{8}-\d/g, isRight: checks(ar.cuit) },
  { pattern: /\d{11}/g, isRight: checks(ar.cuit), word: after("cui[tl]") },
  { pattern: /\d{1,2}\.?\d{3}\.?\d{3}/g, word: after("dni|d\\.n\\.i\\.?|documento") },
  { pattern: /\d{1,2}\.\d{3}\.\d{3}-[\dKk]/g, isRight: checks(cl.rut) },
  { pattern: /\d{7,8}-[\dKk]/g, isRight: checks(cl.rut), word: after("ru[tn]") },
  {
    pattern: /\d{1,3}(?:\.?\d{3}){2,3}(?:-\d)?/g,
    word: after("c\\.?c\\.?|cédula(?: de ciudadanía)?|nit"),
  },
  { pattern: /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/g, isRight: checks(br.cnpj), type: company },
  { pattern: /\d{14}/g, isRight: checks(br.cnpj), word: after("cnpj"), type: company },
  { pattern: /\d{1,2}\.\d{3}\.\d{3}-[\dXx]/g, word: after("rg|r\\.g\\.?|identidade") },
  { pattern: /\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}/g, isRight: checks(be.nn) },
  {
    pattern: /\d{11}/g,
    isRight: checks(be.nn),
    word: after("rijksregister(?:nummer)?|registre national|insz|niss"),
  },
  {
    pattern: /\d{4} ?\d{6}/g,
    isRight: checks(at.vnr),
    word: after("svnr|sv-nr\\.?|sozialversicherungsnummer|versicherungsnummer"),
  },
  { pattern: /\d{2} ?\d{6} ?[A-Z] ?\d{3}/g, isRight: checks(de.svnr) },
  { pattern: /\d{6}[-+A-FU-Y]\d{3}[\dA-FHJ-NPR-Y]/g, isRight: checks(fi.hetu) },
  { pattern: /\d{6} ?\d{5}/g, isRight: checks(no.fodselsnummer), confidence: 0.85 },
  { pattern: /\d{6}-?\d{4}/g, word: after("cpr(?:-?n(?:r|ummer))?|kennitala|personnummer") },
  { pattern: /[1-6]\d{10}/g, isRight: checks(ee.ik), word: after("isikukood") },
  { pattern: /[1-6]\d{10}/g, isRight: checks(lt.asmens), word: after("asmens kodas|a\\.k\\.") },
  { pattern: /\d{6}-?\d{5}/g, word: after("personas kods") },
  { pattern: /\d{9}/g, isRight: checks(pt.nif), word: after("nif|contribuinte|nipc") },
  { pattern: /[A-HJNP-SUVW]\d{7}[\dA-J]/g, isRight: checks(es.cif), type: company },
  { pattern: /\d{2}[ /]?\d{8}[ /]?\d{2}/g, word: after("n\\.?º? ?ss|nuss|seguridad social") },
  {
    pattern: /\d{11}/g,
    isRight: checks(it.iva),
    word: after("p\\.? ?iva|partita iva"),
    type: company,
  },
  {
    pattern: /\d{3} ?\d{3} ?\d{3}(?: ?\d{5})?/g,
    isRight: isSiret,
    word: after("sire[nt]"),
    type: company,
  },
  { pattern: /\d{11}/g, isRight: checks(gr.amka), word: after("αμκα|amka") },
  { pattern: /\d{9}/g, isRight: checks(gr.vat), word: after("αφμ|afm"), type: company },
  { pattern: /[1-9]\d{12}/g, isRight: checks(ro.cnp), confidence: 0.8 },
  { pattern: /\d{10}/g, isRight: checks(bg.egn), word: after("егн|egn") },
  { pattern: /\d{3}[ -]?\d{3}[ -]?\d{3}/g, word: after("taj(?:-?szám)?") },
  { pattern: /8\d{9}/g, word: after("adóazonosító(?: jel)?") },
  { pattern: /\d{6}\/\d{3,4}/g, isRight: checks(cz.rc), confidence: 0.85 },
  { pattern: /\d{11}/g, isRight: checks(hr.oib), word: after("oib") },
  { pattern: /\d{13}/g, isRight: checks(rs.jmbg), word: after("jmbg|emšo|emso|јмбг") },
  { pattern: /\d{6} ?\d{4} ?\d{3}/g, isRight: checks(za.idnr), confidence: 0.75 },
  {
    pattern: /\d{3}[ -]?\d{3}[ -]?\d{3}/g,
    isRight: checks(ca.sin),
    word: after("sin|social insurance(?: number)?|nas"),
  },
  {
    pattern: /\d{3} ?\d{3} ?\d{2,3}/g,
    isRight: checks(au.tfn),
    word: after("tfn|tax file(?: number)?"),
  },
  {
    pattern: /\d{2} ?\d{3} ?\d{3} ?\d{3}/g,
    isRight: checks(au.abn),
    word: after("abn"),
    type: company,
  },
  { pattern: /\d{4} ?\d{5} ?\d(?:[ /-]?\d)?/g, word: after("medicare(?: number| no\\.?)?") },
  { pattern: /\d{2,3}-?\d{3}-?\d{3}/g, isRight: checks(nz.ird), word: after("ird") },
  {
    pattern: /\d{2}-?\d{7}/g,
    isRight: checks(us.ein),
    word: after("ein|employer identification(?: number)?|tax id"),
    type: company,
  },
  { pattern: /9\d{2}-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}/g, type: "ssn", confidence: 0.85 },
  { pattern: /\d{7}[A-W][A-IW]?/g, isRight: checks(ie.pps), confidence: 0.8 },
  { pattern: /\d{11}/g, word: after("nin|bvn") },
  {
    pattern: /[12]\d{12}(?: ?\d{2})?/g,
    isRight: checks(fr.nir),
    word: after("sécurité sociale|nir|n° ?ss"),
  },
];

/** Finds identity and tax numbers by their format, check digits and preceding words, in any script. */
export function* findIdentityNumbers(original: string): Generator<TextEntity> {
  const text = foldNumbers(original);
  for (const { pattern, isRight, word, type = "national_id", confidence = 0.92 } of kinds)
    for (const match of text.matchAll(pattern)) {
      const [shown] = match;
      const [start, end] = [match.index, match.index + shown.length];
      const isLabelled = word?.test(text.slice(Math.max(0, start - 48), start));
      // A number may touch its own label: "ИНН500100732259".
      if ((isPartOfWord(text, start - 1) && !isLabelled) || isPartOfWord(text, end)) continue;
      if (/\d[.,/-]$/.test(text.slice(Math.max(0, start - 2), start))) continue;
      if (/^[.,/-]\d/.test(text.slice(end, end + 2))) continue;
      if (isLabelled === false) continue;
      if (isRight && !isRight(shown)) continue;
      const normalized = shown.replaceAll(/[^\p{L}\d]/gu, "").toUpperCase();
      yield { type, start, end, confidence, normalized };
    }
}

function sumWeighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Checks a Japanese individual number, by the ordinance on the My Number Act. */
function isMyNumber(shown: string): boolean {
  const digits = shown.replaceAll(/\D/g, "");
  const rest = sumWeighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === Number(digits[11]);
}

/** Checks a Russian insurance number. Numbers up to 001-001-998 have no check digits. */
function isSnils(shown: string): boolean {
  const digits = shown.replaceAll(/\D/g, "");
  const rest = sumWeighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return (rest === 100 ? 0 : rest) === Number(digits.slice(9));
}

/** Checks the letter of a Singaporean number. */
function isNric(shown: string): boolean {
  const kind = shown.charAt(0);
  const offset = kind === "T" || kind === "G" ? 4 : kind === "M" ? 3 : 0;
  const rest = (sumWeighted(shown.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  const letters =
    kind === "M"
      ? "XWUTRQPNJLK"[10 - rest]
      : (kind === "S" || kind === "T" ? "JZIHGFEDCBA" : "XWUTRQPNMLK")[rest];
  return letters === shown.charAt(8);
}

function isSiret(shown: string): boolean {
  const digits = shown.replaceAll(/\D/g, "");
  return checks(digits.length === 14 ? fr.siret : fr.siren)(digits);
}
