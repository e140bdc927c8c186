import { type AST, RegExpParser } from "@eslint-community/regexpp";
import { readPackageFile } from "hub";
import { RE2JS } from "re2js";

/** A rule of uap-core: an expression, and texts with `$1` that replace its groups. */
type Rule = { regex: string; regex_flag?: "i" } & { [replacement: string]: string | undefined };

type Section = "user_agent_parsers" | "os_parsers" | "device_parsers";

type Match = (text: string) => (string | undefined)[];

/** Finds the parts of the first rule that matches a User-Agent, in time linear in its length. */
export interface AgentRules {
  /** Returns the browser's name and up to three parts of its version. */
  matchBrowser: Match;
  /** Returns the system's name and up to four parts of its version. */
  matchSystem: Match;
  /** Returns the model and the brand. */
  matchDevice: Match;
}

/** Loads the rules of uap-core. */
export async function loadRules(): Promise<AgentRules> {
  const file = await readPackageFile(import.meta.resolve("uap-core/regexes.yaml"));
  const sections = Bun.YAML.parse(new TextDecoder().decode(file)) as Record<Section, Rule[]>;
  const version = ["v1_replacement", "v2_replacement", "v3_replacement"];
  return {
    matchBrowser: prepareRules(sections.user_agent_parsers, ["family_replacement", ...version]),
    matchSystem: prepareRules(sections.os_parsers, [
      "os_replacement",
      ...[1, 2, 3, 4].map((part) => `os_v${part}_replacement`),
    ]),
    matchDevice: prepareRules(sections.device_parsers, ["model_replacement", "brand_replacement"]),
  };
}

function prepareRules(rules: readonly Rule[], replacements: readonly string[]): Match {
  const parser = new RegExpParser();
  const prepared = rules.map((rule) => ({
    rule,
    literals: findLiterals(parser.parsePattern(rule.regex).alternatives),
    compile: compileOnce(rule),
  }));
  return (text) => {
    const lower = text.toLowerCase();
    for (const { rule, literals, compile } of prepared) {
      if (literals && !literals.some((literal) => lower.includes(literal))) continue;
      const matcher = compile().matcher(text);
      if (!matcher.find()) continue;
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at));
      return replacements.map((name, at) => {
        const filled = rule[name]?.replaceAll(/\$(\d)/g, (_, group) => groups[Number(group)] ?? "");
        return (filled ?? groups[at + 1])?.trim() || undefined;
      });
    }
    return [];
  };
}

/** Hundreds of expressions take half a second. Most are never needed. */
function compileOnce({ regex, regex_flag: flag }: Rule): () => RE2JS {
  let compiled: RE2JS | undefined;
  return () => (compiled ??= RE2JS.compile(regex, flag ? RE2JS.CASE_INSENSITIVE : 0));
}

/** Returns texts in lower case of which each match contains one, or nothing if there may be none. */
function findLiterals(alternatives: readonly AST.Alternative[]): string[] | undefined {
  const found: string[] = [];
  for (const { elements } of alternatives) {
    const [best] = listLiterals(elements).toSorted((a, b) => shortest(b) - shortest(a));
    if (!best) return undefined;
    found.push(...best);
  }
  return found;
}

function shortest(literals: readonly string[]): number {
  return Math.min(...literals.map(({ length }) => length));
}

/** Returns the runs of characters and the groups that each match has. */
function listLiterals(elements: readonly AST.Element[]): string[][] {
  const found: string[][] = [];
  let run = "";
  for (const element of elements) {
    if (element.type === "Character") run += String.fromCodePoint(element.value).toLowerCase();
    else {
      if (run) found.push([run]);
      run = "";
      const isGroup = element.type === "CapturingGroup" || element.type === "Group";
      const inner = isGroup ? findLiterals(element.alternatives) : undefined;
      if (inner) found.push(inner);
    }
  }
  return run ? [...found, [run]] : found;
}
