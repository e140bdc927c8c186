import crypto from "../plugin.ts";

/** The currencies that both providers have prices in. */
export const currencies = [
  ..."usd,eur,gbp,jpy,aud,brl,cad,chf,cny,czk,dkk,hkd,huf,idr,ils,inr,krw,mxn,myr,nok".split(","),
  ..."nzd,php,pln,sek,sgd,thb,try,zar,btc,eth".split(","),
];

/** The currencies of a request, each once. Throws `unsupported_vs_currency`. */
export function readVs(asked: readonly string[]): string[] {
  const wanted = [...new Set(asked.map((code) => code.toLowerCase()))];
  for (const code of wanted)
    if (!currencies.includes(code))
      throw crypto.error(
        "unsupported_vs_currency",
        `query.vs must be among ${currencies.join(", ")}: it has "${code}"`,
        { at: "query.vs" },
      );
  return wanted;
}
