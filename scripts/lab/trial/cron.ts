import { join } from "node:path";
import { describeFlavor } from "../../../plugins/dev/time/describe-flavor.ts";
import { fetchMavenClasspath, importPackage, requireProgram } from "./kit/judges.ts";
import { createRandom, type Random } from "./kit/random.ts";
import type { Row } from "./kit/row.ts";
import { SkippedError } from "./kit/row.ts";

/** An expression of Quartz, with the time in seconds after which its runs are listed. */
interface Case {
  expression: string;
  zone: string;
  from: number;
}

const cases = 10_000;
const runs = 5;
const zones = ["UTC", "America/New_York", "Europe/Berlin", "Australia/Sydney", "Asia/Kolkata"];

export default {
  engine: "dev/time",
  ours: ["plugins/dev/time/{parse-cron,schedule}.ts"],
  theirs: ["croner"],
  async measure() {
    requireProgram("java", "apt install default-jdk");
    const inputs = Array.from({ length: cases }, (_, index) => makeCase(createRandom(index + 1)));
    const right = askQuartz(inputs);
    const croner = await importPackage<Croner>("croner");
    const count = (list: (one: Case) => string) =>
      inputs.filter((one, index) => list(one) === right[index]).length;
    return [
      {
        set: "random expressions of Quartz in 5 zones, from 2026 to 2076; Quartz 2.3.2 is the judge",
        inputs: cases,
        figure: "equal verdicts and next five runs",
        ours: count(listOurs),
        theirs: { croner: count((one) => listCroner(croner, one)) },
      },
    ];
  },
} satisfies Row;

/** Returns the next runs of each expression in seconds since 1970, or "refused". */
function askQuartz(inputs: readonly Case[]): string[] {
  const classpath = fetchMavenClasspath("org.quartz-scheduler", "quartz", "2.3.2");
  const lines = inputs.map(({ expression, zone, from }) => `${from}\t${zone}\t${expression}`);
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    ["java", "-cp", classpath, join(import.meta.dir, "kit/QuartzRuns.java"), String(runs)],
    { stdin: Buffer.from(lines.join("\n")), timeout: 100_000 },
  );
  if (exitCode !== 0) throw new SkippedError(`java fails: ${stderr.toString().slice(0, 200)}`);
  return stdout.toString().trimEnd().split("\n");
}

function listOurs({ expression, zone, from }: Case): string {
  try {
    const query = { expression, flavor: "quartz", zone, count: runs, from: String(from) } as const;
    return describeFlavor(query, 0)
      .runs.map(({ at }) => Date.parse(at) / 1000)
      .join(" ");
  } catch {
    return "refused";
  }
}

interface Croner {
  Cron: new (
    expression: string,
    options: { timezone: string },
  ) => { nextRuns(count: number, from: Date): Date[] };
}

function listCroner({ Cron }: Croner, { expression, zone, from }: Case): string {
  try {
    const cron = new Cron(expression, { timezone: zone });
    return cron
      .nextRuns(runs, new Date(from * 1000))
      .map((date) => date.getTime() / 1000)
      .join(" ");
  } catch {
    return "refused";
  }
}

const months = ["JAN", "MAR", "JUN", "OCT", "DEC", "2", "7", "11"];
const weekdays = ["SUN", "MON", "WED", "FRI", "SAT", "1", "4", "7"];

function makeCase(random: Random): Case {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const number = (low: number, high: number) => String(low + random(high - low + 1));
  const field = (low: number, high: number) => {
    const [a, b] = [number(low, high), number(low, high)];
    const choices = [
      "*",
      a,
      a,
      `${a},${b}`,
      `${a}-${b}`,
      `*/${number(1, 20)}`,
      `${a}/${number(1, 20)}`,
      `${a}-${b}/2`,
    ];
    return pick(choices);
  };
  const day = pick([
    field(1, 31),
    field(1, 31),
    "L",
    "LW",
    `${number(1, 31)}W`,
    `L-${number(1, 30)}`,
  ]);
  const week = pick([
    pick(weekdays),
    `${pick(weekdays)}-${pick(weekdays)}`,
    `${pick(weekdays)},${pick(weekdays)}`,
    `${number(1, 7)}L`,
    `${number(1, 7)}#${number(1, 5)}`,
    "*",
    "L",
  ]);
  const [days, weeks] = pick([
    [day, "?"],
    ["?", week],
    ["*", "?"],
    [day, week],
  ]) as [string, string];
  const month = pick(["*", "*", field(1, 12), pick(months), `${pick(months)}-${pick(months)}`]);
  const year = pick(["", "", "", ` ${number(2026, 2080)}`, " 2026-2090/3"]);
  const time = `${field(0, 59)} ${field(0, 59)} ${field(0, 23)}`;
  return {
    expression: `${pick(["0", "0", field(0, 59)])} ${time.slice(time.indexOf(" ") + 1)} ${days} ${month} ${weeks}${year}`,
    zone: pick(zones),
    from: 1_767_225_600 + random(50 * 365 * 86_400),
  };
}
