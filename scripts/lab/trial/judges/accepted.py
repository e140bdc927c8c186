# Prints texts of [language, dialect, text] that a parser of that language accepts. The texts come from the tests of
# sqlglot, html5lib and PyYAML. Those of html5lib, serialized, are the XML, and values of YAML are dumped in all styles.
import glob, logging, os, random, re, unittest, warnings
import xml.etree.ElementTree as etree
import html5lib, ruamel.yaml, sqlglot, yaml
from sqlglot import exp
sql_folder, html_folder, yaml_folder = json.load(sys.stdin)
logging.disable(logging.CRITICAL)
warnings.simplefilter("ignore")
random.seed(1)
found = []

def accepts(read, text):
  try: return read(text) is not False
  except Exception: return False

sys.path.insert(0, sql_folder)
from tests.dialects import test_dialect
names = {"postgres": "postgresql", "tsql": "transactsql", "oracle": "plsql", "presto": "trino", "athena": "trino",
  "databricks": "spark", "spark2": "spark", "singlestore": "singlestoredb", "": "sql"}
same = "bigquery clickhouse duckdb hive mysql redshift snowflake spark sqlite trino".split()
statements = {}
def add(dialect, text):
  name = dialect if dialect in same else names.get(dialect or "")
  if name and isinstance(text, str): statements[name, text] = dialect or None
def record(method):
  def recorded(self, sql, *rest, **more):
    add(self.dialect, sql)
    for part in (*rest[:2], more.get("read"), more.get("write"), more.get("write_sql")):
      if isinstance(part, str): add(self.dialect, part)
      if isinstance(part, dict): [add(*pair) for pair in part.items()]
    return method(self, sql, *rest, **more)
  return recorded
for name in ("validate_identity", "validate_all"):
  setattr(test_dialect.Validator, name, record(getattr(test_dialect.Validator, name)))
tests = unittest.defaultTestLoader.discover(f"{sql_folder}/tests/dialects", top_level_dir=sql_folder)
unittest.TextTestRunner(stream=open(os.devnull, "w")).run(tests)
for line in open(f"{sql_folder}/tests/fixtures/identity.sql", encoding="utf8"): add("", line.strip())
def read_sql(dialect):
  # A command is a statement that the judge doesn't parse.
  return lambda text: all(tree and not tree.find(exp.Command) for tree in sqlglot.parse(text, read=dialect)) and text != ""
# A fifth of them: the row has two minutes.
pairs = random.sample(sorted(statements.items(), key=str), len(statements) // 5)
found += [["sql", name, text] for (name, text), dialect in pairs if accepts(read_sql(dialect), text)]

pages = []
for path in sorted(glob.glob(f"{html_folder}/html5lib/tests/testdata/tree-construction/*.dat")):
  for test in open(path, encoding="utf8", newline="").read().split("#data\n")[1:]:
    if "#document-fragment" not in test: pages.append(test.split("\n#errors")[0])
pages = sorted(set(pages))
strict = html5lib.HTMLParser(strict=True)
whole = ["<!DOCTYPE html><title>A</title>" + text for text in pages]
found += [["html", "valid", text] for text in whole if accepts(strict.parse, text)]
extras = ["", '<?xml version="1.0" encoding="UTF-8"?>\n', "<!-- note -->", "<?style a?>\n", '<!DOCTYPE html SYSTEM "a.dtd">\n']
for text in pages:
  tree = etree.tostring(html5lib.parse(text), encoding="unicode")
  tree = random.choice(extras) + tree.replace("</", random.choice(["</", "<![CDATA[<&]]></", "&#x20AC;&lt;</"]), 1)
  if accepts(etree.fromstring, tree.encode()): found.append(["xml", "", tree])

def make(depth):
  kind = random.random()
  if depth > 2 or kind < 0.5:
    return random.choice([random.choice(pages), random.choice(pages).split("\n")[0][:30], random.randint(-10**12, 10**12), random.random() * 10**random.randint(-9, 9),
      True, None, "", "yes", "0755", "1:20", "- a", "# b", "a: b", " c ", "~", "2001-01-01"])
  if kind < 0.75: return [make(depth + 1) for _ in range(random.randint(0, 4))]
  return {random.choice([str(make(3))[:60], random.choice("abcdef")]): make(depth + 1) for _ in range(random.randint(0, 4))}
def read_yaml(text):
  list(yaml.safe_load_all(text))
  # The second judge reads version 1.2, as we do.
  list(ruamel.yaml.YAML(typ="safe", pure=True).load_all(text))
for path in sorted(glob.glob(f"{yaml_folder}/tests/legacy_tests/data/*.*")):
  if path.endswith((".data", ".canonical")):
    try: text = open(path, encoding="utf8").read()
    except UnicodeDecodeError: continue
    if accepts(read_yaml, text): found.append(["yaml", "tests", text])
for _ in range(1000):
  style = random.choice([None, None, "'", '"', "|", ">"])
  text = yaml.dump(make(0), default_style=style, default_flow_style=random.choice([True, False, None]),
    allow_unicode=random.random() < 0.5, width=random.choice([20, 80]), explicit_start=random.random() < 0.2)
  if accepts(read_yaml, text): found.append(["yaml", "dumps", text])
print(json.dumps(found))
