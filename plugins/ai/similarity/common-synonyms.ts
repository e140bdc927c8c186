import { toWordKey } from "../text/stem.ts";
import { readWords } from "../text/word-lists.ts";

/** The commonest English words of the same meaning, a group per line. WordNet has more, see `word-net.ts`. */
const table = `
car automobile auto
begin start commence initiate launch
end finish conclude terminate complete
buy purchase acquire
sell vend
doctor physician medic
film movie picture
big large huge enormous giant vast massive
small little tiny minor
happy glad pleased delighted content joyful cheerful
sad unhappy sorrowful gloomy miserable
child kid youngster
baby infant
dog hound puppy
hotel inn lodge
teacher instructor educator tutor
student pupil learner
firm company business corporation enterprise
employee worker staff
employ hire recruit engage
job work employment occupation
delete remove erase
account profile
repair fix mend restore
broken damaged defective faulty
road street avenue
fast quick rapid swift speedy
slow sluggish
ill sick unwell
cancel abort
order purchase
house home residence dwelling
lawyer attorney solicitor counsel
answer reply respond response
ask inquire enquire question
shop store
laptop notebook
phone telephone mobile cellphone
plane airplane aeroplane aircraft
boat ship vessel
train railway
late delayed overdue
boring dull tedious
interesting fascinating engaging
beautiful pretty lovely attractive gorgeous
ugly hideous unattractive
smart clever intelligent bright
stupid foolish silly dumb
rich wealthy affluent
poor impoverished needy
strong powerful mighty
weak feeble frail
old elderly aged ancient
new recent novel modern
good great excellent fine
bad poor awful terrible
easy simple effortless
hard difficult tough challenging
important significant crucial essential vital key
wrong incorrect false mistaken
right correct accurate true
help assist aid support
try attempt endeavour endeavor
need require
want desire wish
like enjoy love
hate detest loathe despise
think believe consider suppose
say state tell declare
talk speak chat converse
see notice observe spot
look watch view gaze
show display demonstrate present exhibit
give provide supply offer
get obtain receive gain
take grab seize
make create produce build construct
change alter modify adjust
increase rise grow climb expand
decrease fall drop decline shrink reduce
stop halt cease quit
continue proceed persist
close shut
open unlock
choose select pick
find discover locate
lose misplace
keep retain hold maintain
send dispatch ship transmit
use utilize utilise employ
live reside dwell
die perish decease
kill murder slay
eat consume devour
drink beverage
sleep slumber nap
walk stroll
run sprint dash
throw toss hurl
hit strike punch
cut slice chop
break smash shatter
steal rob
hide conceal
scare frighten terrify
afraid scared frightened fearful
angry furious mad annoyed
tired exhausted weary
funny amusing humorous hilarious
strange odd weird peculiar unusual
normal usual ordinary typical common
famous renowned celebrated
safe secure
dangerous hazardous risky unsafe
clean tidy neat
dirty filthy grubby
empty vacant
whole entire complete total
near close nearby
often frequently
usually normally generally
quickly rapidly fast
maybe perhaps possibly
also too additionally
almost nearly
about approximately around roughly
woman lady female
man gentleman male
boy lad
girl lass
friend pal buddy mate
enemy foe
boss manager supervisor
leader chief head
mother mom mum
father dad
people folk
city town
country nation state
holiday vacation
trip journey voyage travel
luggage baggage
ticket pass
money cash funds
price cost fee charge
cheap inexpensive affordable
expensive costly pricey
salary wage pay
gift present
idea thought notion concept
problem issue trouble difficulty
mistake error fault
result outcome consequence
reason cause
goal aim objective target
plan scheme
rule regulation law
chance opportunity
danger risk hazard
accident crash collision
fire blaze
storm tempest
rubbish garbage trash waste
garden yard
flat apartment
lift elevator
autumn fall
food meal
sofa couch
photo photograph picture
painting picture
newspaper paper
song tune
noise sound
rock stone
forest wood woods
illness disease sickness
medicine drug medication
pain ache
hospital clinic
weapon arms
fight battle combat
war conflict
win triumph
speech talk address
agreement deal contract
meeting conference
test exam examination
information data details
device gadget
machine engine
password passcode
login signin
error bug
fast quick
choose pick
allow permit let
forbid ban prohibit
prevent avoid
guess estimate
explain clarify describe
understand comprehend grasp
learn study
teach instruct educate
remember recall
forget overlook
examine inspect look check
improve enhance better
join connect link unite
divide split separate
gather collect assemble
search seek
happen occur
appear emerge
vanish disappear
wait await
arrive come reach
leave depart go
return come
fail flop
succeed manage
refuse decline reject
accept agree
admit confess
complain grumble protest
praise commend compliment
blame accuse
thank thanks
sorry apologise apologize
fuel oil petrol gasoline
truck lorry
currently now presently
`;

/** The numbers of the groups of a word, by its key. */
const groups = new Map<string, number[]>();
for (const [group, row] of table.trim().split("\n").entries())
  for (const word of readWords(row)) {
    const key = toWordKey(word, "en");
    groups.set(key, [...(groups.get(key) ?? []), group]);
  }

/** Whether two English words, given by their keys, are common synonyms. */
export function areCommonSynonyms(a: string, b: string): boolean {
  const others = groups.get(b);
  return others !== undefined && (groups.get(a) ?? []).some((group) => others.includes(group));
}
