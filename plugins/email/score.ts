import { undeliverable } from "./judgement.ts";
import { doubtfulReplies, type Reason, type Validation } from "./response.ts";

/** Input of the score. Undefined means unknown. */
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

type ScorePart = Validation["score_breakdown"][number];

/** Calculates the parts of a score from 0 to 100, each with an explanation. */
export function computeScoreParts(findings: Findings): ScorePart[] {
  const parts: ScorePart[] = [
    { check: "syntax", points: 30, points_max: 30, note: "The syntax is valid" },
    scoreOutcome("domain", findings.exists, {
      points: 15,
      yes: "The domain exists",
      no: "The domain does not exist",
    }),
    scoreMailServer(findings),
    scoreOutcome("spf", findings.hasSpf, {
      points: 5,
      yes: "The domain has SPF",
      no: "The domain has no valid SPF",
    }),
    scoreOutcome("dmarc", findings.hasDmarc, {
      points: 5,
      yes: "The domain has DMARC",
      no: "The domain has no DMARC",
    }),
    scoreNotDisposable(findings),
    scoreOutcome("not_role", !findings.isRole, {
      points: 5,
      yes: "Not a role account",
      no: "Role account, not a person",
    }),
  ];
  if (findings.hasTypo)
    parts.push({ check: "typo", points: -20, points_max: 0, note: "Likely a typo" });
  return applyCap(parts, findings);
}

/** Returns a part with either all of its points or none. */
function scoreOutcome(
  check: ScorePart["check"],
  outcome: boolean | undefined,
  { points, yes, no }: { points: number; yes: string; no: string },
): ScorePart {
  return {
    check,
    points: outcome ? points : 0,
    points_max: points,
    note: outcome === undefined ? "Not checked" : outcome ? yes : no,
  };
}

function scoreMailServer({ hasMx, implicitMx }: Findings): ScorePart {
  if (implicitMx)
    return {
      check: "mail_server",
      points: 15,
      points_max: 25,
      note: "The domain has no MX record, so mail goes to its own IP address",
    };
  return scoreOutcome("mail_server", hasMx, {
    points: 25,
    yes: "The domain has mail servers",
    no: "The domain has no mail server",
  });
}

function scoreNotDisposable({ disposable }: Findings): ScorePart {
  const [points, note] = {
    listed: [0, "Known disposable domain"] as const,
    suspected: [5, "Suspected disposable domain, by a larger list with known mistakes"] as const,
    clean: [15, "Not on a list of disposable domains"] as const,
  }[disposable ?? "clean"];
  return { check: "not_disposable", points, points_max: 15, note };
}

/** Limits the score of addresses that cannot receive mail or are disposable. */
function applyCap(parts: ScorePart[], { reason, disposable }: Findings): ScorePart[] {
  const sum = parts.reduce((total, { points }) => total + points, 0);
  const [cap, note] = undeliverable.has(reason)
    ? [10, "At most 10 points if the address cannot receive mail"]
    : disposable === "listed"
      ? [30, "At most 30 points for disposable addresses"]
      : doubtfulReplies.some((reply) => reply === reason)
        ? [50, "At most 50 points if the mail server does not accept the mailbox"]
        : [100, ""];
  const over = sum < 0 ? sum : Math.max(0, sum - cap);
  if (over === 0) return parts;
  return [...parts, { check: "cap", points: -over, points_max: 0, note }];
}
