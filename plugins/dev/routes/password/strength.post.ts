import { t } from "hub";
import { attacks } from "../../password/options.ts";
import dev from "../../plugin.ts";

const attack = (pace: string) =>
  t.Object(
    {
      seconds: t.Number({ description: "Time to the last guess, in seconds" }),
      display: t.String({ description: "The same in words" }),
    },
    { description: `At ${pace}` },
  );

export default dev.route({
  summary: "Rate a password",
  description:
    "Looks for words, names, dates, keyboard walks, repeats and common passwords, also spelt " +
    "backwards or with digits for letters, after zxcvbn. The password is neither stored nor echoed.",
  body: t.Object({
    password: t.String({ maxLength: 256, description: "The password to rate" }),
    user_inputs: t.Array(t.String({ maxLength: 100 }), {
      maxItems: 20,
      default: [],
      description: "What an attacker knows of the user: names, e-mail addresses, the site's name",
    }),
  }),
  response: t.Object({
    score: t.Integer({
      minimum: 0,
      maximum: 4,
      description: "Guesses below 10^3, 10^6, 10^8, 10^10, or more",
    }),
    entropy_bits: t.Number({ description: "Base-2 logarithm of `guesses`" }),
    guesses: t.Number({ description: "Tries of an attacker who begins with the likely" }),
    crack_times: t.Object(
      {
        online_throttled: attack(attacks.online_throttled.pace),
        online_unthrottled: attack(attacks.online_unthrottled.pace),
        offline_slow_hash: attack(attacks.offline_slow_hash.pace),
        offline_fast_hash: attack(attacks.offline_fast_hash.pace),
      },
      { description: "How long it withstands four kinds of attacker" },
    ),
    warning: t.Union([t.String(), t.Null()], { description: "What is weak about it" }),
    suggestions: t.Array(t.String(), { description: "How to make it stronger" }),
    patterns: t.Array(
      t.Object({
        pattern: t.String({
          description:
            "`dictionary`, `spatial`, `repeat`, `sequence`, `wordSequence`, `regex`, `date`, `separator` or `bruteforce`",
        }),
        start: t.Integer({ description: "Index of its first character in the password" }),
        end: t.Integer({ description: "Index after its last character" }),
        guesses: t.Number({ description: "Tries for this part alone" }),
        dictionary: t.Union([t.String(), t.Null()], {
          description: "The list of words it is in; `userInputs` for the caller's own",
        }),
        rank: t.Union([t.Integer(), t.Null()], { description: "Place in `dictionary`, from 1" }),
        reversed: t.Boolean({ description: "Spelt backwards" }),
        l33t: t.Boolean({ description: "Spelt with digits or signs for letters" }),
      }),
      { description: "The parts it was read as, without their text" },
    ),
    common_rank: t.Union([t.Integer(), t.Null()], {
      description: "Rank among the common passwords, from 1, ignoring case",
    }),
  }),
  plain: "score",
  heavy: true,
  cache: "never",
  timeoutMs: 10_000,
  example: { body: { password: "Tr0ub4dour&3", user_inputs: ["tron"] } },
  async handler({ body }) {
    const { rateStrength } = await import("../../password/strength.ts");
    return rateStrength(body.password, body.user_inputs);
  },
});
