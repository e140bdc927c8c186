/** Schedulers whose rules a schedule can follow. `any` reads what most of them accept. */
export const flavors = [
  "any",
  "debian",
  "cronie",
  "kubernetes",
  "github",
  "quartz",
  "aws",
  "systemd",
] as const;
