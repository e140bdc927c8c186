const tagsMax = 10;

/** Hashtags of phrases: `interest rates` is `#InterestRates`. */
export function hashtagsOf(phrases: readonly string[]): string[] {
  const tags = phrases.map((phrase) => {
    const words = phrase.split(/[^\p{L}\p{M}\p{N}]/u).filter((word) => word !== "");
    if (words.length === 1 && words[0] !== words[0]!.toLowerCase()) return `#${words[0]}`;
    const name = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
    return `#${words.length === 1 ? words[0] : name}`;
  });
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))].slice(0, tagsMax);
}
