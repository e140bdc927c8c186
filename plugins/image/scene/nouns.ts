import { chars, icons, metadata } from "@iconify-json/fluent-emoji-flat";

/** The surface or medium that a figure belongs to. */
type Habitat = "ground" | "air" | "water" | "deep";

/** A kind of thing that can be drawn at a position: an illustration, or a drawing of our own. */
export interface Figure {
  /** The name of the illustration or drawing. */
  name: string;
  isDrawing: boolean;
  category: string;
  /** The usual height, in metres. */
  meters: number;
  habitat: Habitat;
  isPerson: boolean;
  isAnimal: boolean;
}

/** The things that the layers of a scene paint, with the words for them. */
const sceneryWords: Readonly<Record<string, string>> = {
  mountain: "mountain, peak, mountain peak, summit, alp, mountain range, mount fuji",
  hill: "hill, hillside, valley, countryside, highland, landscape, rolling hill, savanna, savannah, farm",
  sea: "sea, ocean, seaside, coast, shore, seascape, bay, wave, harbour, harbor, coastline",
  beach: "beach, sandy beach, seashore",
  lake: "lake, pond, lagoon, fjord",
  river: "river, stream, creek, brook",
  forest:
    "forest, wood, woodland, grove, jungle, rainforest, rain forest, pine forest, fir forest, spruce forest, birch forest, oak forest",
  desert: "desert, sahara, desert landscape",
  dune: "dune, sand dune, sand",
  city: "city, skyline, cityscape, skyscraper, downtown, metropolis, city street, town square",
  road: "road, path, street, trail, highway, lane, pathway",
  space: "space, outer space, galaxy, cosmos, universe, nebula, cosmic, interstellar, milky way",
  moon: "moon, full moon, moonlight, moonlit",
  sun: "sun, sunshine, sunlight, sunny",
  star: "star, starry, starlight, starry sky, starry night",
  comet: "comet, shooting star, meteor, falling star, meteor shower",
  aurora: "aurora, northern light, aurora borealis, polar light",
  cloud: "cloud, cumulus",
  lightning: "lightning, thunderbolt, lightning bolt",
  rainbow: "rainbow",
  field:
    "field, meadow, grassland, grass, prairie, pasture, lawn, farmland, wheat field, garden, park, lavender field, yard",
  underwater:
    "underwater, coral reef, reef, seabed, ocean floor, undersea, under the sea, bottom of the sea",
  room: "room, living room, bedroom, kitchen, office, library, house interior, indoors, classroom, restaurant, cafe, hall",
  abstract:
    "abstract, pattern, geometric, swirl, shape, wallpaper, gradient, abstraction, geometry",
  sky: "sky, heaven",
  water: "water",
  snow: "snowy ground, snowfield, ice, glacier, frozen ground",
};

/** The drawings of our own: the set has no illustration of them, or none that fits a landscape. */
export const drawingNames = [
  "tree",
  "pine",
  "palm",
  "blossom-tree",
  "island",
  "volcano",
  "waterfall",
  "campfire",
  "planet",
  "lighthouse",
  "windmill",
  "bridge",
  "fence",
  "hot-air-balloon",
  "table",
] as const;

