import { type Table, toMarkdown } from "../../bench/table.ts";
import type { Measurement, Program } from "./row.ts";

/** One line of the report: a figure of ours and one of theirs. */
export type Line = readonly string[];

export const columns: readonly string[] = [
  "engine",
  "set (inputs)",
  "figure",
  "their package",
  "theirs",
  "ours",
  "our lines",
  "their MB",
  "licence",
  "last release",
  "winner",
  "measured",
];

interface Trial {
  engine: string;
  /** The code lines of ours. */
  lines: number;
  theirs: readonly Program[];
  measurements: readonly Measurement[];
  date: string;
}

/** Returns a line for each measurement and package. */
export function formatTrial({ engine, lines, theirs, measurements, date }: Trial): Line[] {
  return measurements.flatMap((measurement) =>
    theirs
      .filter(({ name }) => findFigure(measurement, name) !== undefined)
      .map(({ name, licence, megabytes, released }) => {
        const figure = findFigure(measurement, name) ?? 0;
        return [
          engine,
          `${measurement.set} (${measurement.inputs})`,
          `${measurement.figure}${measurement.fewerIsBetter ? ", fewer is better" : ""}`,
          name,
          formatFigure(figure),
          formatFigure(measurement.ours),
          String(lines),
          megabytes === undefined ? "?" : megabytes.toFixed(1),
          licence,
          released ?? "?",
          findWinner(measurement, figure, name),
          date,
        ];
      }),
  );
}

function findFigure({ theirs }: Measurement, name: string): number | undefined {
  return theirs[name] ?? theirs[name.slice(0, name.lastIndexOf(" "))];
}

function formatFigure(figure: number): string {
  return Number.isInteger(figure) ? figure.toLocaleString("en") : figure.toFixed(3);
}

function findWinner({ ours, fewerIsBetter }: Measurement, figure: number, name: string): string {
  if (ours === figure) return "equal";
  return ours > figure !== (fewerIsBetter ?? false) ? "ours" : name.split(" ")[0]!;
}

/** Returns the lines of an earlier report. */
export function readLines(report: string): Line[] {
  return report
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .slice(2, -1)
        .split(" | ")
        .map((cell) => cell.trim().replaceAll("\\|", "|")),
    )
    .filter(([first = ""]) => first !== columns[0] && !first.startsWith("-"));
}

/** Replaces the lines of the engines that were measured. Engines are in alphabetical order. */
export function mergeLines(earlier: readonly Line[], measured: readonly Line[]): Line[] {
  const engines = new Set(measured.map(([engine]) => engine));
  return [...earlier.filter(([engine]) => !engines.has(engine)), ...measured].toSorted(
    ([one = ""], [other = ""]) => one.localeCompare(other),
  );
}

/** Formats all lines. */
export function formatReport(lines: readonly Line[]): string {
  return toMarkdown({ columns, rows: lines });
}

/** The endpoints of an engine, and the text that their sets have, if not all are cited. */
interface Owner {
  engine: string;
  endpoints: readonly string[];
  only?: string | undefined;
}

/**
 * Returns the figures of endpoints as the table that their documentation reads. A figure that was compared with several
 * packages is listed once.
 */
export function formatQuality(lines: readonly Line[], owners: readonly Owner[]): string {
  const rows = lines.flatMap(([engine, inputs = "", figure, , , ours = "", , , , , , date]) => {
    const [, set = "", count = ""] = /^(.*) \((\d+)\)$/.exec(inputs) ?? [];
    const result = ours.includes(".") ? ours : `${ours} of ${Number(count).toLocaleString("en")}`;
    return owners
      .filter((owner) => owner.engine === engine && set.includes(owner.only ?? ""))
      .flatMap(({ endpoints }) => endpoints)
      .map((endpoint) => [endpoint, figure, result, set, date].join("\t"));
  });
  const head = ["# source: `bun run trial --write`", "# licence: MIT"];
  const columns = "endpoint\tfigure\tresult\tset\tmeasured";
  return `${[...head, columns, ...[...new Set(rows)].toSorted()].join("\n")}\n`;
}

const [open, close] = ["<!-- trials -->", "<!-- end of trials -->"];

/** Replaces the section about trials in the README of a plugin, or adds it at the end. */
export function writeSection(readme: string, plugin: string, lines: readonly Line[]): string {
  const start = readme.indexOf(open);
  const end = readme.indexOf(close);
  const before = (start < 0 ? readme : readme.slice(0, start)).trimEnd();
  const after = end < 0 ? "" : readme.slice(end + close.length).trim();
  const own = lines.filter(([engine]) => engine?.split("/")[0] === plugin);
  if (own.length === 0) return `${[before, after].filter(Boolean).join("\n\n")}\n`;
  const table: Table = {
    note: "How the engines compare with other packages on test sets that neither side wrote: `bun run trial`.",
    columns: ["engine", "set (inputs)", "figure", "compared with", "theirs", "ours", "measured"],
    rows: own.map(
      ([
        engine = "",
        set = "",
        figure = "",
        name = "",
        theirs = "",
        ours = "",
        ,
        ,
        ,
        ,
        ,
        date = "",
      ]) => [engine, set, figure, name, theirs, ours, date],
    ),
  };
  const section = `${open}\n## Trials\n\n${toMarkdown(table)}\n${close}`;
  return `${[before, section, after].filter(Boolean).join("\n\n")}\n`;
}
