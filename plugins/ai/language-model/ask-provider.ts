import { ask, HubError } from "hub";

/** Sends a request like `ask`. Errors name the host of the operator's base URL, if there is one. */
export async function askProvider<Address extends string>(
  base: string | undefined,
  ...[net, url, question]: Parameters<typeof ask<Address>>
): Promise<Response> {
  try {
    return await ask(net, url, question);
  } catch (failure) {
    const configured = base ? URL.parse(base)?.host : undefined;
    if (!(failure instanceof HubError) || configured === undefined) throw failure;
    const { code, message, cause, headers, members, status, title } = failure;
    const named = message.replaceAll(new URL(url).host, configured);
    throw new HubError(code, named, { cause, headers, members, status, title });
  }
}
