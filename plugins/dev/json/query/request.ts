import { type Static, t } from "hub";

const flag = (description: string) => t.Boolean({ default: false, description });

/** Options of the command jq, under its names. Other syntaxes ignore them. */
export const jqOptions = t.Object({
  slurp: flag("For jq: reads all documents into one list (`-s`)"),
  raw_input: flag("For jq: reads each line as a string instead of JSON (`-R`)"),
  null_input: flag(
    "For jq: runs the filter once, with `null`; `input` and `inputs` read the JSON (`-n`)",
  ),
  raw_output: flag("For jq: writes strings without quotes to `jsonl` (`-r`)"),
  compact_output: t.Boolean({
    default: true,
    description: "For jq: writes each result to `jsonl` on one line (`-c`); otherwise indented",
  }),
  sort_keys: flag("For jq: sorts the keys of objects (`-S`)"),
  exit_status: flag(
    "For jq: sets the exit status by the last result: 1 for false or null, 4 for none (`-e`)",
  ),
  arg: t.Record(t.String(), t.String(), {
    default: {},
    description: 'For jq: variables with strings: `{"name": "Ada"}` is `$name` (`--arg`)',
  }),
  argjson: t.Record(t.String(), t.Unknown(), {
    default: {},
    description: "For jq: variables with JSON values (`--argjson`)",
  }),
});

export type JqOptions = Static<typeof jqOptions>;
