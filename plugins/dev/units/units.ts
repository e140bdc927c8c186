/** A unit of measurement. Values in it are multiplied by `factor` to get those in the base unit. */
export interface Unit {
  symbol: string;
  name: string;
  quantity: string;
  /** A decimal number, or a fraction of two. */
  factor: string;
  /** Number added to values before the multiplication. */
  offset?: string;
  /** Whether the value in the base unit is the reciprocal, as for litres per 100 km. */
  isInverse?: true;
  /** Whether the factor is rounded, because it contains π. */
  isRounded?: true;
  aliases: string[];
  /** Differing meanings of the name. */
  note?: string;
}

/** π with fifty decimals. */
const pi = "3.14159265358979323846264338327950288419716939937510";

/**
 * A line of the table: symbol, name, factor, and further spellings separated by spaces. Plurals and American
 * spellings aren't listed.
 */
type Row = readonly [symbol: string, name: string, factor: string, aliases?: string];

/** Units by quantity. The base unit comes first. Sources: the SI brochure, NIST SP 811 and IEC 80000-13. */
const rows: Record<string, readonly Row[]> = {
  length: [
    ["m", "metre", "1"],
    ["nm", "nanometre", "1e-9"],
    ["µm", "micrometre", "1e-6", "um μm micron"],
    ["mm", "millimetre", "1e-3"],
    ["cm", "centimetre", "1e-2"],
    ["dm", "decimetre", "0.1"],
    ["km", "kilometre", "1e3"],
    ["in", "inch", "0.0254", '"'],
    ["ft", "foot", "0.3048", "'"],
    ["yd", "yard", "0.9144"],
    ["mi", "mile", "1609.344"],
    ["nmi", "nautical mile", "1852"],
    ["mil", "thousandth of an inch", "0.0000254", "thou"],
    ["ftm", "fathom", "1.8288"],
    ["fur", "furlong", "201.168"],
    ["au", "astronomical unit", "149597870700", "AU"],
    ["ly", "light-year", "9460730472580800", "lightyear"],
    ["pc", "parsec", `96939420213600000/${pi}`],
    ["Å", "ångström", "1e-10", "angstrom"],
  ],
  area: [
    ["m²", "square metre", "1", "m2 m^2 sqm"],
    ["mm²", "square millimetre", "1e-6", "mm2 mm^2"],
    ["cm²", "square centimetre", "1e-4", "cm2 cm^2"],
    ["a", "are", "100"],
    ["ha", "hectare", "1e4"],
    ["km²", "square kilometre", "1e6", "km2 km^2"],
    ["in²", "square inch", "0.00064516", "in2 in^2 sqin"],
    ["ft²", "square foot", "0.09290304", "ft2 ft^2 sqft"],
    ["yd²", "square yard", "0.83612736", "yd2 yd^2 sqyd"],
    ["ac", "acre", "4046.8564224"],
    ["mi²", "square mile", "2589988.110336", "mi2 mi^2 sqmi"],
  ],
  volume: [
    ["m³", "cubic metre", "1", "m3 m^3"],
    ["mm³", "cubic millimetre", "1e-9", "mm3 mm^3"],
    ["cm³", "cubic centimetre", "1e-6", "cm3 cm^3 cc"],
    ["mL", "millilitre", "1e-6", "ml"],
    ["cL", "centilitre", "1e-5", "cl"],
    ["dL", "decilitre", "1e-4", "dl"],
    ["L", "litre", "1e-3", "l"],
    ["hL", "hectolitre", "0.1", "hl"],
    ["in³", "cubic inch", "0.000016387064", "in3 in^3"],
    ["ft³", "cubic foot", "0.028316846592", "ft3 ft^3"],
    ["yd³", "cubic yard", "0.764554857984", "yd3 yd^3"],
    ["tsp", "US teaspoon", "0.00000492892159375", "teaspoon"],
    ["tbsp", "US tablespoon", "0.00001478676478125", "tablespoon"],
    ["fl-oz", "US fluid ounce", "0.0000295735295625", "floz fluid_ounce"],
    ["cup", "US cup", "0.0002365882365"],
    ["pt", "US pint", "0.000473176473", "pint"],
    ["qt", "US quart", "0.000946352946", "quart"],
    ["gal", "US gallon", "0.003785411784", "gallon"],
    ["bbl", "oil barrel", "0.158987294928", "barrel"],
    ["fl-oz-uk", "imperial fluid ounce", "0.0000284130625"],
    ["pt-uk", "imperial pint", "0.00056826125"],
    ["qt-uk", "imperial quart", "0.0011365225"],
    ["gal-uk", "imperial gallon", "0.00454609"],
  ],
  mass: [
    ["kg", "kilogram", "1", "kilo"],
    ["µg", "microgram", "1e-9", "ug μg mcg"],
    ["mg", "milligram", "1e-6"],
    ["g", "gram", "1e-3", "gramme"],
    ["t", "tonne", "1e3", "metric_ton"],
    ["ct", "carat", "0.0002"],
    ["gr", "grain", "0.00006479891"],
    ["oz", "ounce", "0.028349523125"],
    ["ozt", "troy ounce", "0.0311034768"],
    ["lb", "pound", "0.45359237", "lbs"],
    ["st", "stone", "6.35029318"],
    ["ton", "US ton", "907.18474", "short_ton"],
    ["ton-uk", "imperial ton", "1016.0469088", "long_ton"],
    ["Da", "dalton", "1.66053906892e-27", "amu"],
  ],
  time: [
    ["s", "second", "1", "sec"],
    ["ns", "nanosecond", "1e-9"],
    ["µs", "microsecond", "1e-6", "us μs"],
    ["ms", "millisecond", "1e-3"],
    ["min", "minute", "60", "mins"],
    ["h", "hour", "3600", "hr"],
    ["d", "day", "86400"],
    ["week", "week", "604800", "wk"],
    ["month", "month", "2629746", "mo"],
    ["year", "year", "31556952", "yr"],
  ],
  speed: [
    ["m/s", "metre per second", "1"],
    ["km/h", "kilometre per hour", "1/3.6", "kph kmh km/hr"],
    ["mph", "mile per hour", "0.44704", "mi/h"],
    ["kn", "knot", "1852/3600", "kt"],
    ["ft/s", "foot per second", "0.3048", "fps"],
    ["c", "speed of light", "299792458"],
  ],
  temperature: [
    ["K", "kelvin", "1"],
    ["°C", "degree Celsius", "1", "C celsius degC"],
    ["°F", "degree Fahrenheit", "5/9", "F fahrenheit degF"],
    ["°R", "degree Rankine", "5/9", "R rankine degR"],
    ["°Ré", "degree Réaumur", "1.25", "Re reaumur degRe"],
  ],
  data: [
    ["B", "byte", "1", "octet"],
    ["bit", "bit", "0.125", "b"],
    ["kbit", "kilobit", "125", "kb"],
    ["Mbit", "megabit", "125e3", "Mb"],
    ["Gbit", "gigabit", "125e6", "Gb"],
    ["Tbit", "terabit", "125e9", "Tb"],
    ["Kibit", "kibibit", "128"],
    ["Mibit", "mebibit", "131072"],
    ["Gibit", "gibibit", "134217728"],
    ["kB", "kilobyte", "1e3", "KB"],
    ["MB", "megabyte", "1e6"],
    ["GB", "gigabyte", "1e9"],
    ["TB", "terabyte", "1e12"],
    ["PB", "petabyte", "1e15"],
    ["EB", "exabyte", "1e18"],
    ["KiB", "kibibyte", "1024"],
    ["MiB", "mebibyte", "1048576"],
    ["GiB", "gibibyte", "1073741824"],
    ["TiB", "tebibyte", "1099511627776"],
    ["PiB", "pebibyte", "1125899906842624"],
    ["EiB", "exbibyte", "1152921504606846976"],
  ],
  "data rate": [
    ["bit/s", "bit per second", "1", "bps b/s"],
    ["kbit/s", "kilobit per second", "1e3", "kbps kb/s"],
    ["Mbit/s", "megabit per second", "1e6", "Mbps Mb/s"],
    ["Gbit/s", "gigabit per second", "1e9", "Gbps Gb/s"],
    ["B/s", "byte per second", "8", "Bps"],
    ["kB/s", "kilobyte per second", "8e3", "kBps"],
    ["MB/s", "megabyte per second", "8e6", "MBps"],
    ["GB/s", "gigabyte per second", "8e9", "GBps"],
    ["KiB/s", "kibibyte per second", "8192"],
    ["MiB/s", "mebibyte per second", "8388608"],
    ["GiB/s", "gibibyte per second", "8589934592"],
  ],
  pressure: [
    ["Pa", "pascal", "1"],
    ["hPa", "hectopascal", "100"],
    ["kPa", "kilopascal", "1e3"],
    ["MPa", "megapascal", "1e6"],
    ["mbar", "millibar", "100"],
    ["bar", "bar", "1e5"],
    ["atm", "atmosphere", "101325"],
    ["psi", "pound per square inch", "4.4482216152605/0.00064516"],
    ["Torr", "torr", "101325/760"],
    ["mmHg", "millimetre of mercury", "133.322387415"],
    ["inHg", "inch of mercury", "3386.388640341"],
  ],
  energy: [
    ["J", "joule", "1"],
    ["kJ", "kilojoule", "1e3"],
    ["MJ", "megajoule", "1e6"],
    ["Wh", "watt-hour", "3600"],
    ["kWh", "kilowatt-hour", "3.6e6"],
    ["MWh", "megawatt-hour", "3.6e9"],
    ["cal", "calorie", "4.184"],
    ["kcal", "kilocalorie", "4184"],
    ["eV", "electronvolt", "1.602176634e-19"],
    ["BTU", "British thermal unit", "1055.05585262", "Btu"],
    ["ft-lb", "foot-pound", "1.3558179483314004", "ftlb"],
    ["erg", "erg", "1e-7"],
    ["tTNT", "ton of TNT", "4.184e9"],
  ],
  power: [
    ["W", "watt", "1"],
    ["mW", "milliwatt", "1e-3"],
    ["kW", "kilowatt", "1e3"],
    ["MW", "megawatt", "1e6"],
    ["GW", "gigawatt", "1e9"],
    ["hp", "horsepower", "745.69987158227022"],
    ["PS", "metric horsepower", "735.49875"],
    ["BTU/h", "British thermal unit per hour", "1055.05585262/3600", "Btu/h"],
  ],
  force: [
    ["N", "newton", "1"],
    ["kN", "kilonewton", "1e3"],
    ["dyn", "dyne", "1e-5"],
    ["kgf", "kilogram-force", "9.80665", "kp"],
    ["lbf", "pound-force", "4.4482216152605"],
  ],
  angle: [
    ["rad", "radian", "1"],
    ["mrad", "milliradian", "1e-3"],
    ["°", "degree", `${pi}/180`, "deg"],
    ["arcmin", "arcminute", `${pi}/10800`, "′"],
    ["arcsec", "arcsecond", `${pi}/648000`, "″"],
    ["gon", "gradian", `${pi}/200`, "grad"],
    ["turn", "turn", `${pi}/0.5`, "rev"],
  ],
  frequency: [
    ["Hz", "hertz", "1"],
    ["kHz", "kilohertz", "1e3"],
    ["MHz", "megahertz", "1e6"],
    ["GHz", "gigahertz", "1e9"],
    ["rpm", "revolution per minute", "1/60"],
  ],
  "fuel economy": [
    ["km/L", "kilometre per litre", "1", "km/l"],
    ["L/100km", "litre per 100 kilometres", "100", "l/100km"],
    ["mpg", "mile per US gallon", "1.609344/3.785411784"],
    ["mpg-uk", "mile per imperial gallon", "1.609344/4.54609"],
  ],
};

