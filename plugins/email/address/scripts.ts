/** The scripts in which there are top-level domains; letters of others are left alone. */
const scripts = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Lao",
  "Georgian",
  "Hangul",
  "Hiragana",
  "Katakana",
  "Bopomofo",
  "Han",
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, "u") }));

/** What is written together in Japanese, Chinese and Korean: UTS #39 §5.2, "highly restrictive". */
const together = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

/** Whether one part of a domain is written in scripts that no language mixes, as `pаypal` can be. */
export function hasMixedScripts(domain: string): boolean {
  if (Buffer.byteLength(domain) === domain.length) return false;
  return domain.split(".").some((label) => {
    const used = scriptsOf(label);
    return used.size > 1 && !together.some((set) => used.isSubsetOf(new Set(set)));
  });
}

function scriptsOf(label: string): Set<string> {
  const used = new Set<string>();
  for (const character of label) {
    const script = scripts.find(({ letter }) => letter.test(character));
    if (script) used.add(script.name);
  }
  return used;
}