/** Other words for figures: the first word of each entry is the name of a figure. */
const synonyms = `
tree: oak, maple, willow, birch, apple tree, oak tree, deciduous tree, linden
pine: pine tree, fir, spruce, conifer, evergreen, evergreen tree, fir tree
palm: palm tree, coconut tree
blossom-tree: cherry tree, sakura, sakura tree, blossoming tree, cherry blossom tree
island: isle, tropical island
campfire: bonfire, camp fire
planet: jupiter, alien planet, mars
ringed-planet: saturn
globe-showing-europe-africa: earth, globe, planet earth
lighthouse: light house, beacon
windmill: mill
bridge: viaduct, stone bridge
table: desk, wooden table, dining table
hot-air-balloon: hot air balloon, air balloon
tornado: whirlwind
fire: flame, fires, wildfire
house: cottage, cabin, home, farmhouse, log cabin, building
houses: village, town
hut: shack, lodge
castle: fortress, palace, citadel
church: chapel, cathedral
classical-building: temple, museum, parthenon
shinto-shrine: torii, torii gate
office-building: tower block, office tower
circus-tent: circus
ferris-wheel: big wheel
tokyo-tower: tower
statue-of-liberty: liberty statue
stadium: arena
seat: armchair
couch-and-lamp: sofa, couch, settee, armchair and lamp
chair: stool
automobile: car, sedan, vehicle
racing-car: race car, sports car, formula one car
sport-utility-vehicle: suv, jeep
pickup-truck: pickup
delivery-truck: truck, lorry, van
articulated-lorry: semi truck
fire-engine: fire truck, fire engine
police-car: police cruiser
taxi: cab
bus: coach, school bus
motorcycle: motorbike
motor-scooter: moped, vespa
kick-scooter: scooter
bicycle: bike
locomotive: steam train, train, steam engine, steam locomotive
bullet-train: high speed train
tram-car: streetcar
airplane: plane, aeroplane, jet, aircraft, airliner
small-airplane: propeller plane
rocket: spaceship, spacecraft, rocket ship, space shuttle, space rocket
satellite: space station
flying-saucer: ufo, alien ship
sailboat: boat, sailing boat, yacht, sailing ship, sail boat
passenger-ship: cruise ship, ocean liner
ship: steamship, freighter, cargo ship, vessel
canoe: rowboat, kayak, rowing boat
motor-boat: speed boat
umbrella: parasol
beach-with-umbrella: beach umbrella
person: figure, traveler, traveller, human, somebody, people, adult, friend, parent, neighbour
man: guy, gentleman, father, dad, husband
woman: lady, mother, mum, mom, wife
man-beard: bearded man, man with a beard
boy: son, schoolboy
girl: daughter, schoolgirl, little girl
child: kid, toddler, children
baby: infant
old-man: grandfather, grandpa, elderly man, old man
old-woman: grandmother, grandma, elderly woman, old woman, granny
person-with-crown: king, queen, monarch
person-mage: wizard, sorcerer, magician, mage
woman-mage: witch, sorceress
person-fairy: fairy, pixie
person-elf: elf
person-vampire: vampire
person-zombie: zombie
person-genie: genie
person-merpeople: merperson
woman-merpeople: mermaid
man-merpeople: merman
person-superhero: superhero, hero
person-supervillain: villain, supervillain
astronaut: cosmonaut, spaceman
police-officer: policeman, policewoman, cop
firefighter: fireman
health-worker: doctor, nurse, surgeon, physician
cook: chef, baker
construction-worker: builder, workman
office-worker: clerk, manager
technologist: programmer, software developer, hacker
artist: painter
singer: rock star, rockstar, musician
student: graduate
mechanic: plumber, engineer
detective: spy, private eye
guard: royal guard, guardsman
cowboy-hat-face: cowboy
woman-dancing: female dancer, dancing woman
man-dancing: dancing man
person-surfing: surfer
person-biking: cyclist, biker
person-running: runner, jogger
person-walking: pedestrian, walker
person-climbing: climber, mountaineer
person-swimming: swimmer
person-juggling: juggler
person-in-lotus-position: yogi
skier: skiers
horse-racing: jockey
baby-angel: angel, cherub
santa-claus: santa, father christmas
clown-face: clown
pile-of-poo: poop
jack-o-lantern: pumpkin, halloween pumpkin
ghost: phantom
alien: extraterrestrial, martian
robot: android, droid
t-rex: dinosaur, tyrannosaurus, trex
sauropod: brontosaurus, long neck dinosaur
dog: puppy, doggy, hound, pup, labrador, golden retriever, terrier
cat: kitten, kitty, tabby, tomcat
rabbit: bunny, hare
horse: pony, stallion, mare, foal
cow: cattle, calf
ox: bull
pig: piglet, hog
ewe: sheep, lamb
ram: male sheep
rooster: cockerel
chicken: hen
baby-chick: chick
front-facing-baby-chick: chickling
bird: sparrow, songbird, gull, seagull, swallow, finch
eagle: hawk, falcon
dove: pigeon
blackbird: crow, raven
spouting-whale: whale, humpback whale
whale: blue whale
tropical-fish: fish, goldfish, clownfish
shark: great white
spiral-shell: shell, seashell, conch
lady-beetle: ladybug, ladybird
honeybee: bee, bumblebee
butterfly: moth
ant: insect
spider: tarantula
crocodile: alligator
turtle: tortoise
lizard: gecko, chameleon, iguana
two-hump-camel: bactrian camel
bear: grizzly, brown bear, grizzly bear
panda: panda bear, giant panda
polar-bear: white bear
monkey: ape, chimpanzee
gorilla: silverback
mouse: mice
rat: rodent
chipmunk: squirrel
deer: reindeer, stag, doe
moose: elk
leopard: jaguar, cheetah
tiger: tigress
lion: lioness
water-buffalo: buffalo
hippopotamus: hippo
rhinoceros: rhino
phoenix-bird: phoenix
snake: serpent, python, cobra
octopus: kraken
tulip: flower, wildflower, bloom
cherry-blossom: blossom
white-flower: daisy
hibiscus: poppy, tropical flower
bouquet: bunch of flower, bouquet of flower, bouquet of rose, bouquet of tulip
mushroom: toadstool, fungus
brown-mushroom: champignon
herb: leaf, plant, bush, shrub, fern
potted-plant: house plant, houseplant, flower pot
cactus: saguaro, succulent
christmas-tree: xmas tree
sheaf-of-rice: wheat
tangerine: orange, mandarin, clementine
red-apple: apple
melon: cantaloupe
hot-beverage: coffee, cup, cup of coffee, mug, espresso, coffee cup, hot chocolate, teacup
teapot: kettle
beer-mug: beer, pint
wine-glass: wine, glass of wine
cocktail-glass: cocktail, martini
glass-of-milk: milk
bottle-with-popping-cork: champagne, bottle
tropical-drink: juice, smoothie
cup-with-straw: soda, lemonade
hamburger: burger, cheeseburger
french-fries: fries, chips
birthday-cake: cake
shortcake: slice of cake
doughnut: donut
spaghetti: pasta, noodle
steaming-bowl: ramen, soup, bowl of soup, bowl of noodle
bowl-with-spoon: bowl, cereal
green-salad: salad
cheese-wedge: cheese
soft-ice-cream: ice cream, ice cream cone
ear-of-corn: corn, maize
hot-pepper: chili, chilli
bread: loaf, loaf of bread
baguette-bread: baguette
meat-on-bone: meat
cut-of-meat: steak
poultry-leg: drumstick
cherries: cherry
grapes: grape, bunch of grape
blueberries: blueberry
peanuts: peanut
pancakes: pancake
beans: bean
chocolate-bar: chocolate
honey-pot: honey
kitchen-knife: knife
fork-and-knife-with-plate: plate, dinner
red-heart: heart, love heart, valentine
gem-stone: diamond, gem, jewel, crystal, ruby
ring: wedding ring
money-bag: sack of money, treasure
coin: gold coin
guitar: acoustic guitar
musical-keyboard: piano
violin: fiddle, cello
trumpet: horn
long-drum: drums
soccer-ball: football, ball
basketball: basket ball
american-football: gridiron ball
tennis: tennis ball, tennis racket
teddy-bear: teddy
wrapped-gift: gift, present, gift box
package: box, cardboard box, parcel, crate
basket: picnic basket
books: stack of book, pile of book
closed-book: book
open-book: reading book
memo: note
scroll: parchment
crossed-swords: sword
bow-and-arrow: bow
top-hat: hat
womans-hat: straw hat, sun hat
billed-cap: cap, baseball cap
sunglasses: shades
glasses: spectacles, eyeglasses
t-shirt: shirt
womans-clothes: blouse
running-shoe: sneaker, shoe
womans-boot: boot
alarm-clock: clock
hourglass-not-done: hourglass
light-bulb: lamp, bulb, lightbulb
red-paper-lantern: lantern, paper lantern
laptop: notebook computer
desktop-computer: computer, pc, monitor
television: tv, tv set
mobile-phone: phone, smartphone
camera: photo camera
telescope: spyglass
crystal-ball: magic ball
magic-wand: wand
balloon: party balloon
framed-picture: painting on the wall
bathtub: bath
door: gate
roller-coaster: rollercoaster
snowman: snow man
sled: sledge
rock: stone, boulder
wood: log
nest-with-eggs: nest
pirate-flag: jolly roger
triangular-flag: flag
japanese-castle: pagoda
mosque: minaret
hot-springs: hot spring
sparkles: glitter
fireworks: firework
flamingo: pink flamingo
hole: pit
bucket: pail
shopping-cart: trolley
broom: broomstick
tent: camp, campsite
camping: campground
speech-balloon: speech bubble
love-letter: letter
envelope: mail
postbox: mailbox
newspaper: paper
hammer: mallet
anchor: ship anchor
compass: magnetic compass
syringe: needle
robot: mech
fox: vixen

`;