const offsets: Record<string, string> = { "°C": "273.15", "°F": "459.67", "°Ré": "218.52" };

/** Names with several meanings. */
const meanings: Record<string, string> = {
  tsp: "teaspoon is the US one, of 4.93 mL",
  tbsp: "tablespoon is the US one, of 14.79 mL",
  "fl-oz": "fl-oz is the US one; the imperial one is fl-oz-uk",
  cup: "cup is the US one, of 236.6 mL",
  pt: "pt is the US liquid pint; the imperial one is pt-uk",
  qt: "qt is the US liquid quart; the imperial one is qt-uk",
  gal: "gal is the US gallon; the imperial one is gal-uk",
  mpg: "mpg is for US gallons; that for imperial ones is mpg-uk",
  ton: "ton is the US ton of 2000 lb; t is the tonne, and ton-uk the imperial ton",
  kB: "kB is 1000 bytes; KiB is 1024",
  month: "month is a twelfth of the mean Gregorian year",
  year: "year is the mean Gregorian year of 365.2425 days",
  cal: "cal is the thermochemical calorie; that of food is kcal",
  BTU: "BTU is that of the International Table",
  hp: "hp is mechanical horsepower; PS is metric horsepower",
};

const plurals: Record<string, string> = { foot: "feet", inch: "inches", hertz: "hertz" };

