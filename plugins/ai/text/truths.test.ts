import { expect, test } from "bun:test";
import fc from "fast-check";
import { splitSentences } from "hub";
import { cases } from "hub/testing";

const split = (text: string, language = "en") =>
  splitSentences(text, language).map((span) => span.text);

// The English golden rules of sentence segmentation of K. Dias's Pragmatic Segmenter, joined by spaces.
// Three of the 52 are omitted: unpunctuated lower-case lines, which are often one wrapped sentence;
// the side of four spaced full stops; and full stops without a space after them, as in file names.
const golden = `
Hello World. ¦ My name is Jonas.
What is your name? ¦ My name is Jonas.
There it is! ¦ I found it.
My name is Jonas E. Smith.
Please turn to p. 55.
Were Jane and co. at the party?
They closed the deal with Pitt, Briggs & Co. at noon.
Let's ask Jane and co. ¦ They should know.
They closed the deal with Pitt, Briggs & Co. ¦ It closed yesterday.
I can see Mt. Fuji from here.
St. Michael's Church is on 5th st. near the light.
That is JFK Jr.'s book.
I visited the U.S.A. last year.
I live in the E.U. ¦ How about you?
I live in the U.S. ¦ How about you?
I work for the U.S. Government in Virginia.
I have lived in the U.S. for 20 years.
At 5 a.m. Mr. Smith went to the bank. ¦ He left the bank at 6 P.M. ¦ Mr. Smith then went to the store.
She has $100.00 in her bag.
She has $100.00. ¦ It is in her bag.
He teaches science (He previously worked for 5 years as an engineer.) at the local University.
Her email is Jane.Doe@example.com. ¦ I sent her an email.
The site is: https://www.example.50.com/new-site/awesome_content.html. ¦ Please check it out.
She turned to him, 'This is great.' she said.
She turned to him, "This is great." she said.
She turned to him, "This is great." ¦ She held the book out to show him.
Hello!! ¦ Long time no see.
Hello?? ¦ Who is there?
Hello!? ¦ Is that you?
Hello?! ¦ Is that you?
1.) The first item ¦ 2.) The second item
1.) The first item. ¦ 2.) The second item.
1) The first item ¦ 2) The second item
1) The first item. ¦ 2) The second item.
1. The first item ¦ 2. The second item
1. The first item. ¦ 2. The second item.
• 9. The first item ¦ • 10. The second item
⁃9. The first item ¦ ⁃10. The second item
a. The first item ¦ b. The second item ¦ c. The third list item
This is a sentence\\ncut off in the middle because pdf.
It was a cold \\nnight in the city.
You can find it at N°. 1026.253.553. ¦ That is where the treasure is.
She works at Yahoo! in the accounting department.
We make a good team, you and I. ¦ Did you see Albert I. Jones yesterday?
Thoreau argues that by simplifying one’s life, “the laws of the universe will appear less complex. . . .”
"Bohr [...] used the analogy of parallel stairways [...]" (Smith 55).
If words are left off at the end of a sentence, indicate the end of the sentence with a period . . . . ¦ Next sentence.
I never meant that.... ¦ She left the store.
I wasn’t really ... well, what I mean...see . . . what I'm saying, the thing is . . . I didn’t mean it.
`
  .trim()
  .split("\n")
  .map((row) => row.replaceAll("\\n", "\n").split(" ¦ "));

test.each(golden.map((row) => [row]))("splits sentences by the golden rules: %j", (row) => {
  expect(split(row.join(" "))).toEqual(row);
});

// Sentences that start with a capital and don't end in an abbreviation split alike in any order, with one slip.
const whole = golden.flat().filter((one) => /^[A-Z]\p{Ll}.*\p{Ll}{4}[.!?]$/u.test(one));

test("splits sentences in any order like each alone", () => {
  const some = fc.array(fc.constantFrom(...whole, "it is a slip."), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(some, (row) => {
      expect(split(row.join(" "))).toEqual(row);
    }),
    cases(100),
  );
});

test("loses only white space between the sentences of any text", () => {
  const pieces = fc.constantFrom(
    ...'. ! ? … 。 U.S. e.g. a B 7 1. 2) • ( ) " ” ’ — \n é 😀 東 . .'.split(" "),
    " ",
    "  ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      let from = 0;
      for (const span of splitSentences(text)) {
        expect(text.slice(from, span.start).trim()).toBe("");
        expect(text.slice(span.start, span.end)).toBe(span.text);
        from = span.end;
      }
      expect(text.slice(from).trim()).toBe("");
    }),
    cases(300),
  );
});
