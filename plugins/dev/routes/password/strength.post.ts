import { t } from "hub";
import { attacks } from "../../password/request.ts";
import dev from "../../plugin.ts";

const attack = (rate: string) =>
  t.Object(
    {
      seconds: t.Number({ description: "Time to crack in seconds" }),
      display: t.String({ description: "The same as text" }),
    },
    { description: `At ${rate}` },
  );

export default dev.route({
  summary: "Rate a password",
  keywords: "password strength, zxcvbn, password checker, password entropy, crack time",
  description:
    "Estimates how long an attacker needs to guess it. Uses zxcvbn to find words and names in eleven languages, dates, keyboard patterns, repeats and common passwords, also " +
    "reversed or with letters replaced by digits. The password is neither stored nor echoed.",
  body: t.Object({
    password: t.String({ maxLength: 256, description: "The password to rate" }),
    user_inputs: t.Array(t.String({ maxLength: 100 }), {
      maxItems: 20,
      default: [],
      description: "Words an attacker may try: names, email addresses, the site's name",
    }),
  }),
  response: t.Object({
    score: t.Integer({
      minimum: 0,
      maximum: 4,
      description: "Score from 0 to 4: at most 2·10^3, 2·10^6, 2·10^8, 2·10^10 guesses, or more",
    }),
    entropy_bits: t.Number({ description: "Base-2 logarithm of `guesses`" }),
    guesses: t.Number({
      description: "Number of guesses an attacker needs, trying likely passwords first",
    }),
    crack_times: t.Object(
      {
        online_throttled: attack(attacks.online_throttled.pace),
        online_unthrottled: attack(attacks.online_unthrottled.pace),
        offline_slow_hash: attack(attacks.offline_slow_hash.pace),
        offline_fast_hash: attack(attacks.offline_fast_hash.pace),
      },
      { description: "Time to crack in four attack scenarios" },
    ),
    warning: t.Union([t.String(), t.Null()], { description: "The main weakness" }),
    suggestions: t.Array(t.String(), { description: "Suggestions for a stronger password" }),
    patterns: t.Array(
      t.Object({
        pattern: t.String({
          description:
            "`dictionary`, `spatial`, `repeat`, `sequence`, `wordSequence`, `regex`, `date`, `separator` or `bruteforce`",
        }),
        start: t.Integer({ description: "Start position in the password" }),
        end: t.Integer({ description: "End position in the password, exclusive" }),
        guesses: t.Number({ description: "Number of guesses for this part" }),
        dictionary: t.Union([t.String(), t.Null()], {
          description: "The word list that contains it; `userInputs` for the caller's own",
        }),
        rank: t.Union([t.Integer(), t.Null()], {
          description: "Rank in `dictionary`, starting at 1",
        }),
        reversed: t.Boolean({ description: "Whether the word is reversed" }),
        l33t: t.Boolean({ description: "Whether letters are replaced by digits or symbols" }),
      }),
      { description: "The patterns found, without their text" },
    ),
    common_rank: t.Union([t.Integer(), t.Null()], {
      description: "Rank among common passwords, starting at 1, ignoring case",
    }),
  }),
  plain: "score",
  heavy: true,
  background: false,
  ownProcess: true,
  cache: "never",
  timeoutMs: 20_000,
  example: { body: { password: "Tr0ub4dour&3", user_inputs: ["tron"] } },
  async handler({ body }) {
    const { rateStrength } = await import("../../password/strength.ts");
    return rateStrength(body.password, body.user_inputs);
  },
});
