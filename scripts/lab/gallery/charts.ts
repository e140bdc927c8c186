const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const wave = (count: number, at: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => Math.round(at(index) * 10) / 10);
const days = Array.from({ length: 120 }, (_, day) =>
  new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
);
const two = [
  { name: "Shop", data: [12, 18, 15, -4, 21, 24, 26, 23, null, 30, 32, 38] },
  { name: "Market", data: [9, 12, 14, 6, -8, 18, 20, 19, 21, 22, 24, 25] },
];

/** Charts of each kind, and difficult cases. */
export const charts = [
  {
    caption: "bar, below zero, with a gap",
    type: "bar",
    title: "Revenue by month",
    subtitle: "In thousands of euros",
    labels: months,
    series: two,
    number_format: "currency",
    currency: "EUR",
    locale: "de",
    decimals: 0,
  },
  {
    caption: "bar, lying",
    type: "bar",
    orientation: "horizontal",
    values: true,
    title: "Longest rivers",
    y_label: "Length in km",
    labels: ["Nile", "Amazon", "Yangtze"],
    series: [{ data: [6650, 6400, 6300] }],
  },
  {
    caption: "bar, long names",
    type: "bar",
    title: "Departments",
    labels: ["Human resources", "Engineering and platform", "Marketing", "Sales in the north"],
    series: [{ data: [12, 88, 23, 54] }],
    width: 400,
  },
  {
    caption: "stacked-bar",
    type: "stacked-bar",
    title: "Energy",
    labels: months,
    y_label: "TWh",
    values: true,
    series: ["Wind", "Sun", "Gas", "Water"].map((name, shift) => ({
      name,
      data: wave(12, (at) => Math.round(20 + 15 * Math.sin(at / 2 + shift))),
    })),
  },
  {
    caption: "line over time, with a gap",
    type: "line",
    title: "Temperature",
    y_label: "°C",
    labels: days,
    series: [
      {
        name: "Berlin",
        data: wave(120, (at) => 4 + at / 9 + 3 * Math.sin(at)).map((value, at) =>
          at > 50 && at < 60 ? null : value,
        ),
      },
      { name: "Oslo", data: wave(120, (at) => at / 10 - 3 + 2 * Math.cos(at * 1.3)) },
    ],
  },
  {
    caption: "line of twelve series, smooth",
    type: "line",
    title: "Twelve",
    labels: months,
    curve: "smooth",
    series: months.map((name, row) => ({
      name,
      data: wave(12, (at) => row * 4 + 3 * Math.sin(at + row)),
    })),
  },
  {
    caption: "area",
    type: "area",
    title: "Visitors",
    labels: months,
    curve: "smooth",
    number_format: "compact",
    series: [
      { name: "2025", data: wave(12, (at) => 30_000 + 20_000 * Math.sin(at / 2)) },
      { name: "2026", data: wave(12, (at) => 40_000 + 25_000 * Math.sin(at / 2 + 1)) },
    ],
  },
  {
    caption: "pie",
    type: "pie",
    title: "Browsers",
    labels: ["Chrome", "Safari", "Edge", "Firefox", "Samsung Internet", "Opera", "Others"],
    series: [{ data: [65, 18, 5.3, 2.6, 2.3, 2.1, 4.7] }],
  },
  {
    caption: "doughnut",
    type: "doughnut",
    title: "Budget",
    width: 420,
    height: 420,
    labels: ["Rent", "Food", "Travel", "Fun"],
    series: [{ data: [1200, 640, 230, 310] }],
    number_format: "currency",
    decimals: 0,
  },
  {
    caption: "scatter",
    type: "scatter",
    title: "Iris",
    x_label: "Sepal",
    y_label: "Petal",
    series: ["setosa", "versicolor", "virginica"].map((name, kind) => ({
      name,
      data: wave(40, (at) => at).map((at) => [
        4.5 + kind * 0.9 + Math.sin(at * 7) * 0.6,
        1.4 + kind * 2.1 + Math.cos(at * 3) * 0.5,
      ]),
    })),
  },
  {
    caption: "scatter with bubbles",
    type: "scatter",
    title: "Income and years of life",
    series: [
      {
        name: "Asia",
        data: [
          [12_000, 77, 1400],
          [7000, 69, 1380],
          [42_000, 84, 125],
        ],
      },
      {
        name: "Europe",
        data: [
          [53_000, 81, 83],
          [46_000, 82, 65],
        ],
      },
    ],
  },
  {
    caption: "sparkline",
    type: "sparkline",
    width: 240,
    height: 60,
    series: [{ data: [1, 5, 2, 8, 4, 9, 7, 12, 10, 14] }],
  },
  {
    caption: "radar",
    type: "radar",
    title: "Skills",
    width: 520,
    height: 420,
    labels: ["Speed", "Power", "Stamina", "Technique", "Tactics", "Nerve"],
    series: [
      { name: "A", data: [80, 65, 90, 70, 60, 85] },
      { name: "B", data: [60, 85, 70, 80, 75, 60] },
    ],
  },
  {
    caption: "gauge",
    type: "gauge",
    title: "Processor",
    width: 400,
    height: 300,
    series: [{ name: "Load", data: [73] }],
  },
  {
    caption: "heatmap",
    type: "heatmap",
    title: "Commits",
    labels: months,
    series: ["Mon", "Tue", "Wed", "Thu", "Fri"].map((name, row) => ({
      name,
      data: wave(12, (at) => Math.round(10 + 9 * Math.sin(at / 2 + row))),
    })),
  },
  {
    caption: "heatmap on both sides of zero",
    type: "heatmap",
    title: "Correlation",
    labels: ["a", "b", "c", "d"],
    width: 520,
    series: ["a", "b", "c", "d"].map((name, row) => ({
      name,
      data: wave(4, (at) => (at === row ? 1 : Math.sin(at * row + 2))),
    })),
  },
];
