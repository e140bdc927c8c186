/** The sets of labels that are built in. */
export const taxonomyNames = ["topics", "intent", "spam", "urgency", "toxicity"] as const;
