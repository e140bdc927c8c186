import type { AST } from "@eslint-community/regexpp";
import type { ParsedPattern } from "./parse-pattern.ts";
import { applyModifiers, listAlternatives, listChildNodes, type Node } from "./tree.ts";

/** The result of a search: the offsets of the match and its groups, no match, or too many steps. */
type Search = { kind: "match"; spans: Int32Array } | { kind: "none" } | { kind: "limit" };

/** A text search that counts its steps. */
export interface Backtracker {
  /** Searches from an offset on. */
  search(text: string, from: number, stepsMax: number): Search & { steps: number };
}

/**
 * Compiles a pattern for a backtracking matcher with the semantics of ECMAScript. It tries alternatives in the order of
 * the standard without the shortcuts that engines differ in. So its steps are an upper bound of theirs, and they are
 * the same on every machine. Throws if the pattern has classes with strings (flag v).
 */
export function compileBacktracker(
  source: string,
  { parsed, flags }: { parsed: ParsedPattern; flags: string },
): Backtracker {
  const compiler = new Compiler(source, parsed, flags);
  const program = compiler.compile(parsed.tree);
  const isUnicode = /[uv]/.test(flags);
  return {
    search(text, from, stepsMax) {
      const machine = new Machine({
        program,
        text,
        isUnicode,
        registers: compiler.registers,
        stepsMax,
      });
      for (let start = from; start <= text.length; ) {
        const found = machine.matchAt(start);
        if (found === "limit") return { kind: "limit", steps: machine.steps };
        if (found) {
          const spans = machine.registers.slice(0, 2 * (parsed.groups + 1));
          return { kind: "match", spans, steps: machine.steps };
        }
        if (flags.includes("y")) break;
        start += isUnicode ? characterLength(text, start) : 1;
      }
      return { kind: "none", steps: machine.steps };
    },
  };
}

/** Reads the character at a position in the direction of the match. Empty at the end of the text. */
type CharacterTest = (character: string) => boolean;

type Instruction =
  | { op: "character"; test: CharacterTest; back: boolean }
  | { op: "split"; first: number; second: number }
  | { op: "jump"; to: number }
  | { op: "save"; register: number }
  | { op: "assert"; test: (text: string, at: number) => boolean }
  | { op: "begin" | "repeat" | "enter" | "end"; again: Loop }
  | { op: "reference"; groups: readonly number[]; back: boolean; equals: Equals }
  | { op: "look"; body: number; negated: boolean; to: number }
  | { op: "accept" };

/** A quantifier whose registers hold the count and the position of the last iteration. */
interface Loop {
  quantifier: Pick<AST.Quantifier, "min" | "max" | "greedy">;
  count: number;
  position: number;
  /** First and last register of the groups inside, which each iteration clears. */
  groups: readonly [from: number, to: number];
  /** The instruction that starts an iteration. */
  enter: number;
  exit: number;
}

type Equals = (a: string, b: string) => boolean;

/** Translates a pattern into instructions. */
class Compiler {
  registers: number;
  readonly #source: string;
  readonly #numbers: ParsedPattern["numbers"];
  readonly #program: Instruction[] = [];
  #flags: string;
  #back = false;

  constructor(source: string, { groups, numbers }: ParsedPattern, flags: string) {
    this.#source = source;
    this.#flags = flags;
    this.#numbers = numbers;
    this.registers = 2 * (groups + 1);
  }

  compile(tree: Node): Instruction[] {
    this.#add({ op: "save", register: 0 });
    this.#node(tree);
    this.#add({ op: "save", register: 1 });
    this.#add({ op: "accept" });
    return this.#program;
  }

