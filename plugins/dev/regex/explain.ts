import { caseNote, characterOf, describe } from "./describe.ts";
import type { tokenKinds } from "./names.ts";
import { type Node, partsOf } from "./tree.ts";

/** A part of a pattern in words. The parts inside it follow it, each one deeper. */
export interface Token {
  depth: number;
  kind: Kind;
  /** As it stands in the pattern, from `start` up to `end`. */
  text: string;
  start: number;
  end: number;
  description: string;
}

type Kind = (typeof tokenKinds)[number];

/** Puts a pattern into words, part by part. */
export function explain(tree: Node, { source, flags }: { source: string; flags: string }): Token[] {
  const tokens: Token[] = [];
  visit(tree, { source, flags, depth: 0, tokens });
  return tokens;
}

interface Visit {
  source: string;
  flags: string;
  depth: number;
  tokens: Token[];
}

function visit(node: Node, { source, flags, depth, tokens }: Visit): void {
  // A sequence inside something else only adds a level, unless it is one alternative of several.
  if (node.type === "sequence") {
    visitItems(node.items, { source, flags, depth, tokens });
    return;
  }
  const { start, end } = node;
  const kind = node.type === "character" ? "text" : node.type;
  const description = describe(node, flags);
  tokens.push({ depth, kind, text: source.slice(start, end), start, end, description });
  const inside = { source, flags: flagsInside(node, flags), depth: depth + 1, tokens };
  if (node.type !== "choice") {
    for (const part of partsOf(node)) visit(part, inside);
    return;
  }
  for (const [index, branch] of node.branches.entries()) {
    tokens.push({
      depth: depth + 1,
      kind: "sequence",
      text: source.slice(branch.start, branch.end),
      start: branch.start,
      end: branch.end,
      description: `Alternative ${index + 1}${branch.items.length ? "" : ": nothing"}`,
    });
    visit(branch, { ...inside, depth: depth + 2 });
  }
}

/** Characters side by side are one token. */
function visitItems(items: readonly Node[], into: Visit): void {
  for (let index = 0; index < items.length; ) {
    let next = index;
    while (items[next]?.type === "character") next++;
    if (next - index < 2) {
      visit(items[index++]!, into);
      continue;
    }
    const run = items.slice(index, next).map(characterOf).join("");
    const [start, end] = [items[index]!.start, items[next - 1]!.end];
    into.tokens.push({
      depth: into.depth,
      kind: "text",
      text: into.source.slice(start, end),
      start,
      end,
      description: `The text ${JSON.stringify(run)}${caseNote(run, into.flags)}`,
    });
    index = next;
  }
}

function flagsInside(node: Node, flags: string): string {
  if (node.type !== "group" || !node.modifiers) return flags;
  const { on, off } = node.modifiers;
  return [...flags, ...on].filter((flag) => !off.includes(flag)).join("");
}
