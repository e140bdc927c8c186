import { logicalRuns, mirror } from "../drawing/text/bidi.ts";
import type { HubFont } from "../drawing/text/font.ts";
import type { Run } from "../drawing/text/shape.ts";
import { buildClusters, type Cluster } from "./clusters.ts";

/** Consecutive clusters of one font. Measures are in ems. `x` is relative to the line. */
export interface Stretch {
  font: HubFont;
  clusters: readonly Cluster[];
  x: number;
  /** The visible character, if this is a single bracket that is mirrored in right-to-left text. */
  turned?: string | undefined;
}

interface OpenStretch extends Stretch {
  clusters: Cluster[];
  level: number;
}

/**
 * Returns the runs of a line as stretches, in logical order, which some readers keep. Spaces use the font
 * of the previous word, because such readers reverse a line only within one font. Font files for one script
 * have no space, so that it would come from another font.
 */
export function buildStretches(runs: readonly Run[], size: number): Stretch[] {
  const stretches: OpenStretch[] = [];
  for (const run of runs) {
    const { font, level } = run;
    for (const cluster of buildClusters(run, size)) {
      const x = run.x / size + cluster.x;
      const turned = level % 2 ? findMirrored(cluster) : undefined;
      const last = stretches.at(-1);
      const isBlank = cluster.text === " ";
      if (last && !turned && canExtend(last, run, isBlank)) {
        const parts = last.font === font ? cluster.parts : [];
        last.clusters.push({ ...cluster, parts, x: x - last.x });
      } else stretches.push({ font, clusters: [{ ...cluster, x: 0 }], x, level, turned });
    }
  }
  return logicalRuns(stretches).map(({ clusters, level, ...stretch }) => ({
    ...stretch,
    clusters: level % 2 ? mergeSpaces(clusters) : clusters,
  }));
}

function findMirrored({ text }: Cluster): string | undefined {
  const turned = mirror(text);
  return turned === text ? undefined : turned;
}

function canExtend(last: OpenStretch, { font, level }: Run, isBlank: boolean): boolean {
  return last.level === level && !last.turned && (last.font === font || isBlank);
}

/**
 * In right-to-left text, the marks of a word's last letter follow the space. pdf.js only detects the space
 * at the next letter, and would insert it between that letter and its marks. Merges such a space with the
 * letter before it.
 */
function mergeSpaces(clusters: readonly Cluster[]): Cluster[] {
  const merged: Cluster[] = [];
  for (const cluster of clusters) {
    const [letter, space] = merged.slice(-2);
    if (letter && space?.text === " " && letter.text !== " " && /^\p{Mn}/u.test(cluster.text)) {
      const advance = space.x + space.advance - letter.x;
      merged.splice(-2, 2, { ...letter, text: `${letter.text} `, advance });
    }
    merged.push(cluster);
  }
  return merged;
}
