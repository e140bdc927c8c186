import { openWords } from "hub/data-file";
import { either } from "../names/person-context.ts";
import { getFieldType } from "./field-labels.ts";
import { readPersonContext } from "./person-context.ts";

const readLabels = openWords(new URL("./person-labels.txt", import.meta.url), ["roles"]);

/** Whether a label precedes people's names. */
export function isPersonLabel(label: string): boolean {
  return (
    readLabels().roles.has(label) || getFieldType(label) === "person" || easternRole.test(label)
  );
}

/** Words for people in Han end with a character for a person: "看房人", "内見者". */
const easternRole = /^\p{Script=Han}{1,5}[者人主员員师師士]$/u;

/** Labels of other things than people whose values have capitals, in lower case. */
const others = new RegExp(`${either(readPersonContext()["labels of other things"])}$`, "u");

/** Whether the value of an unknown label may be a name. */
export function mayPrecedeName(label: string): boolean {
  return label.length > 2 && label.length < 30 && !/\d/.test(label) && !others.test(label);
}
