import { expect, test } from "bun:test";
import { getPublicSuffix, parse } from "tldts";
import { measureDistance } from "./distance.ts";
import { mistypedTlds, repairDomain, suggestDomain } from "./suggest.ts";

test.each([
  ["gmial.com", "gmail.com"],
  ["gmaim.com", "gmail.com"],
  ["outlokk.com", "outlook.com"],
  ["ahoo.com", "yahoo.com"],
  ["hotmai.fr", "hotmail.fr"],
  ["yaho.co.uk", "yahoo.co.uk"],
  ["gm\u0430il.com", "gmail.com"],
  ["acme.con", "acme.com"],
  ["gmial.con", "gmail.com"],
  ["gmail", "gmail.com"],
  ["t-onlien.de", "t-online.de"],
  ["freenett.de", "freenet.de"],
  ["lapsote.net", "laposte.net"],
  ["wanado.fr", "wanadoo.fr"],
  ["orang.fr", "orange.fr"],
  ["lbero.it", "libero.it"],
  ["seznma.cz", "seznam.cz"],
  ["interai.pl", "interia.pl"],
  ["freemial.hu", "freemail.hu"],
  ["telenett.be", "telenet.be"],
  ["nvaer.com", "naver.com"],
  ["hanmial.net", "hanmail.net"],
  ["foxmial.com", "foxmail.com"],
  ["docmo.ne.jp", "docomo.ne.jp"],
  ["redifmail.com", "rediffmail.com"],
  ["yahoo.couk", "yahoo.co.uk"],
  ["yahoo.comau", "yahoo.com.au"],
  ["acme.cojp", "acme.co.jp"],
  // The first letters are swapped.
  ["mgail.com", "gmail.com"],
  // Two slips in a name of ten characters.
  ["fereent.de", "freenet.de"],
])("%s accepts no mail, so suggests %s", (typed, meant) => {
  expect(suggestDomain(typed, { accepts: false })).toBe(meant);
});

// Each of these was once mistaken for the provider in the same row.
test.each([
  "gmail.fr",
  "comcast.com",
  "gm.com",
  "company.com",
  "example.com",
  "free.com",
  "aol.de",
  "life.com",
  "jmail.com",
  "terra.com",
  "web.dk",
  "gxm.de",
  "cloud.com",
  "mmail.com",
])("%s accepts no mail, but has no clear suggestion", (typed) => {
  expect(suggestDomain(typed, { accepts: false })).toBeUndefined();
});

test.each([
  ["gmial.com", "gmail.com"],
  ["gmali.com", "gmail.com"],
  ["gmial.con", "gmail.com"],
  ["yahpo.com", "yahoo.com"],
  ["hotmqil.com", "hotmail.com"],
  ["outolok.com", "outlook.com"],
  ["iclud.com", "icloud.com"],
  ["icould.com", "icloud.com"],
  ["googlemal.com", "googlemail.com"],
  ["protommail.com", "protonmail.com"],
])("for %s suggests %s, even though it accepts mail", (typed, meant) => {
  expect(suggestDomain(typed, { accepts: true })).toBe(meant);
});

// Companies, providers and countries with names similar to those of the largest providers.
test.each(
  "mailw.com mail.com email.com jmail.com gail.com cloud.com homemail.com hotels.com life.com like.com line.com fastmail.fm proton.com protonmail.ch yahoo.co.jp yammer.com outlook.co outbrain.com web.com web.dk wbe.de gxm.de gmx.dk gmc.com aon.com bol.com terra.com tiscali.com orange.com orange.be orange.es charter.com verizon.com comcast.com att.com cox.com shaw.com telus.com mail.fr mail.rs gmail.fr google.com icld.com zoom.com".split(
    " ",
  ),
)("%s isn't a typo", (domain) => {
  expect(suggestDomain(domain, { accepts: true })).toBeUndefined();
  expect(suggestDomain(domain, { accepts: undefined })).toBeUndefined();
});

test.each(["gmail", "ahoo.com", "yaho.co.uk"])(
  "suggests nothing for %s if it accepts mail",
  (domain) => {
    expect(suggestDomain(domain, { accepts: true })).toBeUndefined();
  },
);

test.each(["freenett.de", "wanado.fr", "seznma.cz", "interai.pl", "hanmial.net", "foxmial.com"])(
  "%s isn't corrected if it accepts mail, or may",
  (domain) => {
    expect(suggestDomain(domain, { accepts: true })).toBeUndefined();
    expect(suggestDomain(domain, { accepts: undefined })).toBeUndefined();
  },
);

test.each([
  ["gmail,com", "gmail.com"],
  ["gmail..com", "gmail.com"],
  ["gmail com", "gmail.com"],
  [".gmail.com.", "gmail.com"],
  ["gmail.com", "gmail.com"],
])("repairs the syntax of %j", (typed, meant) => {
  expect(repairDomain(typed)).toBe(meant);
});

test("requires certainty if it is unknown whether a domain accepts mail", () => {
  const suggest = (domain: string) => suggestDomain(domain, { accepts: undefined });
  expect(suggest("gmial.com")).toBe("gmail.com");
  expect(suggest("acme.con")).toBe("acme.com");
  expect(suggest("gmaim.com")).toBeUndefined();
});

test("no provider is a typo of another", () => {
  expect(suggestDomain("ymail.com", { accepts: false })).toBeUndefined();
});

test("every top-level domain in the list of typos doesn't exist", () => {
  for (const tld of mistypedTlds.keys()) expect(parse(`a.${tld}`).isIcann, tld).toBe(false);
  expect(getPublicSuffix("a.com")).toBe("com");
});

test.each([
  ["abc", "abc", 0],
  ["abc", "acb", 0.7],
  ["abbc", "abc", 0.7],
  ["abc", "abbc", 0.7],
  ["abv", "abc", 0.7],
  ["abp", "abc", 1],
  ["xabc", "abc", 1],
  ["abcd", "wxyz", Number.POSITIVE_INFINITY],
])("the distance from %s to %s is %d", (typed, meant, far) => {
  expect(measureDistance(typed, meant, { max: 2 })).toBeCloseTo(far, 9);
});

test.each([
  ["acme.com.", "acme.com"],
  [".acme.com", "acme.com"],
  ["acme,com", "acme.com"],
])("repairs %s", (typed, repaired) => {
  expect(repairDomain(typed)).toBe(repaired);
});

test("a top-level domain that doesn't exist is only corrected for the same name", () => {
  const options = { accepts: undefined, hasKnownTld: false };
  expect(suggestDomain("libero.ti", options)).toBe("libero.it");
  expect(suggestDomain("acme.moc", options)).toBeUndefined();
});

test.each([
  ["freenett", "freenet", 0.7],
  ["freenetx", "freenet", 1],
  ["frenet", "freenet", 0.7],
  ["freent", "freenet", 1],
  ["mgail", "gmail", 0.7],
])("from %s to %s the distance is %p, also if no more is allowed", (typed, intended, distance) => {
  expect(measureDistance(typed, intended, { max: distance })).toBeCloseTo(distance);
});