/** Names that mean something else in a prompt, or that no picture should show on its own. */
const excluded = new Set(
  "cooking ice desert beach foggy fog mountain sun cloud star comet rainbow road wood night snow sunrise sunset dizzy hole mate sake wing ear eye eyes leg foot nose tongue mouth tooth bone man-in-steamy-room biting-lip hamsa label link locked piata love-hotel hook chains pill soap rock-on metro station school customs wedding top snowflake droplet water-wave national-park milky-way".split(
    " ",
  ),
);

/** Categories of the set whose members aren't things in a scene. */
const excludedCategories = new Set(["Symbols"]);
const categoryMeters: Readonly<Record<string, number>> = {
  Activities: 0.35,
  "Animals & Nature": 0.5,
  "Food & Drink": 0.14,
  Objects: 0.3,
  "People & Body": 1.7,
  "Smileys & Emotion": 0.8,
  "Travel & Places": 3,
  Flags: 1.5,
};

/** Heights in metres, for figures whose height differs from that of their category. */
const heights: readonly (readonly [meters: number, names: string])[] = [
  [
    0.05,
    "ant bug beetle lady-beetle honeybee fly mosquito cricket spider butterfly snail worm ring coin diamond gem-stone cherries strawberry blueberries acorn scorpion cockroach key",
  ],
  [
    0.12,
    "mouse frog baby-chick hatching-chick front-facing-baby-chick hamster lizard crab spiral-shell shrimp tulip rose cherry-blossom white-flower hibiscus blossom four-leaf-clover",
  ],
  [
    0.3,
    "brick wood rock rabbit bird chipmunk hedgehog rat duck parrot dove blackbird owl chicken rooster turtle tropical-fish fish blowfish black-cat cat squid mushroom hot-beverage pizza teapot birthday-cake skunk jellyfish",
  ],
  [0.36, "cat black-cat"],
  [
    0.55,
    "dog fox raccoon badger beaver otter monkey koala goose turkey swan poodle eagle snake sloth penguin peacock lobster octopus potted-plant teddy-bear guide-dog service-dog dodo baby suitcase jack-o-lantern campfire",
  ],
  [
    0.8,
    "wolf ewe goat pig boar ram leopard kangaroo flamingo seal chair bed bathtub crocodile table sunflower sled",
  ],
  [
    1.1,
    "umbrella umbrella-with-rain-drops closed-umbrella seat lion tiger panda deer donkey black-bear llama dolphin orangutan gorilla motor-scooter motorcycle bicycle child boy girl canoe kick-scooter television fence cactus tiger-face mountain-bicycle",
  ],
  [
    1.6,
    "couch-and-lamp horse cow ox zebra bear unicorn water-buffalo bison camel two-hump-camel polar-bear moose shark automobile taxi racing-car police-car auto-rickshaw hippopotamus robot alien snowman tent alien-monster ghost hot-air-basket",
  ],
  [
    2.2,
    "sport-utility-vehicle pickup-truck minibus ambulance rhinoceros door fountain tractor skier",
  ],
  [
    3,
    "elephant mammoth bus fire-engine delivery-truck articulated-lorry locomotive dragon sauropod t-rex spouting-whale whale motor-boat speedboat helicopter small-airplane flying-saucer trolleybus tram-car hut camping parachute phoenix-bird christmas-tree carousel-horse",
  ],
  [
    5,
    "giraffe house house-with-garden derelict-house houses sailboat airplane palm satellite pine tree blossom-tree shinto-shrine moai",
  ],
  [
    8,
    "church classical-building mosque hindu-temple synagogue castle japanese-castle lighthouse windmill ship passenger-ship ferry rocket circus-tent school hotel hospital factory office-building bank ferris-wheel roller-coaster tokyo-tower statue-of-liberty post-office stadium department-store building-construction hot-air-balloon waterfall bridge island",
  ],
  [14, "volcano planet ringed-planet globe-showing-europe-africa tornado"],
];

