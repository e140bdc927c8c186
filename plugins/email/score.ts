import type { Answer, Reason } from "./answer.ts";
import { undeliverable } from "./judgement.ts";

/** What the score looks at. Undefined is not known. */
export interface Findings {
  reason: Reason;
  exists: boolean | undefined;
  hasMx: boolean | undefined;
  implicitMx: boolean | undefined;
  hasSpf: boolean | undefined;
  hasDmarc: boolean | undefined;
  disposable: "listed" | "suspected" | undefined;
  isRole: boolean;
  hasTypo: boolean;
}

type Part = Answer["score_breakdown"][number];

/** Adds up a score of 0 to 100, and says what each part of it is for. */
export function scoreOf(findings: Findings): Part[] {
  const parts: Part[] = [
    { check: "syntax", points: 30, points_max: 30, note: "It is an address" },
    scoreOutcome("domain", findings.exists, {
      points: 15,
      yes: "The domain exists",
      no: "The domain does not exist",
    }),
    scoreMailServer(findings),
    scoreOutcome("spf", findings.hasSpf, { points: 5, yes: "It has SPF", no: "It has no SPF" }),
    scoreOutcome("dmarc", findings.hasDmarc, {
      points: 5,
      yes: "It has DMARC",
      no: "It has no DMARC",
    }),
    scoreNotDisposable(findings),
    scoreOutcome("not_role", !findings.isRole, {
      points: 5,
      yes: "It is not a role's",
      no: "It is a role's and not a person's",
    }),
  ];
  if (findings.hasTypo)
    parts.push({ check: "typo", points: -20, points_max: 0, note: "It looks mistyped" });
  return applyCap(parts, findings);
}

/** A part that has all its points or none. */
function scoreOutcome(
  check: Part["check"],
  outcome: boolean | undefined,
  { points, yes, no }: { points: number; yes: string; no: string },
): Part {
  return {
    check,
    points: outcome ? points : 0,
    points_max: points,
    note: outcome === undefined ? "It was not checked" : outcome ? yes : no,
  };
}

function scoreMailServer({ hasMx, implicitMx }: Findings): Part {
  if (implicitMx)
    return {
      check: "mail_server",
      points: 15,
      points_max: 25,
      note: "It has no MX record, so mail goes to its own address",
    };
  return scoreOutcome("mail_server", hasMx, {
    points: 25,
    yes: "It names its mail servers",
    no: "It has no mail server",
  });
}

function scoreNotDisposable({ disposable }: Findings): Part {
  const [points, note] = {
    listed: [0, "It is known to give out throwaway addresses"] as const,
    suspected: [
      5,
      "A wider list, which errs at times, says that it is a throwaway domain",
    ] as const,
    clean: [15, "It is on no list of throwaway domains"] as const,
  }[disposable ?? "clean"];
  return { check: "not_disposable", points, points_max: 15, note };
}

/** What takes no mail is worth little, however well its domain is kept. */
function applyCap(parts: Part[], { reason, disposable }: Findings): Part[] {
  const sum = parts.reduce((total, { points }) => total + points, 0);
  const [cap, note] = undeliverable.has(reason)
    ? [10, "What takes no mail gets at most 10"]
    : disposable === "listed"
      ? [30, "What is disposable gets at most 30"]
      : [100, ""];
  const over = sum < 0 ? sum : Math.max(0, sum - cap);
  if (over === 0) return parts;
  return [...parts, { check: "cap", points: -over, points_max: 0, note }];
}
