/** The types of form fields. */
export const fieldTypes = [
  "text",
  "checkbox",
  "radio",
  "dropdown",
  "list",
  "button",
  "signature",
  "unknown",
] as const;
