// ISO 639-3 codes of the languages that can be found, by ISO 639-1.
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "am:amh ar:ara az:aze be:bel bg:bul bn:ben bo:bod ca:cat cs:ces da:dan de:deu dv:div el:ell en:eng " +
    "es:spa et:est eu:eus fa:fas fi:fin fr:fra gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye is:isl it:ita " +
    "ja:jpn ka:kat kk:kaz km:khm kn:kan ko:kor ku:kur lo:lao lt:lit lv:lav mk:mkd ml:mal mr:mar ms:msa " +
    "my:mya nl:nld no:nor or:ori pa:pan pl:pol ps:pus pt:por ro:ron ru:rus si:sin sk:slk sl:slv sq:sqi " +
    "sr:srp sv:swe ta:tam te:tel tg:tgk th:tha tl:tgl tr:tur uk:ukr ur:urd vi:vie yi:yid yo:yor zh:zho"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** The ISO 639-1 codes of the languages that can be found. */
export const knownLanguages: readonly string[] = Object.keys(codes);

/** What a language is called: its ISO 639-3 code, its English name and its own. */
export function namesOf(code: string) {
  if (!codes[code]) return { iso639_3: "und", name: "Undetermined", native_name: "" };
  return {
    iso639_3: codes[code],
    name: nameIn("en", code),
    native_name: nameIn(code, code),
  };
}

function nameIn(language: string, code: string): string {
  return new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
}
