const table = (rows: string) =>
  new Map(rows.split(" ").map((row) => row.split(":") as [string, string]));

const bases = table(
  "went:go saw:see came:come knew:know took:take gave:give made:make said:say told:tell thought:think found:find got:get had:have was:be were:be ate:eat ran:run wrote:write bought:buy brought:bring left:leave felt:feel liked:like wanted:want needed:need worked:work likes:like wants:want needs:need knows:know goes:go has:have works:work makes:make takes:take thinks:think sees:see comes:come gets:get looks:look feels:feel does:do did:do plays:play says:say helps:help means:mean sings:sing runs:run",
);
const participles = table(
  "went:gone did:done saw:seen came:come ran:run took:taken gave:given wrote:written ate:eaten spoke:spoken drove:driven chose:chosen broke:broken began:begun knew:known forgot:forgotten",
);
const pasts = table("seen:saw done:did");
const singulars = table(
  "women:woman men:man children:child people:person feet:foot teeth:tooth mice:mouse researches:research evidences:evidence informations:information advices:advice furnitures:furniture equipments:equipment homeworks:homework luggages:luggage feedbacks:feedback knowledges:knowledge softwares:software",
);
const gerunds = table(
  "hear:hearing see:seeing meet:meeting work:working speak:speaking receive:receiving get:getting",
);
const plurals = table("is:are was:were");
const nominatives = table("him:he her:she them:they");

/** Other forms of a word, by what a rule calls them. */
export const forms: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  base: bases,
  participle: participles,
  past: pasts,
  singular: singulars,
  plural: plurals,
  ing: gerunds,
  nominative: nominatives,
};
