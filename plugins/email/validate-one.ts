import type email from "./plugin.ts";
import type { Answer } from "./response.ts";
import { checkProbeAllowed, probeMailbox } from "./smtp/probe.ts";
import { makeValidator } from "./validate.ts";

type Doors = Parameters<Parameters<typeof email.route>[0]["handler"]>[0];

interface Request {
  email: string;
  check_dns: boolean;
  smtputf8: boolean;
  display_name: boolean;
  smtp: boolean;
}

/** Validates one address, and asks its mail server if the caller wants and may. */
export async function validateOne(
  { email, smtp: isProbed, ...options }: Request,
  { net, env, smtp, random, caller }: Pick<Doors, "net" | "env" | "smtp" | "random" | "caller">,
): Promise<Answer> {
  const doors = { smtp, random, caller, env };
  if (isProbed) checkProbeAllowed(doors);
  const validate = await makeValidator(options, {
    net,
    env,
    probe: isProbed ? (known) => probeMailbox(known, doors) : undefined,
  });
  return validate(email);
}
