import { t } from "hub";
import ai from "../plugin.ts";
import { checkLength, textFields } from "../request.ts";
import { answer, answerFields, sentenceModel, spanFields } from "../response.ts";

const { contextMax, questionMax } = ai.limits;

export default ai.route({
  summary: "Answer a question from a text",
  tool: { fields: ["question", "context"] },
  keywords: "question answering, ask a document, faq bot",
  description:
    "Finds the sentences that best match the question and extracts the requested part: a person, a date, a place, a number or a reason. Every answer is an exact quotation from `context` or one of `documents`. If only the sentence is certain, `answer` is null and the position is that of the sentence. A yes-or-no question gets its sentence, and `polarity` if the sentence states it. If no sentence is good enough, `answerable` is false. If the operator has added the model of sentences (`bun run data refresh ai --model all-minilm-l6-v2`), it also compares English sentences with the question.",
  body: t.Object({
    question: t.String({ minLength: 1, maxLength: questionMax, description: "The question" }),
    context: t.Optional(
      t.String({
        minLength: 1,
        description: `The text to answer from: at most ${contextMax.toLocaleString("en-US")} UTF-16 code units`,
      }),
    ),
    documents: t.Optional(
      t.Array(t.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 20,
        description:
          "Several texts instead of `context`, with the same limit for their total length",
      }),
    ),
    max_answers: t.Integer({
      minimum: 1,
      maximum: 5,
      default: 3,
      description: "Maximum number of answers",
    }),
    language: textFields.language,
    provider: textFields.provider,
    fallback: textFields.fallback,
  }),
  response: t.Object({
    ...answerFields,
    sentence_model: t.Optional(sentenceModel),
    answers: t.Array(
      t.Object({
        answer: t.Union([t.String(), t.Null()], {
          description:
            "The answer, exactly as it appears in the document, or null if only its sentence is certain",
        }),
        sentence: t.String({ description: "The sentence that contains the answer" }),
        document: t.Integer({ description: "Index of the document, from 0" }),
        ...spanFields,
        score: t.Number({ description: "Score of the answer, from 0 to 1" }),
        polarity: t.Optional(
          t.Union([t.Literal("yes"), t.Literal("no")], {
            description: "The answer to a yes-or-no question, if the sentence states it",
          }),
        ),
      }),
      { description: "The answers, best first, each with its position in its document" },
    ),
    answerable: t.Boolean({ description: "Whether the best answer is likely to be correct" }),
    synthesized: t.Optional(
      t.Object(
        {
          text: t.String({ description: "A text that answers the question, written by the model" }),
          citations: t.Array(
            t.Object({
              text: t.String({ description: "The quoted text, word for word" }),
              document: t.Integer({ description: "Index of the document, from 0" }),
              ...spanFields,
            }),
            { description: "The passages that support the answer" },
          ),
        },
        { description: "An answer written by a language model, if one is used" },
      ),
    ),
  }),
  heavy: true,
  headers: ["x-degraded"],
  example: {
    body: {
      question: "When was the Eiffel Tower built?",
      context:
        "The Eiffel Tower stands in Paris. It was built from 1887 to 1889 by Gustave Eiffel's company.",
    },
  },
  async handler(doors) {
    const { context, documents, ...options } = doors.body;
    if ((context === undefined) === (documents === undefined))
      throw ai.error(
        "invalid_input",
        `The body must have either context or documents: it has ${context === undefined ? "neither" : "both"}`,
        { at: "body.context" },
      );
    const all = documents ?? (context === undefined ? [] : [context]);
    checkLength(all.join(""), {
      at: context === undefined ? "body.documents" : "body.context",
      max: contextMax,
    });
    const { extractAnswers, listComparedTexts } = await import("../extract/extract.ts");
    const { findLikeness } = await import("../text/sentence-vectors.ts");
    const { answersByModel } = await import("../extract/by-model.ts");
    return answer(
      { ...options, text: all.join("\n"), documents: all },
      {
        doors,
        max: contextMax + all.length,
        async embedded(input) {
          const likeness = await findLikeness(
            () => listComparedTexts(input),
            input.language,
            doors,
          );
          const found = extractAnswers(input, likeness?.scores);
          return { ...found, sentence_model: likeness?.model ?? null };
        },
        model: answersByModel,
      },
    );
  },
});