const habitats: Readonly<Record<Exclude<Habitat, "ground">, string>> = {
  air: "hot-air-balloon airplane small-airplane helicopter flying-saucer butterfly honeybee fly mosquito kite balloon parachute eagle dove satellite planet ringed-planet globe-showing-europe-africa fireworks sparkles bat phoenix-bird rocket baby-angel person-superhero flying-disc",
  water:
    "sailboat ship passenger-ship ferry motor-boat speedboat canoe duck swan person-rowing-boat person-surfing person-swimming person-playing-water-polo island bridge seal ring-buoy spouting-whale lighthouse",
  deep: "whale tropical-fish fish blowfish shark dolphin octopus squid jellyfish coral person-merpeople woman-merpeople man-merpeople otter lobster",
};

/** Returns the table from each name in a list to a value. */
function indexNames<Value>(
  entries: Iterable<readonly [value: Value, names: string]>,
): Map<string, Value> {
  const index = new Map<string, Value>();
  for (const [value, names] of entries) for (const name of names.split(" ")) index.set(name, value);
  return index;
}

const plantNames = new Set(
  "blossom bouquet cactus cherry-blossom deciduous-tree evergreen-tree fallen-leaf feather four-leaf-clover herb hibiscus hyacinth leaf-fluttering-in-wind lotus maple-leaf mushroom nest-with-eggs empty-nest palm-tree paw-prints potted-plant rose rosette seedling shamrock sheaf-of-rice spider-web spiral-shell sunflower tulip white-flower wilted-flower wing coral microbe".split(
    " ",
  ),
);

