import data from "./supported.json" with { type: "json" };

/** The options that a picture supports: names with their own options, or true for any data. */
export interface Supported {
  /** `each` is an object of names, each with the same options again. */
  readonly [name: string]: true | "formatter" | "each" | Supported;
}

/** Options as the file describes them: names for any data, and options with a description or the name of one. */
interface Description {
  readonly [name: string]: string | Description;
}

const { lists, bounds, ...rest } = data;
const descriptions: Description = rest;

function readSupported(description: Description): Supported {
  const entries = Object.entries(description).flatMap(
    ([name, inner]): [string, Supported[string]][] => {
      if (name === "names") return readNames(inner as string).map((option) => [option, true]);
      if (inner === "formatter" || inner === "each") return [[name, inner]];
      return [
        [
          name,
          readSupported((typeof inner === "string" ? descriptions[inner] : inner) as Description),
        ],
      ];
    },
  );
  return Object.fromEntries(entries);
}

function readNames(list: string): string[] {
  return list.split(" ");
}

/** The options of a dataset, of any type. */
export const supportedDataset = readSupported(data.dataset);

/** The options without effect on a picture: they may be anything, code included. */
export const ignoredOptions: ReadonlySet<string> = new Set(readNames(lists.ignored));

/** The parts of QuickChart's charts that are refused, because the picture would lack them. */
export const refusedOptions: ReadonlySet<string> = new Set(readNames(lists.refused));

/** The options of a chart. */
export const supportedOptions = readSupported(data.options);

/** The options of each axis. */
export const supportedScale = readSupported(data.scale);

export const chartTypes: ReadonlySet<string> = new Set(readNames(lists.chartTypes));

/** The chart types of packages for Chart.js, whose values aren't single numbers. */
export const furtherTypes: ReadonlySet<string> = new Set(readNames(lists.furtherTypes));

export const scaleTypes: ReadonlySet<string> = new Set(readNames(lists.scaleTypes));

export const annotationTypes: ReadonlySet<string> = new Set(readNames(lists.annotationTypes));

export const pointStyles: ReadonlySet<string> = new Set(readNames(lists.pointStyles));

export const timeUnits: readonly unknown[] = readNames(lists.timeUnits);

/** The largest numbers of options that decide how much is drawn. */
export const numberBounds: ReadonlyMap<string, number> = new Map(Object.entries(bounds));
