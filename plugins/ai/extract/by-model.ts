import { type Static, splitSentences, t } from "hub";
import { promptModel } from "../language-model/ask-model.ts";
import type { ByModel } from "../language-model/choose-engine.ts";
import { itemAt } from "../lists.ts";
import { findOccurrences } from "../text/places.ts";
import type { AnswerInput, extractAnswers } from "./extract.ts";
import { readQuestion } from "./question.ts";
import { rateSentences } from "./rate-sentences.ts";

const schema = t.Object({
  answers: t.Array(
    t.Object({
      answer: t.String(),
      excerpt: t.Integer({ minimum: 0 }),
      score: t.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
  synthesized: t.String({ maxLength: 2000 }),
  citations: t.Array(t.Object({ quote: t.String(), excerpt: t.Integer({ minimum: 0 }) })),
});
const instructions = `You answer questions out of excerpts of documents and out of nothing else. Answer with up to "max_answers" short "answers" to "question", the best first: each "answer" is a piece of the excerpt with the number "excerpt" (from 0), exactly as it stands there, and "score" is how sure it is, from 0 to 1. "synthesized" is the answer in one to three sentences of your own, in the language of the question, and "citations" are the sentences of the excerpts that say so, exactly as they stand there. Where the excerpts do not answer the question, both lists and "synthesized" are empty.`;
/** Documents up to this total length are sent whole. Of longer ones only the most relevant sentences are sent. */
const wholeMax = 20_000;
const excerptsMax = 60;

/** An excerpt from a document. */
interface Excerpt {
  text: string;
  document: number;
  start: number;
}

interface Answered extends ReturnType<typeof extractAnswers> {
  sentence_model: string | null;
  synthesized?: {
    text: string;
    citations: { document: number; start: number; end: number; text: string }[];
  };
}

/** Answers a question with a language model: spans of the documents, and a text with citations. */
export const answersByModel: ByModel<AnswerInput, Answered> = async (input, doors, given) => {
  const { question, language, max_answers } = input;
  const excerpts = selectExcerpts(input);
  const answer = await promptModel(
    {
      name: "answer",
      instructions,
      schema,
      data: { question, language, max_answers, excerpts: excerpts.map(({ text }) => text) },
      tokensMax: 1500,
      fault: (found) => findFault(found, excerpts),
    },
    doors,
    given,
  );
  const answers = answer.answers.slice(0, max_answers).map(({ answer: text, excerpt, score }) => {
    const { document, start, end } = mustFind(text, excerpts[excerpt]);
    const whole = itemAt(input.documents, document);
    const sentence = splitSentences(whole, language).find(
      (one) => one.start <= start && start < one.end,
    );
    const said = whole.slice(start, end);
    return { answer: said, sentence: sentence?.text ?? said, document, start, end, score };
  });
  const citations = answer.citations.map(({ quote, excerpt }) => {
    const { document, start, end } = mustFind(quote, excerpts[excerpt]);
    return { document, start, end, text: itemAt(input.documents, document).slice(start, end) };
  });
  return {
    answers: answers.toSorted((a, b) => b.score - a.score),
    answerable: answers.length > 0,
    sentence_model: null,
    ...(answer.synthesized && { synthesized: { text: answer.synthesized, citations } }),
  };
};

/** Returns why a model's answer is unusable: a quotation isn't in its excerpt, or the text has no citations. */
function findFault(
  { answers, synthesized, citations }: Static<typeof schema>,
  excerpts: readonly Excerpt[],
): string | undefined {
  const isThere = (quote: string, at: number) => findQuotation(quote, excerpts[at]) !== undefined;
  if (answers.some((one) => !isThere(one.answer, one.excerpt)))
    return "an answer is not in its excerpt";
  const cited = citations.every(({ quote, excerpt }) => isThere(quote, excerpt));
  return cited && (synthesized === "" || citations.length > 0)
    ? undefined
    : "the synthesized answer has no citation from the excerpts";
}

function selectExcerpts({ documents, question, language }: AnswerInput): Excerpt[] {
  const isShort = documents.reduce((sum, one) => sum + one.length, 0) <= wholeMax;
  if (isShort) return documents.map((text, document) => ({ text, document, start: 0 }));
  const read = readQuestion(question, language);
  return rateSentences(documents, read, { language, limit: excerptsMax });
}

/** Returns the span of a quotation that was checked before. Throws if it is missing. */
function mustFind(quote: string, excerpt: Excerpt | undefined) {
  const place = findQuotation(quote, excerpt);
  if (!place) throw new RangeError("Cannot find a quotation in its excerpt");
  return place;
}

/** Returns the span of a quotation in its document. */
function findQuotation(quote: string, excerpt: Excerpt | undefined) {
  const [place] = excerpt ? findOccurrences(quote, excerpt.text) : [];
  if (!excerpt || !place) return undefined;
  const { document, start } = excerpt;
  return { document, start: start + place.start, end: start + place.end };
}