  #add<Step extends Instruction>(instruction: Step): Step {
    this.#program.push(instruction);
    return instruction;
  }

  get #next(): number {
    return this.#program.length;
  }

  #node(node: Node): void {
    switch (node.type) {
      case "Alternative":
        for (const element of this.#back ? node.elements.toReversed() : node.elements)
          this.#node(element);
        return;
      case "Pattern":
        this.#choice(node);
        return;
      case "Group":
        this.#group(node);
        return;
      case "CapturingGroup":
        this.#capture(node);
        return;
      case "Quantifier":
        this.#quantifier(node);
        return;
      case "Assertion":
        if (node.kind === "lookahead" || node.kind === "lookbehind") this.#look(node);
        else this.#add({ op: "assert", test: this.#assertion(node) });
        return;
      case "Backreference":
        this.#reference(node);
        return;
      default:
        this.#add({ op: "character", test: this.#characterTest(node), back: this.#back });
    }
  }

  #choice(node: Node): void {
    const branches = listAlternatives(node);
    const jumps: { to: number }[] = [];
    for (const [index, branch] of branches.entries()) {
      const split =
        index < branches.length - 1
          ? this.#add({ op: "split" as const, first: this.#next + 1, second: 0 })
          : undefined;
      this.#node(branch);
      if (!split) continue;
      jumps.push(this.#add({ op: "jump" as const, to: 0 }));
      split.second = this.#next;
    }
    for (const jump of jumps) jump.to = this.#next;
  }

  #group(node: AST.Group): void {
    const outer = this.#flags;
    this.#flags = applyModifiers(outer, node);
    this.#choice(node);
    this.#flags = outer;
  }

  #capture(node: AST.CapturingGroup): void {
    const register = 2 * (this.#numbers.get(node) ?? 0);
    const [first, last] = this.#back ? [1, 0] : [0, 1];
    this.#add({ op: "save", register: register + first });
    this.#choice(node);
    this.#add({ op: "save", register: register + last });
  }

  #quantifier({ element, ...quantifier }: AST.Quantifier): void {
    const again: Loop = {
      quantifier,
      count: this.registers++,
      position: this.registers++,
      groups: this.#findGroups(element),
      enter: 0,
      exit: 0,
    };
    this.#add({ op: "begin", again });
    const start = this.#next;
    this.#add({ op: "repeat", again });
    again.enter = this.#next;
    this.#add({ op: "enter", again });
    this.#node(element);
    this.#add({ op: "end", again });
    this.#add({ op: "jump", to: start });
    again.exit = this.#next;
  }

  #look(node: AST.LookaroundAssertion): void {
    const outer = this.#back;
    const { negate: negated } = node;
    const look = this.#add({ op: "look" as const, body: this.#next + 1, negated, to: 0 });
    this.#back = node.kind === "lookbehind";
    this.#choice(node);
    this.#add({ op: "accept" });
    this.#back = outer;
    look.to = this.#next;
  }

  #reference({ resolved }: AST.Backreference): void {
    const groups = [resolved].flat().map((group) => this.#numbers.get(group) ?? 0);
    const equals = this.#flags.includes("i") ? createCaselessEquals(this.#flags) : isSame;
    this.#add({ op: "reference", groups, back: this.#back, equals });
  }

  /** Returns the registers of the groups in a node. */
  #findGroups(node: Node): readonly [number, number] {
    let [from, to] = [Number.POSITIVE_INFINITY, -1];
    const visit = (part: Node): void => {
      const number = part.type === "CapturingGroup" ? this.#numbers.get(part) : undefined;
      if (number !== undefined) {
        from = Math.min(from, 2 * number);
        to = Math.max(to, 2 * number + 1);
      }
      listChildNodes(part).forEach(visit);
    };
    visit(node);
    return [from, to];
  }

  #assertion(
    node: AST.EdgeAssertion | AST.WordBoundaryAssertion,
  ): (text: string, at: number) => boolean {
    const isMultiline = this.#flags.includes("m");
    const isBreakAt = (text: string, at: number) => /[\n\r\u2028\u2029]/.test(text.charAt(at));
    if (node.kind === "start")
      return (text, at) => at === 0 || (isMultiline && isBreakAt(text, at - 1));
    if (node.kind !== "word")
      return (text, at) => at === text.length || (isMultiline && isBreakAt(text, at));
    const isWord = createCharacterTest("\\w", this.#flags);
    const isBoundary = (text: string, at: number) =>
      (at > 0 && isWord(text.charAt(at - 1))) !== (at < text.length && isWord(text.charAt(at)));
    return node.negate ? (text, at) => !isBoundary(text, at) : isBoundary;
  }

  /** The runtime's engine decides about single characters: case, classes and properties. */
  #characterTest({ start, end }: Node): CharacterTest {
    const source = this.#source.slice(start, end);
    if (this.#flags.includes("v") && source.includes("\\q"))
      throw new Error("Classes with strings are not supported");
    return createCharacterTest(source, this.#flags);
  }
}

function createCharacterTest(source: string, flags: string): CharacterTest {
  const pattern = new RegExp(`^(?:${source})$`, flags.replace(/[dgmy]/g, ""));
  const known = new Map<string, boolean>();
  return (character) => {
    let fits = known.get(character);
    if (fits === undefined) {
      fits = pattern.test(character);
      known.set(character, fits);
    }
    return fits;
  };
}

function isSame(a: string, b: string): boolean {
  return a === b;
}

function createCaselessEquals(flags: string): Equals {
  const isUnicode = /[uv]/.test(flags);
  const tests = new Map<string, CharacterTest>();
  return (a, b) => {
    if (a === b) return true;
    const [left, right] = isUnicode ? [[...a], [...b]] : [a.split(""), b.split("")];
    return (
      left.length === right.length &&
      left.every((character, index) => {
        let test = tests.get(character);
        if (!test) {
          test = createCharacterTest(escapeCharacter(character, isUnicode), flags);
          tests.set(character, test);
        }
        return test(right[index] ?? "");
      })
    );
  };
}

function escapeCharacter(character: string, isUnicode: boolean): string {
  const code = isUnicode ? (character.codePointAt(0) ?? 0) : character.charCodeAt(0);
  const hex = code.toString(16);
  return isUnicode ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Entries of the stack take 8 bytes each. */
const stackMax = 30_000_000;

interface MachineOptions {
  program: readonly Instruction[];
  text: string;
  isUnicode: boolean;
  registers: number;
  stepsMax: number;
}

/**
 * Runs instructions. The stack holds, in groups of two numbers, positions to continue at if the match fails, and the
 * registers to restore before, marked by a negative number.
 */
class Machine {
  steps = 0;
  readonly registers: Int32Array;
  readonly #program: readonly Instruction[];
  readonly #text: string;
  readonly #isUnicode: boolean;
  readonly #stepsMax: number;
  readonly #stack: number[] = [];

  constructor({ program, text, isUnicode, registers, stepsMax }: MachineOptions) {
    this.#program = program;
    this.#text = text;
    this.#isUnicode = isUnicode;
    this.#stepsMax = stepsMax;
    this.registers = new Int32Array(registers).fill(-1);
  }

  matchAt(start: number): boolean | "limit" {
    this.registers.fill(-1);
    this.#stack.length = 0;
    return this.#run(0, start);
  }

  /** Runs from an instruction to the next `accept`. */
  #run(from: number, start: number): boolean | "limit" {
    const base = this.#stack.length;
    let pc = from;
    let at = start;
    for (;;) {
      if (++this.steps > this.#stepsMax || this.#stack.length > stackMax) return "limit";
      // Every program ends with an accept.
      const step = this.#program[pc]!;
      let fits = true;
      pc++;
      switch (step.op) {
        case "accept":
          return true;
        case "character": {
          const length = this.#characterLength(at, step.back);
          const from = step.back ? at - length : at;
          fits = length > 0 && step.test(this.#text.slice(from, from + length));
          at = step.back ? from : at + length;
          break;
        }
        case "split":
          this.#stack.push(step.second, at);
          pc = step.first;
          break;
        case "jump":
          pc = step.to;
          break;
        case "save":
          this.#set(step.register, at);
          break;
        case "assert":
          fits = step.test(this.#text, at);
          break;
        case "begin":
          this.#set(step.again.count, 0);
          this.#set(step.again.position, -1);
          break;
        case "repeat":
          pc = this.#chooseRepeat(step.again, at);
          break;
        case "enter":
          this.#enterIteration(step.again, at);
          break;
        case "end":
          fits = this.#endIteration(step.again, at);
          break;
        case "reference": {
          const end = this.#matchReference(step, at);
          if (end === undefined) fits = false;
          else at = end;
          break;
        }
        case "look": {
          const height = this.#stack.length;
          const found = this.#run(step.body, at);
          if (found === "limit") return found;
          if (found && !step.negated) this.#dropChoices(height);
          else this.#unwind(height);
          fits = found !== step.negated;
          pc = step.to;
        }
      }
      if (fits) continue;
      const choice = this.#backtrack(base);
      if (choice === undefined) return false;
      [pc, at] = choice;
    }
  }

  #characterLength(at: number, back: boolean): number {
    const text = this.#text;
    if (back ? at === 0 : at >= text.length) return 0;
    if (!this.#isUnicode) return 1;
    if (!back) return characterLength(text, at);
    return at > 1 && characterLength(text, at - 2) === 2 ? 2 : 1;
  }

  /** Returns the instruction to continue with: another iteration, or what follows the quantifier. */
  #chooseRepeat(
    { quantifier: { min, max, greedy }, count, enter, exit }: Loop,
    at: number,
  ): number {
    const done = this.registers[count]!;
    if (done >= max) return exit;
    if (done < min) return enter;
    this.#stack.push(greedy ? exit : enter, at);
    return greedy ? enter : exit;
  }

  #enterIteration({ position, groups }: Loop, at: number): void {
    this.#set(position, at);
    for (let register = groups[0]; register <= groups[1]; register++) this.#set(register, -1);
  }

  /** Returns whether the iteration counts: beyond the minimum, an empty one fails. */
  #endIteration({ quantifier, count, position }: Loop, at: number): boolean {
    const done = this.registers[count]!;
    if (done >= quantifier.min && this.registers[position] === at) return false;
    this.#set(count, done + 1);
    return true;
  }

  #matchReference(
    { groups, back, equals }: Extract<Instruction, { op: "reference" }>,
    at: number,
  ): number | undefined {
    const group = groups.find(
      (one) => this.registers[2 * one]! >= 0 && this.registers[2 * one + 1]! >= 0,
    );
    if (group === undefined) return at;
    const captured = this.#text.slice(this.registers[2 * group], this.registers[2 * group + 1]);
    const from = back ? at - captured.length : at;
    if (from < 0 || !equals(captured, this.#text.slice(from, from + captured.length)))
      return undefined;
    this.steps += captured.length;
    return back ? from : from + captured.length;
  }

  #set(register: number, value: number): void {
    const old = this.registers[register]!;
    if (old === value) return;
    this.#stack.push(-1 - register, old);
    this.registers[register] = value;
  }

  /** Restores registers up to the last choice above the base, and returns it. */
  #backtrack(base: number): [pc: number, at: number] | undefined {
    while (this.#stack.length > base) {
      const value = this.#stack.pop()!;
      const mark = this.#stack.pop()!;
      if (mark >= 0) return [mark, value];
      this.registers[-1 - mark] = value;
    }
    return undefined;
  }

  #unwind(height: number): void {
    while (this.#backtrack(height)) {}
  }

  /** Removes the choices above a height. The registers stay, and can still be restored. */
  #dropChoices(height: number): void {
    let kept = height;
    for (let index = height; index < this.#stack.length; index += 2)
      if (this.#stack[index]! < 0) {
        this.#stack[kept] = this.#stack[index]!;
        this.#stack[kept + 1] = this.#stack[index + 1]!;
        kept += 2;
      }
    this.#stack.length = kept;
  }
}
