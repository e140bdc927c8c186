// Checks the messages of commits: a subject "area: verb what", and a body below an empty line.
import { exitOnHelp } from "./help.ts";

const subjectMax = 72;

/** Names of an area: parts of paths, with commas between several. */
const areaPattern = /^[a-z0-9][a-z0-9._/-]*(, ?[a-z0-9][a-z0-9._/-]*)*$/;

/** First words of subjects that aren't imperative. */
const wrongVerbPattern = /^(?:add|chang|fix|mak|mov|remov|renam|updat|us)(?:e?s|ed|ing)$|^made$/;

/** Returns what is wrong with the message of a commit, as sentences. */
export function checkMessage(message: string): string[] {
  const [subject = "", second = ""] = message.trimEnd().split("\n");
  const faults: string[] = [];
  const colon = subject.indexOf(": ");
  const area = subject.slice(0, Math.max(colon, 0));
  const what = subject.slice(colon + 2);
  const verb = what.split(" ")[0] ?? "";
  if (!areaPattern.test(area) || what.trim() === "")
    faults.push('The subject must be "area: verb what", such as "site: show the region"');
  else if (/^\p{Lu}\p{Ll}/u.test(verb)) faults.push(`"${verb}" must be lower case`);
  else if (wrongVerbPattern.test(verb))
    faults.push(`"${verb}" must be imperative, such as "add" or "fix"`);
  else if (!what.includes(" ")) faults.push(`The subject must say what "${verb}" is about`);
  if (subject.endsWith(".")) faults.push("The subject must not end with a full stop");
  const { length } = [...subject];
  if (length > subjectMax)
    faults.push(`The subject must have at most ${subjectMax} characters: it has ${length}`);
  if (second !== "") faults.push("An empty line must separate the subject from the body");
  return faults;
}

if (import.meta.main) {
  exitOnHelp("Usage: bun scripts/check-commits.ts BASE..HEAD");
  process.exit(await main(process.argv[2]));
}

/** Checks the commits of a range but merges. Returns the exit code. */
async function main(range = ""): Promise<number> {
  if (!/^[\w./~^-]+\.\.[\w./~^-]+$/.test(range) || range.startsWith("-")) {
    console.error("Usage: bun scripts/check-commits.ts BASE..HEAD");
    return 2;
  }
  const log = Bun.spawn(
    ["git", "log", "--no-merges", "--reverse", "-z", "--format=%h%n%B", range],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const commits = (await new Response(log.stdout).text()).split("\0").filter(Boolean);
  if ((await log.exited) !== 0) return 1;
  let failed = 0;
  for (const commit of commits) {
    const at = commit.indexOf("\n");
    const message = commit.slice(at + 1);
    const faults = checkMessage(message);
    if (faults.length === 0) continue;
    failed++;
    console.error(`${commit.slice(0, at)} ${message.split("\n")[0]}`);
    for (const fault of faults) console.error(`  ${fault}`);
  }
  console.log(`${commits.length - failed} of ${commits.length} commit messages follow the rules`);
  return failed === 0 ? 0 : 1;
}
