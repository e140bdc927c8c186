/** One slip from a giant, and somebody's own all the same. */
export const namesakes: ReadonlySet<string> = new Set(["cloud.com", "gail.com"]);

/** Mistyped domains that are nobody's mail: each stands for one provider and no other. */
export const knownTypos: ReadonlyMap<string, string> = pairs({
  "gmail.com":
    "gamil.com gmial.com gmai.com gmal.com gmil.com gmaill.com gmaiil.com ggmail.com gnail.com gmsil.com gmqil.com gmail.co gmail.cm gmail.om gmailcom gmail.comm gmail.com.com gmaul.com gmaik.com gmailc.om",
  "googlemail.com": "googlmail.com goglemail.com googelmail.com",
  "yahoo.com":
    "yaho.com yahooo.com yhoo.com yhaoo.com yahho.com yaoo.com yahoo.co yahoo.cm yahoo.om yahoocom yahoo.com.com tahoo.com uahoo.com",
  "hotmail.com":
    "hotmial.com hotmal.com hotmai.com hotmil.com hotmaill.com hotamil.com hotnail.com homail.com htomail.com hotmsil.com hotmail.co hotmail.cm hotmail.om hotmailcom hotmail.com.com hitmail.com hormail.com",
  "outlook.com":
    "outlok.com outllok.com outlool.com outloook.com oulook.com outloo.com otlook.com outlook.cm outlook.om outlookcom",
  "icloud.com":
    "iclod.com icoud.com iclould.com icluod.com icould.com icloud.co icloud.cm icloud.om icloudcom",
  "aol.com": "aol.co aol.cm aol.om aolcom",
  "protonmail.com": "protonmial.com protomail.com protonmai.com",
  "comcast.net": "comcst.net comcat.net comacst.net",
});

/** Top-level domains that do not exist, and the one beside each on the keyboard or in the ear. */
export const mistypedTlds: ReadonlyMap<string, string> = pairs({
  com: "con cmo ocm cpm comm coom ccom cim vom xom clm ckm coma comn c0m",
  net: "nte nett ner nrt",
  org: "ogr orgg prg ofg",
});

function pairs(meant: Record<string, string>): Map<string, string> {
  return new Map(
    Object.entries(meant).flatMap(([right, wrong]) =>
      wrong.split(" ").map((typed): [string, string] => [typed, right]),
    ),
  );
}
