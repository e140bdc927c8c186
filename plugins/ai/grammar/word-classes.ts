import { asTable } from "hub";
import { readWords } from "../text/word-lists.ts";

/** Countable nouns for people. None is also a title without an article, such as “captain”. */
const people = readWords(`
  actor actress architect artist athlete baby baker boy brother builder businessman businesswoman butcher child
  cleaner colleague cousin customer dancer daughter dentist designer detective doctor driver electrician
  employee engineer farmer father fisherman foreigner friend gardener girl grandfather grandmother guest
  hairdresser husband journalist kid lawyer librarian man mechanic mother musician neighbour neighbor nurse
  painter passenger patient person photographer pianist plumber policeman policewoman politician programmer
  pupil receptionist sailor salesman scientist secretary shopkeeper singer sister soldier student teacher
  teenager tourist translator uncle vegetarian vet visitor waiter waitress wife woman writer aunt accountant
  adult ambassador assistant author bartender beginner bride candidate carpenter celebrity chemist citizen clerk
  comedian composer criminal director economist editor enemy fan firefighter gentleman girlfriend boyfriend
  grandchild grandson granddaughter hero historian hunter immigrant inspector instructor inventor investor judge
  lady landlord lecturer lifeguard manager mathematician midwife monk nephew niece nun opponent optician
  organizer owner parent partner pensioner pharmacist philosopher physicist pilgrim pilot pirate poet postman
  priest prince princess prisoner professor psychologist refugee relative reporter resident rider robber
  roommate rival salesperson scholar sculptor shepherd spectator stranger supervisor surgeon survivor tailor
  technician thief trainer twin user veterinarian victim villager volunteer widow witness worker youngster
  accomplice admirer adviser agent analyst applicant archaeologist archer assassin astronaut astronomer auditor
  backpacker banker barrister beautician biologist bishop blogger bodyguard bricklayer bridegroom bridesmaid
  burglar buyer camper caretaker cartoonist chef classmate client climber collaborator collector comrade
  conductor consultant consumer contestant contractor councillor counsellor cowboy cyclist dealer defendant
  dictator diplomat diver dramatist drummer duchess duke educator emigrant emperor employer entertainer examiner
  explorer fellow fighter florist fortune-teller gambler gangster genius geologist goalkeeper godfather
  godmother golfer governor grandparent grocer guardian guitarist heroine hitchhiker housewife investigator
  jeweller jogger killer kidnapper listener loser lover magician maid manufacturer millionaire miner minister
  missionary murderer newcomer novelist observer operator optimist orphan participant passer-by pedestrian
  performer pessimist pickpocket planner player porter preacher predecessor presenter producer psychiatrist
  publisher recruiter referee researcher schoolboy schoolgirl seller servant shareholder shoplifter shopper
  skier smoker snob sociologist speaker specialist spouse spy stewardess striker successor supplier swimmer
  therapist toddler trainee traveller traveler tutor undergraduate veterinary violinist walker winner wizard
  yachtsman
`);
/** Countable nouns that aren't verbs, adjectives or parts of many compounds. */
const things = readWords(`
  place accident afternoon airport album animal apartment apple armchair article banana bakery bathroom beach
  bedroom bicycle bike bird birthday blanket boat bottle bridge building bus book bag bed bank game box cafe
  cake camera car carpet castle cat chair church cinema city classroom coat computer corner country cousin cup
  day desk dictionary dog door dream dress egg elephant email evening exam example exercise factory farm
  festival field film flat flower forest fridge garden gift goal guitar hat hobby holiday horse hospital hotel
  hour house idea island jacket job journey key kitchen knife lake language laptop lesson letter library lion
  magazine meal meeting message mirror mistake month morning motorbike mountain movie museum newspaper niece
  nephew novel office orange painting paragraph passport pen pencil phone photo piano picture pillow pizza plane
  poem postcard potato prize problem question rabbit reason restaurant river room salad sandwich school sentence
  shirt shoe shop shower skirt sofa song spoon station story street subject suitcase summer supermarket sweater
  swimming-pool table task teapot telephone television theatre ticket tiger toilet tomato tooth town toy tree
  trip umbrella university uniform vegetable village violin wallet wardrobe week weekend window winter word year
  yacht abbreviation ability accent account activity actress adventure advertisement agency agreement aim
  airline alarm algorithm alternative ambulance amount anecdote ankle anniversary answer apology appetite
  appliance application appointment approach area argument arrow assignment atlas attic attempt attitude aunt
  autumn avenue balcony balloon ballot banner bargain barn barrel basement basket bat bathtub battery beard
  belief bench benefit bill bin biography biscuit blouse board boot border bomb bouquet bowl bracelet branch
  breeze brick broom brush bucket budget bulb bullet bunch bush button cabin cabinet cable cage calculator
  calendar camel campaign canal candle canoe cap career carrot cathedral cave ceiling celebration century
  ceremony chain chapter character charity chart cheque chimney chin choice cigarette circle clinic clock cloud
  clue coast coin column comment complaint concert conclusion condition conference connection consequence
  container contest contract conversation cottage couch course crime crisis crown cucumber cupboard cupcake
  curtain custom deadline decade decision degree deposit description desert design destination detail device
  diagram dialogue diary difference difficulty disadvantage disaster discovery discussion disease dishwasher
  document doll dolphin donkey drawer drawing duck duty earring earthquake effort elbow election elevator
  emergency engine envelope error essay event exhibition expedition expert explanation eyebrow fact factor
  failure fairy fashion feather feature feeling fence ferry fever figure finger flag flood flute folder forehead
  fork fountain fox frame frog function funeral garage gate generation ghost giraffe glove goat grade grape
  guess guideline gym habit hairstyle hamburger hammer handbag harbour headache heart hedge helicopter helmet
  hen hill hint hole honeymoon hut iceberg illness image impact impression incident income injury insect
  instruction instrument intention internship interview introduction invention investigation invitation item jar
  jeep jewel joke jug jungle kangaroo kettle keyboard kilometre kilometer king kingdom kiosk kitten knee label
  ladder lamb lamp lane law lawn leaf leaflet lecture leg lemon lemonade level lie lifestyle lighthouse limit
  line list loan lorry lottery lunchbox machine maid mall manual map market mask mat mattress meadow medal
  melody member memory menu method metre microphone microscope microwave mile mill minute mission mixture model
  moment monkey monster monument mood mosque mosquito motorway mouse mouth mug muscle mystery nail napkin
  narrator neck necklace needle neighbourhood neighborhood nest net network nickname nightmare nose notebook
  number nut object obstacle occasion ocean opera operation opinion opportunity option organization organisation
  outfit oven owl package page pain palace pan pancake parachute parcel park parrot password path pattern
  pavement peach pear penguin pension pet photograph pie pig pill pin pipe pistol planet plate platform
  playground plot pocket policy pond pool port portrait position possibility poster pot present presentation
  president priority prison process procedure product profile program programme project promise proposal puddle
  pump puppy purpose purse puzzle quality quantity queen queue quiz race racket radiator railway rainbow
  raincoat rat receipt recipe record recording refrigerator region relationship religion report request
  requirement resort response result review reward ring risk road robot rocket role roof rope roundabout route
  routine rucksack rug ruler rumour saucepan scarf scene schedule scheme scooter score screen sculpture seat
  secret section seminar sensation service sheet shelf shelter ship shock shoulder sidewalk sign signal
  signature situation size skeleton skill skyscraper slice slogan smell snake sock solution soul sound soup
  souvenir speech spider square stadium stage stair stamp star statement statue steak step stomach storm
  stranger strategy strawberry string structure studio style suggestion suit sum sunset surface surprise survey
  symbol symptom synagogue syringe system tail talent tank tap target taxi team technique temple tent term
  terrace textbook theory threat throat thumb tie tool toothbrush topic torch tournament towel tower tractor
  tradition tragedy trail train trap tray treasure treatment trend triangle trick trophy truck trumpet tube
  tunnel turtle tyre tire vacation vacuum valley van vase vehicle version view virus visa vision vote voyage
  wage waist wall war warning warrant washing-machine watch waterfall wave weakness weapon website wedding
  weekday whale wheel wheelchair whistle wing wish wolf wood workshop world wound wrist yard zoo airfield aisle
  alley altar ancestor apron aquarium ashtray bagel ballad bandit banknote basin bathrobe bazaar beehive bikini
  billboard birthmark blackboard blade blazer blizzard boiler bonfire bookcase bookmark bookshop boulder
  boutique boxer breakdown breakthrough brewery briefcase brochure bungalow burger cafeteria campsite carriage
  cartoon cartridge cashier casino cellar cello cemetery chandelier chapel checkout cheetah chimpanzee chore
  coach coconut coincidence collar compartment cookbook cookie corridor cough coupon courtyard cradle crocodile
  crossword cushion dairy dashboard database deckchair dialect dinosaur diploma dishcloth dormitory doughnut
  drawback driveway drone drugstore duvet earache embassy emerald encyclopedia equation eraser escalator
  executive eyelash eyelid falcon farmhouse fingernail firework flashlight flyer fireplace forecast forefinger
  fortress furnace gadget gallery gallon gangway gateway gene geyser ghetto giant glacier goddess goldfish
  gorilla graph grasshopper grave greenhouse grill guidebook gun gymnasium hairdryer halo hamster handkerchief
  handle hanger hawk headline headset hedgehog heron hippo hostel hurricane iron jaguar jacuzzi jaw jellyfish
  jigsaw jumper kidney kimono kiss kite kiwi knob knot lab laboratory lantern lamppost latch launderette
  lawnmower leopard lid lifeboat lift lighter lily lip lipstick lizard loaf lobby lobster locker locomotive
  lounge lullaby magnet magpie mansion marathon mascot maze melon microchip millennium miracle missile mole
  monastery motel moth motorcycle mound mushroom nap necktie newsletter nightclub nightgown nuisance nursery oak
  oasis octopus omelette onion orchard ordeal outlet ostrich padlock painkiller palm pamphlet panda panther
  parasol passage pebble penalty penny peninsula pigeon pillar pineapple pitch playroom plug plum podium
  portfolio postbox pram prawn printer proverb pudding pumpkin puppet pyramid questionnaire quilt quotation raft
  railing ramp raspberry razor rectangle reptile reservoir reservation revolution rhinoceros rhyme riddle rifle
  roadmap rooster rump sandal satellite sauna sausage saxophone scandal scanner scarecrow scholarship
  screwdriver seagull semester shark shed shipwreck shortcut shovel shrine shutter sink siren skateboard sketch
  ski slipper snowball snowflake snowman socket spaceship sparrow spear spectacle sphere spine sponge spot
  squirrel staircase statistic steeple sticker stool stopwatch stork stove straw stretcher submarine suburb
  subway summary sunflower surname swan swimsuit sword syllable tablet tablecloth tablespoon tadpole tale teacup
  teaspoon telegram telescope tenement terminal termite terrier thermometer thigh throne thunderstorm tide
  timetable tissue toad toaster toe tombstone toothache torpedo tortoise treadmill tricycle tripod trolley
  trombone twig tycoon typewriter ulcer urn utensil vaccine vampire vest villa vineyard viola volcano voucher
  vowel vulture waistcoat walnut walrus warehouse wasp weed whirlpool wig windmill windscreen windowsill wok
  workplace worm wreath wreck wristwatch zebra zip pair packet piece kilo litre liter jam tour visit walk ride
  drive swim test flight break rest look try chat drink bath snack bite call hug laugh smile stain atmosphere
  attraction category characteristic comparison competition component concept contribution culture currency
  debate deal debt definition department dimension direction disability effect element emotion enterprise era
  estimate examination exception expectation facility formula foundation fortune future guarantee hypothesis
  ideal institution institute landscape legend link majority minority measure mechanism motive movement
  nationality negotiation neighbour norm obligation occupation offer outcome paradox personality perspective
  phenomenon philosophy phrase pleasure portion preference principle privilege profession proportion purchase
  qualification reaction recommendation reference reform reputation responsibility ritual salary scenario
  selection sentiment setting shift shortage source specialty spirit standard stereotype stimulus strength
  substance tendency tension tone transformation transition trial tribe trait union variation variety venture
  viewpoint virtue win client aspect
`);
const irregularPlurals: ReadonlyMap<string, string> = new Map([
  ["child", "children"],
  ["man", "men"],
  ["woman", "women"],
  ["businessman", "businessmen"],
  ["businesswoman", "businesswomen"],
  ["fisherman", "fishermen"],
  ["policeman", "policemen"],
  ["policewoman", "policewomen"],
  ["salesman", "salesmen"],
  ["person", "people"],
  ["knife", "knives"],
  ["wife", "wives"],
  ["tooth", "teeth"],
  ["potato", "potatoes"],
  ["hero", "heroes"],
  ["housewife", "housewives"],
  ["passer-by", "passers-by"],
  ["yachtsman", "yachtsmen"],
  ["snowman", "snowmen"],
  ["loaf", "loaves"],
  ["volcano", "volcanoes"],
  ["phenomenon", "phenomena"],
  ["hypothesis", "hypotheses"],
  ["oasis", "oases"],
  ["stimulus", "stimuli"],
  ["gentleman", "gentlemen"],
  ["postman", "postmen"],
  ["grandchild", "grandchildren"],
  ["salesperson", "salespeople"],
  ["thief", "thieves"],
  ["leaf", "leaves"],
  ["shelf", "shelves"],
  ["scarf", "scarves"],
  ["wolf", "wolves"],
  ["midwife", "midwives"],
  ["mouse", "mice"],
  ["crisis", "crises"],
  ["quiz", "quizzes"],
  ["tomato", "tomatoes"],
]);