const metersByName = indexNames(heights);
const habitatByName = indexNames(Object.entries(habitats) as [Habitat, string][]);
const toneEnding = /-(?:light|medium-light|medium|medium-dark|dark)$/;
const genders = /^(?:wo)?man-|^person-/;

/** All figures by name. */
export const figures: ReadonlyMap<string, Figure> = buildFigures();

function buildFigures(): Map<string, Figure> {
  const all = new Map<string, Figure>();
  for (const [category, names] of Object.entries(metadata.categories ?? {}))
    for (const name of names)
      if (!toneEnding.test(name) && !excludedCategories.has(category))
        all.set(name, buildFigure(name, category));
  for (const name of drawingNames)
    all.set(name, { ...buildFigure(name, "Travel & Places"), isDrawing: true });
  return all;
}

function buildFigure(name: string, category: string): Figure {
  const base = name.replace(genders, "person-");
  const isPerson =
    category === "People & Body" &&
    icons.icons[`${name}-medium`] !== undefined &&
    !/hand|finger|fist|thumb|^(?:leg|foot|ear|nose|bone)$|ear-with/.test(name);
  return {
    name,
    isDrawing: false,
    category,
    meters: metersByName.get(name) ?? (isPerson ? 1.7 : (categoryMeters[category] ?? 0.4)),
    habitat: habitatByName.get(name) ?? habitatByName.get(base) ?? "ground",
    isPerson: isPerson || ["person-zombie", "person-genie", "santa-claus"].includes(base),
    isAnimal: category === "Animals & Nature" && !plantNames.has(name),
  };
}

/** The words for figures and scenery: each phrase in the singular, with the name of what it means. */
export const nounWords: ReadonlyMap<string, { figure?: Figure; scenery?: string }> = buildWords();

function buildWords(): Map<string, { figure?: Figure; scenery?: string }> {
  const words = new Map<string, { figure?: Figure; scenery?: string }>();
  for (const figure of figures.values()) {
    if (excluded.has(figure.name)) continue;
    const phrase = figure.name.replaceAll("-", " ");
    words.set(phrase, { figure });
    words.set(phrase.replace(/ face$/, ""), words.get(phrase.replace(/ face$/, "")) ?? { figure });
  }
  for (const line of synonyms.trim().split("\n")) {
    const [name = "", phrases = ""] = line.split(": ");
    const figure = figures.get(name);
    if (!figure) throw new Error(`No illustration is called "${name}"`);
    for (const phrase of phrases.split(", ")) words.set(phrase, { figure });
  }
  for (const name of drawingNames)
    words.set(name.replaceAll("-", " "), { figure: figures.get(name) as Figure });
  for (const [scenery, phrases] of Object.entries(sceneryWords))
    for (const phrase of phrases.split(", ")) words.set(phrase, { scenery });
  return words;
}

/** Returns the name of the figure that an emoji shows. */
export function emojiName(text: string): string | undefined {
  if (!/\p{Extended_Pictographic}/u.test(text)) return undefined;
  const codes = Array.from(text, (char) => char.codePointAt(0)?.toString(16) ?? "");
  const name = chars[codes.join("-")] ?? chars[codes.filter((code) => code !== "fe0f").join("-")];
  const base = name?.replace(toneEnding, "").replaceAll("-", " ");
  return base !== undefined && nounWords.has(base) ? base : undefined;
}
