import dev from "../plugin.ts";
import { loadStatuses, type Status } from "./statuses.ts";

const classes = ["informational", "success", "redirection", "client error", "server error"];

/** Describes a status code, given as a number, a name or a status line. */
export function describeStatus(value: string) {
  const code = readCode(value.trim());
  const { name, meaning, specification, link, isRegistered, formerNames } =
    loadStatuses().get(code) ?? describeUnknown(code);
  return {
    code,
    name,
    class: classes[Math.floor(code / 100) - 1] ?? "",
    meaning,
    specification,
    link,
    is_registered: isRegistered,
    former_names: formerNames,
    may_have_content: code >= 200 && ![204, 205, 304].includes(code),
    is_cacheable: heuristicallyCacheable.has(code),
  };
}

/** Codes whose responses caches may store without explicit freshness: RFC 9110, section 15.1. */
const heuristicallyCacheable = new Set([
  200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501,
]);

/** RFC 9110, section 15: clients treat unknown codes as the first one of the class. */
function describeUnknown(code: number): Omit<Status, "code"> {
  const first = Math.floor(code / 100) * 100;
  return {
    name: "Unknown",
    meaning: `Not registered: clients treat it as ${first} ${loadStatuses().get(first)?.name}`,
    specification: "RFC 9110, section 15",
    link: "https://www.rfc-editor.org/rfc/rfc9110#section-15",
    isRegistered: false,
    formerNames: [],
  };
}

function readCode(text: string): number {
  const [, digits] = /^(?:HTTP\/[0-9.]{1,3} +)?([1-5][0-9]{2})(?: [^\r\n]*)?$/i.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  const name = simplify(text);
  for (const status of loadStatuses().values()) {
    const names = [status.name, ...status.formerNames];
    if (name !== "" && names.some((one) => simplify(one) === name)) return status.code;
  }
  const detail = `query.value must be a status code from 100 to 599 or a name such as Not Found: it is ${JSON.stringify(text)}`;
  throw dev.error("invalid_input", detail, { at: "query.value" });
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