function getPlural(noun: string): string {
  const irregular = irregularPlurals.get(noun);
  if (irregular !== undefined) return irregular;
  if (/(?:[sx]|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

const personNouns = new Set(people);
const plurals: ReadonlyMap<string, string> = new Map(
  [...people, ...things].map((noun) => [noun, getPlural(noun)]),
);
const singulars: ReadonlyMap<string, string> = new Map(
  [...plurals].map(([one, many]) => [many, one]),
);
/** Nouns that have only a plural, or are nearly always plural. */
const pairs = new Set(
  readWords(
    "clothes eyes feet glasses gloves hands jeans legs parents scissors shoes shorts socks boots sunglasses trousers vegetables",
  ),
);
const mass = new Set(
  readWords(`
  advice baggage bread butter cash cheese clothing coffee electricity equipment food fruit furniture happiness
  homework housework information knowledge luggage meat milk money music news patience pollution progress rain
  research rice rubbish salt snow software space sugar tea time traffic violence water wine work accommodation
  air anger art beauty behaviour behavior blood bravery chaos childhood cooperation courage cream crime dancing
  danger darkness death democracy dirt dust education employment energy entertainment enthusiasm environment
  evidence experience faith fashion feedback fire flour fog freedom fuel fun garbage gas gasoline gold grammar
  grass gravity greed ground guilt hair hardware health heat help history honesty honey hope humour hunger ice
  imagination independence ink insurance intelligence jewellery jewelry justice laughter leisure literature
  loneliness love luck machinery mail maths medicine mud nature noise nonsense nutrition obesity oil oxygen
  pasta peace petrol photography physics poetry poverty power pride privacy safety sand scenery shopping silence
  silver smoke soap sadness soil sport stress stuff sunshine support sympathy technology tennis thunder
  toothpaste tourism transport transportation travel trouble trust truth understanding unemployment vocabulary
  waste wealth weather wheat wildlife wisdom wool workmanship countryside hygiene pronunciation punctuation
  motivation concentration
`),
);
const adjectives = new Set(
  readWords(`
  amazing angry awful bad beautiful big black blue boring brown busy cheap clean clever cold comfortable crazy
  dangerous dark delicious different difficult dirty easy empty excellent exciting expensive famous fantastic
  fast foreign friendly funny good great green happy hard healthy heavy honest horrible hot huge hungry
  important intelligent interesting kind large lazy lovely lucky modern new nice noisy old perfect polite poor
  popular pretty quick quiet red rich sad serious short shy simple slow small smart special strange strong sunny
  tall terrible thirsty tiny tired ugly useful warm white wonderful wet worried yellow young able absent
  abstract academic accurate active acceptable actual additional adorable adult adventurous affordable
  aggressive alive ancient annual anxious appropriate artificial asleep attractive automatic available average
  awake awkward bald basic bitter blind blond blonde bored bossy brave brief bright brilliant broad broken calm
  careful careless central certain charming cheerful chilly classic classical clear close coastal colourful
  colorful common complete complex complicated confident confused constant convenient cool correct cosy cozy
  creative critical crowded cruel cultural curious current curly cute daily damp dear decent deep delicate dead
  detailed digital disappointed disabled disgusting domestic double dramatic dry dull dusty eager early eastern
  economic educational effective efficient elderly electric electronic elegant embarrassing emotional endless
  energetic enormous enthusiastic entire environmental equal essential evil exact excited exclusive existing
  exotic extra extraordinary extreme fair fake false familiar fancy fashionable fatal favourite favorite fierce
  final financial firm fit flat flexible fluent foggy foolish formal former fortunate free frequent fresh
  frightening frozen full fun furious future general generous gentle genuine giant global glad golden gorgeous
  gradual grand grateful grey gray guilty handsome handy harmful helpful hidden high historic historical hollow
  homeless hopeful horrific human humble humorous ideal ill illegal imaginary immediate immense impatient
  impolite impossible impressive incredible independent individual indoor industrial inexpensive informal
  initial innocent innovative insecure inspiring interested internal international jealous joyful junior juicy
  key known late leading left legal light little living local lonely long loose loud low loyal luxurious mad
  magical magic magnificent main major male female married massive maximum medical medieval mental middle mild
  military minor miserable missing mobile moral multicultural musical mysterious narrow nasty national native
  natural naughty near neat necessary negative nervous neutral noble normal northern numerous obvious occasional
  odd official online open optimistic ordinary organic original outdoor outstanding overall painful pale
  particular past patient peaceful permanent personal pessimistic physical plain playful pleasant pleased
  poisonous political portable positive possible potential powerful practical precious pregnant premium present
  primary private probable productive professional profitable proper proud public punctual pure purple qualified
  rainy random rapid rare raw ready real realistic reasonable recent reckless regional regular related relaxed
  relaxing relevant reliable religious remarkable remote responsible ridiculous right romantic rotten rough
  round royal rude rural sacred safe satisfied scary scientific secret secure selfish senior sensible sensitive
  separate severe sharp sheer shiny shocking sick significant silent silly similar sincere single skilful sleepy
  slight slim smooth sociable social soft solar solid sophisticated sore sour southern spare specific
  spectacular spicy spiritual standard steady steep sticky stormy straight stressful strict stubborn stunning
  stupid stylish successful sudden suitable super superb surprised surprising suspicious sweet sympathetic
  talented tasty technical temporary tender thick thin thorough tidy tight total touching tough traditional
  tragic tremendous tropical true typical ultimate unable unbelievable uncomfortable underground unemployed
  unexpected unfair unforgettable unfortunate unfriendly unhappy unhealthy unique universal unknown unlikely
  unlucky unnecessary unpleasant unusual upset urban urgent useless usual valid valuable various vast vegetarian
  vertical violent visible visual vital vivid weak wealthy weekly weird western whole wide wild willing windy
  wise wooden wrong
`),
);
/** Adjectives that don't make a noun indefinite. */
const definite = new Set(
  readWords(`
  little whole entire same main former existing various numerous current present total overall following only other such
  actual favourite favorite usual maximum minimum right left top bottom
`),
);

/** Whether a noun is countable and singular, and hardly ever stands without an article. */
export function isCountNoun(word: string): boolean {
  return plurals.has(word) && !shortTimes.has(word) && !withoutArticle.has(word);
}

/** Whether a noun is countable and singular. */
export function isSingularNoun(word: string): boolean {
  return plurals.has(word);
}

/** Whether a word is the plural of a countable noun. */
export function isPluralNoun(word: string): boolean {
  return singulars.has(word) || pairs.has(word);
}

/** Whether a noun has no plural. */
export function isMassNoun(word: string): boolean {
  return mass.has(word);
}

/** Whether a noun is a person. */
export function isPersonNoun(word: string): boolean {
  return personNouns.has(word);
}

export function getPluralNoun(word: string): string | undefined {
  return plurals.get(word);
}

export function isAdjective(word: string): boolean {
  return adjectives.has(word);
}

/** Whether an adjective allows “a” before its noun. */
export function isIndefinite(word: string): boolean {
  return adjectives.has(word) && !definite.has(word);
}

/** Writes “a” or “an” before a phrase. */
export function addArticle(phrase: string): string {
  return `${/^(?:[aeio]|u[^ns]|un[^i]|hour|honest)/i.test(phrase) && !/^(?:one|once|eu)/i.test(phrase) ? "an" : "a"} ${phrase}`;
}

const shortTimes = new Set([
  "day",
  "week",
  "month",
  "year",
  "hour",
  "morning",
  "evening",
  "afternoon",
  "summer",
  "winter",
  "weekend",
]);

/** Nouns of the lists that are often uncountable, or stand without an article. */
const withoutArticle = new Set(
  readWords(`
  drawing painting writing railing
  apple bed banana cake church cinema dinner egg exercise film hospital language office orange paragraph pizza
  potato salad school television theatre tomato uniform university vegetable ability account activity adult
  advertisement answer application approach area argument autumn benefit border bride branch breeze cable camel
  celebration change chain charity choice college column company concrete condition course crime custom decade
  degree design desert difference difficulty discovery discussion disease duck effort election experience expert
  failure fashion fence figure flood form function garage god grade grape group guess hand heart home illness
  impact income injury instruction interview introduction invention investigation king lamb lane law leg lemon
  level lie limit line list loan lunch man market member memory mile minute model moment mouth network nature
  number object operation opinion opportunity option order pain parcel park party pattern pension pin plate
  platform port position possibility present president prison procedure process product program programme
  promise purpose quality quantity queen race railway record region relationship religion report request
  response result review reward ring risk road role rope route routine rumour scene schedule scheme score screen
  secret section sensation service sheet shelter ship shock shore sign signal size sky skill slice smell society
  solution sound soup speech spring square stage star step stomach storm string structure stuff style suit sum
  sunset surface surprise survey system tail talent tap target team technique term text theory thing threat
  throat tie tool topic tradition train trap treatment trend trick tunnel tube turn type vacation vacuum version
  view vision vote wage waist wall war warning watch wave weakness wedding wheel wind wing wish wood woman work
  world wound yard youngster user parent owner partner judge witness victim hero professor prince princess pilot
  father mother brother sister husband wife uncle aunt baby chapter page lesson priest nurse cook mail machine
  date time life peach pear chin finger knee elbow ankle wrist muscle nose twin trail trumpet word reason room
  subject power cause evidence error place address pair packet piece jam gun tour visit walk ride drive swim
  test flight break rest lift look try chat drink bath nap snack bite call hug kiss laugh smile stain spot
  summary toast turkey iron plug tissue straw tide sketch ski link lounge lobby mound palm pitch plum ramp grill
  grave graph giant gene executive exam forecast handle headline kite knot lab latch lid lip magnet melon mole
  mushroom nursery oak onion outlet oven passage penalty pineapple prawn printer pumpkin pudding quilt quotation
  raspberry reservation revolution rhyme sausage scandal scanner scholarship semester shed shutter sink socket
  spectacle sphere spine sponge stove subway terminal timetable toe trolley coach coconut collar coincidence
  cough cushion dairy dialect drone altar ancestor album aisle alley agent client fellow minister operator
  player speaker specialist seller buyer producer atmosphere attraction category characteristic comparison
  competition component concept connection contribution conversation culture currency debate deal debt
  definition department dimension direction disability effect element emotion enterprise era estimate
  examination exception expectation facility feeling formula foundation fortune future generation goal guarantee
  hypothesis ideal institution institute landscape legend lecture majority minority measure mechanism method
  motive movement nationality negotiation norm obligation occupation offer outcome paradox personality
  perspective phenomenon philosophy phrase pleasure portion preference principle privilege profession proportion
  purchase qualification reaction recommendation reference reform reputation responsibility ritual salary
  scenario selection sentiment setting shift shortage slogan source specialty spirit standard stereotype
  stimulus strength substance symptom tendency tension tone transformation transition trial tribe trait union
  variation variety vehicle venture viewpoint virtue voyage win aspect chore corridor database loaf maid worm
  cartridge checkout coupon website missile lobster salmon gallon litre liter kilo locker
`),
);

/** Whether a phrase consists of known adjectives, or none, and a noun for which `isNoun` holds. */
function endsIn(phrase: string, isNoun: (noun: string) => boolean): boolean {
  const words = phrase.toLowerCase().split(" ");
  return isNoun(words.at(-1) ?? "") && words.slice(0, -1).every((word) => adjectives.has(word));
}

const changeNoun = (phrase: string, forms: ReadonlyMap<string, string>) => {
  const at = phrase.lastIndexOf(" ") + 1;
  const noun = phrase.slice(at);
  return phrase.slice(0, at) + (forms.get(noun.toLowerCase()) ?? noun);
};

type ClassForm = (phrase: string) => string | undefined;
const when =
  (
    isNoun: (noun: string) => boolean,
    form: (phrase: string) => string = (phrase) => phrase,
  ): ClassForm =>
  (phrase) =>
    endsIn(phrase, isNoun) ? form(phrase) : undefined;

/** Forms of phrases of a class. They return `undefined` for a phrase of another class, which is then no mistake. */
export const classForms: Readonly<Record<string, ClassForm>> = asTable({
  one: when((noun) => plurals.has(noun)),
  aone: when(
    (noun) => plurals.has(noun) && !shortTimes.has(noun) && !withoutArticle.has(noun),
    addArticle,
  ),
  aany: when((noun) => plurals.has(noun) && !withoutArticle.has(noun), addArticle),
  aperson: when((noun) => personNouns.has(noun), addArticle),
  person: when((noun) => personNouns.has(noun)),
  persons: when((noun) => personNouns.has(singulars.get(noun) ?? "")),
  onetomany: when(
    (noun) => plurals.has(noun),
    (phrase) => changeNoun(phrase, plurals),
  ),
  counttomany: when(
    (noun) => plurals.has(noun) && !withoutArticle.has(noun),
    (phrase) => changeNoun(phrase, plurals),
  ),
  manytoone: when(
    (noun) => singulars.has(noun),
    (phrase) => changeNoun(phrase, singulars),
  ),
  plurals: when((noun) => singulars.has(noun) || pairs.has(noun)),
  pairs: when((noun) => pairs.has(noun)),
  mass: when((noun) => mass.has(noun)),
  noun: when(
    (noun) => plurals.has(noun) || singulars.has(noun) || pairs.has(noun) || mass.has(noun),
  ),
  adjective: (word) => (adjectives.has(word.toLowerCase()) ? word : undefined),
});
