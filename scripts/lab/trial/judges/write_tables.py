# Writes random tables. A row of one empty cell is left out: it is an empty line.
import csv, io, random
random.seed(1)
letters = ["a", "b", "é", "漢", " ", ",", '"', "\n", "\r\n", "1", ".", "'", ";", "\t"]
tables = []
for index in range(json.load(sys.stdin)):
  width = random.randint(2, 5)
  rows = [["".join(random.choices(letters, k=random.randint(0, 6))) for _ in range(width)] for _ in range(random.randint(1, 6))]
  text = io.StringIO(newline="")
  quoting = [csv.QUOTE_MINIMAL, csv.QUOTE_ALL][index % 2]
  csv.writer(text, quoting=quoting, lineterminator=["\r\n", "\n"][index // 2 % 2]).writerows(rows)
  tables.append({"csv": text.getvalue(), "rows": rows})
print(json.dumps(tables))
