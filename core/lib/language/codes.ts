/** The supported languages, by ISO 639-1 code (or else 639-3), with their 639-3 codes. */
export const languageCodes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "af:afr am:amh ar:ara az:aze be:bel bg:bul bn:ben bo:bod bs:bos ca:cat ceb:ceb co:cos cs:ces cy:cym da:dan " +
    "de:deu dv:div el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fr:fra fy:fry ga:gle gd:gla gl:glg " +
    "gu:guj ha:hau haw:haw he:heb hi:hin hmn:hmn hr:hrv ht:hat hu:hun hy:hye id:ind ig:ibo is:isl it:ita ja:jpn " +
    "jv:jav ka:kat kk:kaz km:khm kn:kan ko:kor ku:kur ky:kir la:lat lb:ltz lo:lao lt:lit lv:lav mg:mlg mi:mri " +
    "mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya ne:nep nl:nld no:nor ny:nya or:ori pa:pan pl:pol ps:pus " +
    "pt:por ro:ron ru:rus sd:snd si:sin sk:slk sl:slv sm:smo sn:sna so:som sq:sqi sr:srp st:sot su:sun sv:swe " +
    "sw:swa ta:tam te:tel tg:tgk th:tha tl:tgl tr:tur uk:ukr ur:urd uz:uzb vi:vie xh:xho yi:yid yo:yor zh:zho zu:zul"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);

/** Languages that only the neural network supports, not the n-gram detector. */
export const byNetworkAlone: ReadonlySet<string> = new Set(
  (
    "af bs ceb co cy eo fy ga gd gl ha haw hmn ht id ig jv kk km ku ky la lb mg mi mk mn mt my ne ny ps sd si sm " +
    "sn so st su sw tg uz xh yi zu"
  ).split(" "),
);
