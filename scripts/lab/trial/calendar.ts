import { describeFlavor } from "../../../plugins/dev/time/describe-flavor.ts";
import { requireProgram } from "./kit/judges.ts";
import { createRandom, type Random } from "./kit/random.ts";
import type { Row } from "./kit/row.ts";

const batches = 40;
const batch = 200;
const runs = 5;
const zones = ["", "", " UTC", " America/New_York", " Europe/Berlin", " Asia/Kolkata"];

export default {
  engine: "dev/time-calendar",
  ours: ["plugins/dev/time/{parse-calendar,schedule}.ts"],
  theirs: [{ name: "systemd-analyze", licence: "LGPL-2.1-or-later" }],
  async measure() {
    requireProgram("systemd-analyze", "apt install systemd");
    let ours = 0;
    for (let index = 1; index <= batches; index++) {
      const random = createRandom(index);
      const from = 1_767_225_600 + random(50 * 365 * 86_400);
      const events = Array.from({ length: batch }, () => makeEvent(random));
      const right = askSystemd(events, from);
      for (const [at, event] of events.entries()) {
        const own = listOurs(event, from);
        if (own === right[at]) ours++;
      }
    }
    return [
      {
        set: "random events of systemd in 5 zones, from 2026 to 2076; systemd-analyze is the judge",
        inputs: batches * batch,
        figure: "equal verdicts and next five runs",
        ours,
        // The judge itself.
        theirs: { "systemd-analyze": batches * batch },
      },
    ];
  },
} satisfies Row;

/** Returns the next runs of each event in seconds since 1970, or "refused". */
function askSystemd(events: readonly string[], from: number): string[] {
  const base = new Date(from * 1000).toISOString().replace("T", " ").slice(0, 19);
  const { stdout, stderr } = Bun.spawnSync(
    ["systemd-analyze", "calendar", `--iterations=${runs}`, `--base-time=${base} UTC`, ...events],
    { env: { ...process.env, TZ: "UTC", LC_ALL: "C" } },
  );
  // The judge can't determine some runs at a change of the clocks, either.
  const refused = new Set(
    [...stderr.toString().matchAll(/(?:specification|for) '(.*)':/g)].map(([, event]) => event),
  );
  const answers = stdout
    .toString()
    .trim()
    .split(/\n{2,}/)
    .values();
  return events.map((event) => {
    if (refused.has(event)) return "refused";
    const answer = answers.next().value ?? "";
    const times = answer.matchAll(/(?:elapse|Iter\. #\d+): \w+ (\S+) (\S+) UTC/g);
    return [...times].map(([, day, time]) => Date.parse(`${day}T${time}Z`) / 1000).join(" ");
  });
}

function listOurs(expression: string, from: number): string {
  try {
    const query = { expression, flavor: "systemd", zone: "UTC", count: runs } as const;
    return describeFlavor({ ...query, from: String(from) }, 0)
      .runs.map(({ at }) => Date.parse(at) / 1000)
      .join(" ");
  } catch {
    return "refused";
  }
}

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun", "monday", "FRIDAY"];

function makeEvent(random: Random): string {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
  const number = (low: number, high: number) =>
    String(low + random(high - low + 1)).padStart(pick([1, 2]), "0");
  const part = (low: number, high: number) => {
    const [a, b, c] = [number(low, high), number(low, high), number(1, 20)];
    return pick([
      "*",
      "*",
      a,
      a,
      `${a},${b}`,
      `${a}..${b}`,
      `${a}/${c}`,
      `*/${c}`,
      `${a}..${b}/${c}`,
    ]);
  };
  const week = pick([
    "",
    "",
    "",
    `${pick(days)} `,
    `${pick(days)},${pick(days)} `,
    `${pick(days)}..${pick(days)} `,
  ]);
  const year = pick([
    "",
    "*-",
    "*-",
    `${number(2026, 2090)}-`,
    `${number(2026, 2040)}..2090/${number(1, 9)}-`,
  ]);
  const date = pick(["", `${year}${part(1, 12)}${pick(["-", "-", "-", "~"])}${part(1, 31)} `]);
  const time = pick([
    "",
    `${part(0, 23)}:${part(0, 59)}`,
    `${part(0, 23)}:${part(0, 59)}:${part(0, 59)}`,
  ]);
  return `${week}${date}${time}`.trim() + pick(zones) || "daily";
}