/** All units, in the order of the table. */
export const units: readonly Unit[] = Object.entries(rows).flatMap(([quantity, list]) =>
  list.map(([symbol, name, factor, aliases = ""]) => ({
    symbol,
    name,
    quantity,
    factor,
    ...(offsets[symbol] && { offset: offsets[symbol] }),
    ...(symbol === "L/100km" && { isInverse: true as const }),
    ...(factor.includes(pi) && { isRounded: true as const }),
    aliases: [symbol, name, ...aliases.split(" ")].flatMap(listForms),
    ...(meanings[symbol] && { note: meanings[symbol] }),
  })),
);

/** Returns the spellings of a name or symbol: also American, and in the plural if it is a word. */
function listForms(name: string): string[] {
  if (!/[a-z]{3}/.test(name)) return name === "" ? [] : [name];
  const american = name.replaceAll(/(?<=met|lit)re/g, "er");
  return [...new Set([name, american])].flatMap((form) => [form, pluralize(form)]);
}

/** Writes a name in the plural: "miles per hour", "degrees Celsius", "square feet". */
function pluralize(name: string): string {
  const [noun = name] = name.split(/ (?:per|of|Celsius|Fahrenheit|Rankine|Réaumur)\b/, 1);
  const last = noun.split(/[ -]/).at(-1) ?? noun;
  const plural = plurals[last] ?? `${last}s`;
  return noun.slice(0, noun.length - last.length) + plural + name.slice(noun.length);
}
