import dev from "../plugin.ts";

/** Refuses flags that no regular expression can have. */
export function checkFlags(flags: string): void {
  const known = [...flags].every((flag) => "dgimsuvy".includes(flag));
  const fault = !known
    ? "must be of d, g, i, m, s, u, v and y"
    : new Set(flags).size < flags.length
      ? "must not name a flag twice"
      : flags.includes("u") && flags.includes("v")
        ? "must not have both u and v"
        : undefined;
  if (fault)
    throw dev.error("invalid_input", `body.flags ${fault}: it is ${JSON.stringify(flags)}`, {
      at: "body.flags",
    });
}
