const pairs =
  "do not>don't|does not>doesn't|did not>didn't|is not>isn't|are not>aren't|was not>wasn't|were not>weren't|" +
  "have not>haven't|has not>hasn't|had not>hadn't|cannot>can't|can not>can't|could not>couldn't|will not>won't|" +
  "would not>wouldn't|should not>shouldn't|must not>mustn't|I am>I'm|you are>you're|we are>we're|they are>they're|" +
  "he is>he's|she is>she's|it is>it's|that is>that's|there is>there's|what is>what's|who is>who's|where is>where's|" +
  "I have>I've|you have>you've|we have>we've|they have>they've|I will>I'll|you will>you'll|he will>he'll|she will>she'll|" +
  "it will>it'll|we will>we'll|they will>they'll|I would>I'd|you would>you'd|he would>he'd|she would>she'd|we would>we'd|" +
  "they would>they'd|let us>let's|should have>should've|could have>could've|would have>would've";

/** Long forms and their contractions. */
export const contractions: readonly (readonly [long: string, short: string])[] = pairs
  .split("|")
  .map((pair) => pair.split(">") as [string, string]);

const participles =
  "been|got|had|done|gone|seen|made|become|taken|given|come|never|always|already|just";

/** What a contraction stands for here: "it's been" is "it has been". */
export function expanded(short: string, long: string, behind: string): string {
  const isHas =
    /'s$/.test(short) &&
    new RegExp(`^\\s(?:${participles})\\b|^\\s\\p{L}{2,20}ed\\b(?! by)`, "iu").test(behind);
  const isHad =
    /'d$/.test(short) && /^\s(?:been|better|had|done|gone|seen|already|never)\b/i.test(behind);
  if (isHas) return long.replace(/is$/, "has");
  return isHad ? long.replace(/would$/, "had") : long;
}
