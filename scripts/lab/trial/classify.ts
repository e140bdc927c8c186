import { classify } from "../../../plugins/ai/classify/classify.ts";
import { importPackage } from "./kit/judges.ts";
import { type Intent, readIntents } from "./kit/read-intents.ts";
import type { Row } from "./kit/row.ts";

/** Creates a function that names the intent of a question, from examples. */
type Learn = (intents: readonly Intent[]) => (question: string) => string;

const examplesMax = 10;

/** Classifies customers' questions by ten examples of each of ten intents, without a model of sentences. */
export default {
  engine: "ai/classify",
  ours: ["plugins/ai/classify/*.ts"],
  theirs: ["natural"],
  async measure({ find }) {
    const rounds = readIntents(find("intents/banking77-train.csv"));
    type Classifier = {
      addDocument(text: string, name: string): void;
      train(): void;
      classify(text: string): string;
    };
    const { default: natural } = await importPackage<{
      default: { LogisticRegressionClassifier: new () => Classifier };
    }>("natural");
    const learnTheirs: Learn = (intents) => {
      const classifier = new natural.LogisticRegressionClassifier();
      for (const { name, questions } of intents)
        for (const question of questions) classifier.addDocument(question, name);
      classifier.train();
      return (question) => classifier.classify(question);
    };
    const count = (learn: Learn) =>
      rounds.reduce((sum, intents) => {
        const name = learn(
          intents.map(({ name, questions }) => ({
            name,
            questions: questions.slice(0, examplesMax),
          })),
        );
        const asked = intents.flatMap((intent) =>
          listAsked(intent).map((question) => ({ question, intent: intent.name })),
        );
        return sum + asked.filter(({ question, intent }) => name(question) === intent).length;
      }, 0);
    return [
      {
        set: "banking77: ten intents with ten examples, seven times",
        inputs: rounds.flat().flatMap(listAsked).length,
        figure: "right intents without the model of sentences",
        ours: count(learnOurs),
        theirs: { natural: count(learnTheirs) },
      },
    ];
  },
} satisfies Row;

function listAsked({ questions }: Intent): readonly string[] {
  return questions.slice(examplesMax, 40);
}

const learnOurs: Learn = (intents) => {
  const labels = intents.map(({ name, questions }) => ({
    name,
    description: "",
    keywords: [],
    examples: [...questions],
  }));
  return (text) => classify({ text, language: "en", labels, multi: false }).best ?? "";
};
