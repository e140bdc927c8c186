// Runs in the machine of a chart's code before that code.
(() => {
  const write = globalThis.__write;
  delete globalThis.__write;
  const { parse, stringify } = JSON;
  const ask = (kind, value, locale, options) => write(stringify({ kind, value, locale, options }));

  function addMethod(type, name, kind) {
    type.prototype[name] = function toLocal(locale, options) {
      return ask(kind, Number(this), locale, options);
    };
  }
  addMethod(Number, "toLocaleString", "number");
  addMethod(Date, "toLocaleDateString", "date");
  addMethod(Date, "toLocaleTimeString", "time");
  addMethod(Date, "toLocaleString", "both");

  function createFormat(kind) {
    return function Format(locale, options) {
      return { format: (value) => ask(kind, Number(value), locale, options) };
    };
  }
  globalThis.Intl = {
    NumberFormat: createFormat("number"),
    DateTimeFormat: createFormat("date"),
  };

  let chart = { data: { labels: [], datasets: [] } };

  /** Marks the numbers that JSON lacks. */
  function markSpecial(_, value) {
    const isSpecial = value === Infinity || value === -Infinity;
    return isSpecial ? { __number: String(value) } : value;
  }

  /** Adds chart and dataset to the context of a callback. */
  function fill(value) {
    if (!value?.__context) return value;
    const dataset = chart.data.datasets[value.__context.datasetIndex];
    return { ...value.__context, chart, dataset };
  }

  function createScale(self) {
    return { ...self, chart, getLabelForValue: (value) => self.labels[value] ?? value };
  }

  const helpers = {
    __toText: (value) => stringify(value, markSpecial),
    __setChart(text) {
      chart = parse(text);
    },
    __run(target, text) {
      const [self, args] = parse(text);
      const scale = self ? createScale(self) : undefined;
      return stringify(target.apply(scale, args.map(fill)), markSpecial);
    },
  };
  for (const [name, value] of Object.entries(helpers))
    Object.defineProperty(globalThis, name, { value });
})();
