import { openWords } from "hub/data-file";

/** Reads the words around people's names, and the things that look like people's names. */
export const readPersonContext = openWords(new URL("./person-context.txt", import.meta.url), [
  "brands",
  "car makes",
  "before a venue",
  "after a venue",
  "before a person",
  "labels of other things",
  "roles",
  "western first names in katakana",
  "departments",
  "courts and papers",
  "chinese surnames",
  "surname endings",
  "hindi surnames",
  "not first name",
]);
