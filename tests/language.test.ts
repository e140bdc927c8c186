import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { describeHabit, findCommentHabits, findHabits, getLine } from "./habits.ts";

const root = join(import.meta.dir, "..");

/**
 * The number of habits that each room still has: the turns of phrase of `habits.ts` in comments, and functions named
 * "…Of" instead of by a verb and a noun. Lower a number when you rewrite: it never rises. All other rooms have none.
 */
const budgets: Readonly<Record<string, number>> = {
  "core/contract": 1,
  "core/platform": 1,
  "core/testing": 1,
  "plugins/image": 3,
  "plugins/invoice": 1,
  "plugins/tts": 1,
};

const documents = ["*.md", "docs/**/*.md", "core/**/README.md", "plugins/**/README.md"];
const sources = ["{bin,core,plugins,routes,scripts,tests}/**/*.{js,mjs,ts}"];

test.each([
  ["Whoever asks is told", ["Whoever", "told"]],
  ["Rejects requests where there is no key", ["where there is"]],
  ["The file is to be read anew", ["anew", "is to be"]],
  ["Chromium runs as `nobody`", []],
  ["Returns no more than 3 rows of the folder where the file is", []],
])("%j has the habits %j", (text, words) => {
  const found = findHabits(text).map((habit) => habit.words);
  expect(found.toSorted()).toEqual(words.toSorted());
});

test("a comment starts with a verb or a noun, not with a clause", () => {
  expect(findCommentHabits("* What is kept of a call. ")).toHaveLength(1);
  expect(findCommentHabits("* Returns what a call stores. ")).toHaveLength(0);
});

async function* readFiles(
  patterns: readonly string[],
): AsyncGenerator<[file: string, text: string]> {
  for (const pattern of patterns)
    for (const file of new Bun.Glob(pattern).scanSync(root))
      if (!file.includes("node_modules") && !file.startsWith("tests/habits"))
        yield [file, await Bun.file(join(root, file)).text()];
}

test("documents have no private turns of phrase", async () => {
  const faults: string[] = [];
  let count = 0;
  for await (const [file, text] of readFiles(documents)) {
    count++;
    for (const habit of findHabits(text))
      faults.push(`${file}:${getLine(text, habit.start)} ${describeHabit(habit)}`);
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(25);
});

/** Returns the part of the tree that a file counts for: a room of the core, a plugin, or a top folder. */
function getRoom(file: string): string {
  const [top = "", second = "", third] = dirname(file).split("/");
  if (third === "scene") return "plugins/image/scene";
  return (top === "core" || top === "plugins") && second ? `${top}/${second}` : top;
}

test("comments and functions of each room stay within its budget", async () => {
  const habits: { room: string; text: string }[] = [];
  for await (const [file, source] of readFiles(sources)) {
    const room = getRoom(file);
    for (const { value, start } of parseSync(file, source).comments)
      for (const habit of findCommentHabits(value))
        habits.push({ room, text: `${file}:${getLine(source, start)} ${describeHabit(habit)}` });
    for (const [name] of source.matchAll(/\bfunction (?!is)\w+Of\b/g))
      habits.push({ room, text: `${file} ${name}: use a verb and a noun` });
  }
  const rooms = Object.entries(Object.groupBy(habits, ({ room }) => room));
  const exceeded = rooms.flatMap(([room, found = []]) =>
    found.length > (budgets[room] ?? 0) ? found : [],
  );
  expect(exceeded.map(({ text }) => text)).toEqual([]);
  const counts = rooms.map(([room, found = []]) => [room, found.length] as const);
  expect(Object.fromEntries(counts)).toEqual(budgets);
});

test("no type is named by a participle", async () => {
  const participle =
    /\b(?:type|interface|class) (Asked|Found|Seen|Said|Known|Kept|Told|Shown|Given|Taken|Made|Place|Look)\b/;
  const faults: string[] = [];
  for await (const [file, source] of readFiles(sources)) {
    const match = source.match(participle);
    if (match && getRoom(file) !== "plugins/image/scene") faults.push(`${file}: ${match[0]}`);
  }
  expect(faults).toEqual([]);
});
