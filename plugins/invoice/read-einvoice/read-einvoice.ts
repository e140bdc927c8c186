import { reply } from "hub";
import { cleanTexts } from "../document/clean.ts";
import { type Received, readXml } from "../einvoice/read/read-xml.ts";
import { decodeXml } from "../einvoice/read/xml-tree.ts";
import { checkRules, detectRuleSet, type Rules } from "../einvoice/rules/check.ts";
import { loadLabels } from "../locales/labels.ts";
import { encodePdf } from "../pdf/file.ts";
import invoice from "../plugin.ts";
import { refuse } from "../refuse.ts";
import { printContent } from "../response.ts";
import type { ReadBody } from "../schema/read.ts";
import type { ReceivedInvoice } from "../schema/received.ts";
import { buildReceivedContent } from "./received-content.ts";

const { receivedBytesMax } = invoice.limits;

/** Reads a received invoice, checks it, and draws it if requested. */
export async function readReceived(
  body: ReadBody,
  { now, release }: { now: number; release: Rules["release"] },
) {
  const { xml, name, at } = await loadXml(body);
  const received = readXml(xml, at);
  const ruleSet =
    body.rules === "auto" ? detectRuleSet(received.invoice.specification) : body.rules;
  const checked = await checkReceived(received, { ruleSet, release });
  const members = {
    syntax: received.syntax,
    embedded_as: name ?? null,
    rule_set: ruleSet,
    ...checked,
    invoice: received.invoice,
  };
  if (body.response === "json" && !body.pdf)
    return reply({ ...members, pages: 0, warnings: [], pdf_base64: null });
  const { bytes, pages } = await drawReceived(cleanTexts(received.invoice), body, now);
  if (body.response === "json")
    return reply({
      ...members,
      pages,
      warnings: [],
      pdf_base64: Buffer.from(bytes).toString("base64"),
    });
  return reply(bytes, { type: "application/pdf" });
}

/** Checks a received invoice. Without the official rules, the answer says why it isn't known to be valid. */
async function checkReceived(received: Received, rules: Rules) {
  const checked = await checkRules(received, rules);
  if (!checked)
    return {
      rules_checked: 0,
      rules_date: null,
      valid: null,
      valid_reason: `The hub has no rules of ${rules.ruleSet}: its operator can download them`,
      violations: [],
    };
  const { findings } = checked;
  return {
    rules_checked: checked.rules,
    rules_date: checked.date,
    valid: findings.every(({ isWarning }) => isWarning),
    valid_reason: null,
    violations: findings.map(({ rule, isWarning, term, path, requirement }) => ({
      rule,
      severity: isWarning ? "warning" : "error",
      term,
      path,
      message: requirement,
    })),
  };
}

async function drawReceived(received: ReceivedInvoice, body: ReadBody, now: number) {
  const labels = loadLabels(body.locale);
  const content = buildReceivedContent(received, { labels, locale: body.locale });
  const { pdf, pages } = await printContent(content, {
    look: body,
    metadata: {
      title: `${content.title} ${content.number}`,
      author: content.seller.name,
      language: body.locale,
      now,
    },
  });
  return { bytes: await encodePdf(pdf), pages };
}

/** Returns the XML of the one file or text in the body, and its name if it was embedded in a PDF. */
async function loadXml(body: ReadBody): Promise<{ xml: string; name?: string; at: string }> {
  const { file, file_base64, xml } = body;
  const given = [file, file_base64, xml].filter((source) => source !== undefined);
  if (given.length !== 1)
    refuse(
      "body",
      `must have one of file, file_base64 and xml: it has ${given.length === 0 ? "none" : given.length}`,
    );
  // Pasted text may have blanks before the XML, which a file must not have.
  if (xml !== undefined) return { xml: xml.trimStart(), at: "body.xml" };
  const at = file ? "body.file" : "body.file_base64";
  const bytes = file ? await file.bytes() : decodeBase64(file_base64 ?? "", at);
  if (bytes.length > receivedBytesMax) refuse(at, `must have at most ${receivedBytesMax} bytes`);
  if (!Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-"))
    return { xml: decodeXml(bytes, at), at };
  const { extractXml } = await import("./extract-xml.ts");
  const found = await extractXml(bytes, at);
  return { xml: decodeXml(found.bytes, at), name: found.name, at };
}

function decodeBase64(text: string, at: string): Uint8Array {
  const [, data = text] = /^data:[^,]{0,100};base64,(.*)$/s.exec(text) ?? [];
  try {
    return Uint8Array.fromBase64(data);
  } catch (cause) {
    throw invoice.error("invalid_input", `${at} must be base64, alone or as a data URI`, {
      at,
      cause,
    });
  }
}
