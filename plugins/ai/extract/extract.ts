import { findSentences } from "./find-sentences.ts";
import { pickSpan } from "./pick-span.ts";
import { readQuestion } from "./question.ts";

/** A question, and where the answer may be. */
export interface AnswerInput {
  question: string;
  documents: readonly string[];
  language: string;
  max_answers: number;
}

const enough = 0.4;
const tried = 12;

/** Answers a question by pieces of documents, and tells whether the best can be believed. */
export function extractAnswers({ question, documents, language, max_answers }: AnswerInput) {
  const read = readQuestion(question, language);
  const passages = findSentences(documents, read, { language, many: tried });
  const answers = passages
    .map(({ text, start, document, coverage }) => {
      const pick = pickSpan(text, read, language);
      return {
        answer: text.slice(pick.start, pick.end),
        sentence: text,
        document,
        start: start + pick.start,
        end: start + pick.end,
        score: Math.round(coverage * pick.fits * 1e4) / 1e4,
      };
    })
    .toSorted((a, b) => b.score - a.score);
  const different = answers.filter(
    ({ answer }, index) => answers.findIndex((other) => other.answer === answer) === index,
  );
  return {
    answers: different.slice(0, max_answers),
    answerable: (different[0]?.score ?? 0) >= enough,
  };
}
