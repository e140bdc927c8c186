import { type Lint, LocalLinter } from "harper.js";
import { slimBinary } from "harper.js/slimBinary";
import { splitChunks } from "../text/chunks.ts";
import { type Dialect, dialects, type Match } from "./request.ts";

// One linter per process: its dictionary takes 250 MB and seconds to set up.
let linter: LocalLinter | undefined;
/** Whether the linter still has the previous caller's words. */
let hasWords = false;

/** The chunk size in UTF-16 code units. Chunks consist of whole sentences. */
const chunkMax = 2000;
/**
 * The longest word that is checked. Longer strings aren't words; they take seconds, and the longest made the
 * linter fail.
 */
const wordMax = 36;

interface LintOptions {
  dialect: Dialect;
  dictionary: readonly string[];
}

/**
 * Returns the mistakes that Harper finds, all marked uncertain. Returns none if Harper fails, as on text that
 * isn't prose.
 */
export async function checkByHarper(
  text: string,
  { dialect, dictionary }: LintOptions,
): Promise<Match[]> {
  const found: Match[] = [];
  let own = await prepareLinter(dialect, dictionary);
  for (const { start, end } of splitChunks(text, chunkMax)) {
    const chunk = withoutLongWords(text.slice(start, end));
    try {
      const groups = await own.organizedLints(chunk, { language: "plaintext" });
      for (const [rule, lints] of Object.entries(groups))
        for (const lint of lints) {
          found.push(toMatch(lint, { rule, shift: start, text }));
          lint.free();
        }
    } catch {
      linter = undefined;
      own = await prepareLinter(dialect, dictionary);
    }
  }
  return found;
}

async function prepareLinter(
  dialect: Dialect,
  dictionary: readonly string[],
): Promise<LocalLinter> {
  // The dialect is set at creation: `setDialect` would set up another dialect's rules first.
  linter ??= new LocalLinter({ binary: slimBinary, dialect: dialects.indexOf(dialect) });
  await linter.setDialect(dialects.indexOf(dialect));
  // Both calls set up the rules again, which takes 20 ms.
  if (hasWords) await linter.clearWords();
  hasWords = dictionary.length > 0;
  if (hasWords) await linter.importWords([...dictionary]);
  return linter;
}

/** Replaces long words with spaces, so that positions don't change. */
function withoutLongWords(text: string): string {
  return text.replaceAll(/\S+/g, (word) =>
    word.length > wordMax ? " ".repeat(word.length) : word,
  );
}

function toMatch(
  lint: Lint,
  { rule, shift, text }: { rule: string; shift: number; text: string },
): Match {
  const span = lint.span();
  const [start, end] = [span.start + shift, span.end + shift];
  const shown = text.slice(start, end);
  const replacements = lint.suggestions().map((suggestion) => {
    const kind = suggestion.kind();
    const replacement = suggestion.get_replacement_text();
    // The three kinds of suggestion: replace, remove, and insert after.
    return kind === 1 ? "" : kind === 2 ? shown + replacement : replacement;
  });
  return {
    start,
    end,
    text: shown,
    message: lint.message(),
    category: lint.lint_kind(),
    rule,
    replacements,
    sure: false,
  };
}
