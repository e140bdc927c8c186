import { asTable } from "hub";
import { openWords } from "hub/data-file";

const lists = openWords(new URL("./inflect.txt", import.meta.url), ["doubled"])();

const irregular: Readonly<Record<string, readonly [past: string, participle?: string]>> = asTable({
  begin: ["began", "begun"],
  buy: ["bought"],
  get: ["got"],
  give: ["gave", "given"],
  find: ["found"],
  make: ["made"],
  send: ["sent"],
  show: ["showed", "shown"],
  tell: ["told"],
  keep: ["kept"],
  do: ["did", "done"],
  think: ["thought"],
  say: ["said"],
  hold: ["held"],
  meet: ["met"],
  set: ["set"],
  put: ["put"],
  let: ["let"],
  go: ["went", "gone"],
  leave: ["left"],
  know: ["knew", "known"],
  see: ["saw", "seen"],
  take: ["took", "taken"],
  write: ["wrote", "written"],
  speed: ["sped"],
  pay: ["paid"],
  lead: ["led"],
  cut: ["cut"],
  choose: ["chose", "chosen"],
  speak: ["spoke", "spoken"],
  drive: ["drove", "driven"],
  break: ["broke", "broken"],
  eat: ["ate", "eaten"],
  build: ["built"],
  catch: ["caught"],
  draw: ["drew", "drawn"],
  fly: ["flew", "flown"],
  grow: ["grew", "grown"],
  hear: ["heard"],
  hit: ["hit"],
  lose: ["lost"],
  read: ["read"],
  run: ["ran", "run"],
  sell: ["sold"],
  sing: ["sang", "sung"],
  steal: ["stole", "stolen"],
  teach: ["taught"],
  throw: ["threw", "thrown"],
  win: ["won"],
  wear: ["wore", "worn"],
  bring: ["brought"],
  understand: ["understood"],
  beat: ["beat", "beaten"],
  feed: ["fed"],
  fight: ["fought"],
  hide: ["hid", "hidden"],
  shake: ["shook", "shaken"],
  come: ["came", "come"],
  become: ["became", "become"],
  forget: ["forgot", "forgotten"],
  have: ["had"],
  feel: ["felt"],
  fall: ["fell", "fallen"],
  drink: ["drank", "drunk"],
  sleep: ["slept"],
  spend: ["spent"],
  wake: ["woke", "woken"],
  sit: ["sat"],
  stand: ["stood"],
  swim: ["swam", "swum"],
  mean: ["meant"],
  bend: ["bent"],
  bite: ["bit", "bitten"],
  blow: ["blew", "blown"],
  burst: ["burst"],
  cost: ["cost"],
  deal: ["dealt"],
  dig: ["dug"],
  forgive: ["forgave", "forgiven"],
  freeze: ["froze", "frozen"],
  hang: ["hung"],
  hurt: ["hurt"],
  lay: ["laid"],
  lend: ["lent"],
  lie: ["lay", "lain"],
  light: ["lit"],
  mistake: ["mistook", "mistaken"],
  overcome: ["overcame", "overcome"],
  quit: ["quit"],
  ride: ["rode", "ridden"],
  ring: ["rang", "rung"],
  rise: ["rose", "risen"],
  seek: ["sought"],
  shine: ["shone"],
  shoot: ["shot"],
  shut: ["shut"],
  sink: ["sank", "sunk"],
  slide: ["slid"],
  split: ["split"],
  spread: ["spread"],
  stick: ["stuck"],
  strike: ["struck"],
  swear: ["swore", "sworn"],
  sweep: ["swept"],
  tear: ["tore", "torn"],
  weep: ["wept"],
});
const doubled = lists.doubled;

/** Returns the forms of a verb including its particle: base, third person, past, participle, and -ing. */
export function inflect(phrase: string): [string, string, string, string, string] {
  const [verb = "", ...rest] = phrase.split(" ");
  const behind = rest.length > 0 ? ` ${rest.join(" ")}` : "";
  const past = irregular[verb]?.[0] ?? regularPast(verb);
  const participle = irregular[verb]?.[1] ?? past;
  return [verb, third(verb), past, participle, gerund(verb)].map((form) => form + behind) as [
    string,
    string,
    string,
    string,
    string,
  ];
}

/** Past forms of irregular verbs by their participles: "written" gives "wrote". */
export const pastOfParticiple: ReadonlyMap<string, string> = new Map(
  Object.values(irregular).map(([past, participle = past]) => [participle, past]),
);

/** Returns the third person of a verb. */
function third(verb: string): string {
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function regularPast(verb: string): string {
  if (verb.endsWith("e")) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return doubled.has(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`;
}

function gerund(verb: string): string {
  if (doubled.has(verb)) return `${verb}${verb.at(-1)}ing`;
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  return verb.endsWith("e") && !verb.endsWith("ee") && verb !== "be"
    ? `${verb.slice(0, -1)}ing`
    : `${verb}ing`;
}
