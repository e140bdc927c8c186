/**
 * Inputs with their declarations in C#, in Go, without the line of the package, in Java, Python and Rust. Go 1.19,
 * Jackson 2.14 and serde 1.0 parsed the inputs with them. gofmt and rustfmt left them unchanged, and mypy 1.0 found the
 * inputs to have their types. The C# compiler of Mono 6.8 accepted its classes without a warning, with stand-ins for
 * System.Text.Json. Jackson rejects the member "", which is left out, and the least and greatest integer of 64 bits, even
 * for a field of that type.
 */
export const declarations = [
  {
    input: '{"title":"a","year":2020,"rating":4.5,"sold":true}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("title")]
    public string Title { get; set; }

    [JsonPropertyName("year")]
    public long Year { get; set; }

    [JsonPropertyName("rating")]
    public double Rating { get; set; }

    [JsonPropertyName("sold")]
    public bool Sold { get; set; }
}
`,
    go: `type Root struct {
	Title  string  \`json:"title"\`
	Year   int64   \`json:"year"\`
	Rating float64 \`json:"rating"\`
	Sold   bool    \`json:"sold"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("title") String title,
    @JsonProperty("year") Long year,
    @JsonProperty("rating") Double rating,
    @JsonProperty("sold") Boolean sold
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub title: String,
    pub year: i64,
    pub rating: f64,
    pub sold: bool,
}
`,
    python: `from typing import TypedDict


class Root(TypedDict):
    title: str
    year: int
    rating: float
    sold: bool
`,
  },
  {
    input: '[{"a":1},{"a":2,"b":"x"}]',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root : List<RootItem>
{
}

public class RootItem
{
    [JsonPropertyName("a")]
    public long A { get; set; }

    [JsonPropertyName("b")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string B { get; set; }
}
`,
    go: `type Root []RootItem

type RootItem struct {
	A int64   \`json:"a"\`
	B *string \`json:"b,omitempty"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

public record Root(List<RootItem> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public List<RootItem> value() {
        return value;
    }
}

record RootItem(
    @JsonProperty("a") Long a,
    @JsonProperty("b") String b
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

pub type Root = Vec<RootItem>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RootItem {
    pub a: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
}
`,
    python: `from typing import NotRequired, TypeAlias, TypedDict


class RootItem(TypedDict):
    a: int
    b: NotRequired[str]


Root: TypeAlias = list[RootItem]
`,
  },
  {
    input: '{"a":null,"b":[null,1],"c":[]}',
    csharp: `using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("a")]
    public JsonElement A { get; set; }

    [JsonPropertyName("b")]
    public List<long?> B { get; set; }

    [JsonPropertyName("c")]
    public List<JsonElement> C { get; set; }
}
`,
    go: `type Root struct {
	A any      \`json:"a"\`
	B []*int64 \`json:"b"\`
	C []any    \`json:"c"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

public record Root(
    @JsonProperty("a") Object a,
    @JsonProperty("b") List<Long> b,
    @JsonProperty("c") List<Object> c
) {}
`,
    rust: `use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub a: Value,
    pub b: Vec<Option<i64>>,
    pub c: Vec<Value>,
}
`,
    python: `from typing import Any, TypedDict


class Root(TypedDict):
    a: None
    b: list[int | None]
    c: list[Any]
`,
  },
  {
    input:
      '{"big":9223372036854775807,"bigger":9223372036854775808,"digits":0.12345678901234567890123}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("big")]
    public long Big { get; set; }

    [JsonPropertyName("bigger")]
    public decimal Bigger { get; set; }

    [JsonPropertyName("digits")]
    public decimal Digits { get; set; }
}
`,
    go: `import "encoding/json"

type Root struct {
	Big    int64       \`json:"big"\`
	Bigger json.Number \`json:"bigger"\`
	Digits json.Number \`json:"digits"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.math.BigInteger;

public record Root(
    @JsonProperty("big") Long big,
    @JsonProperty("bigger") BigInteger bigger,
    @JsonProperty("digits") BigDecimal digits
) {}
`,
    rust: `use serde::{Deserialize, Serialize};
use serde_json::Number;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub big: i64,
    pub bigger: Number,
    pub digits: Number,
}
`,
    python: `from typing import TypedDict


class Root(TypedDict):
    big: int
    bigger: int
    digits: float
`,
  },
  {
    input: '{"1.0":1.0,"e":1e3,"mixed":[1,2.5]}',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("1.0")]
    public double Type10 { get; set; }

    [JsonPropertyName("e")]
    public double E { get; set; }

    [JsonPropertyName("mixed")]
    public List<double> Mixed { get; set; }
}
`,
    go: `type Root struct {
	Type10 float64   \`json:"1.0"\`
	E      float64   \`json:"e"\`
	Mixed  []float64 \`json:"mixed"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

public record Root(
    @JsonProperty("1.0") Double type10,
    @JsonProperty("e") Double e,
    @JsonProperty("mixed") List<Double> mixed
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "1.0")]
    pub field_1_0: f64,
    pub e: f64,
    pub mixed: Vec<f64>,
}
`,
    python: `from typing import TypedDict


Root = TypedDict("Root", {
    "1.0": float,
    "e": float,
    "mixed": list[float],
})
`,
  },
  {
    input: '{"a-b":1,"class":2,"__x":3,"":4}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("a-b")]
    public long AB { get; set; }

    [JsonPropertyName("class")]
    public long Class { get; set; }

    [JsonPropertyName("__x")]
    public long X { get; set; }

    [JsonPropertyName("")]
    public long Type { get; set; }
}
`,
    go: `type Root struct {
	AB    int64 \`json:"a-b"\`
	Class int64 \`json:"class"\`
	X     int64 \`json:"__x"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("a-b") Long aB,
    @JsonProperty("class") Long class2,
    @JsonProperty("__x") Long x
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "a-b")]
    pub a_b: i64,
    pub class: i64,
    #[serde(rename = "__x")]
    pub x: i64,
    #[serde(rename = "")]
    pub field: i64,
}
`,
    python: `from typing import TypedDict


Root = TypedDict("Root", {
    "a-b": int,
    "class": int,
    "__x": int,
    "": int,
})
`,
  },
  {
    input: '{"a,b":1,"q\\"":2,"ok":3}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("a,b")]
    public long AB { get; set; }

    [JsonPropertyName("q\\"")]
    public long Q { get; set; }

    [JsonPropertyName("ok")]
    public long Ok { get; set; }
}
`,
    go: `type Root struct {
	Ok int64 \`json:"ok"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("a,b") Long aB,
    @JsonProperty("q\\"") Long q,
    @JsonProperty("ok") Long ok
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "a,b")]
    pub a_b: i64,
    #[serde(rename = "q\\"")]
    pub q: i64,
    pub ok: i64,
}
`,
    python: `from typing import TypedDict


Root = TypedDict("Root", {
    "a,b": int,
    "q\\"": int,
    "ok": int,
})
`,
  },
  {
    input: '{"first_name":1,"firstName":2,"FirstName":3}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("first_name")]
    public long FirstName { get; set; }

    [JsonPropertyName("firstName")]
    public long FirstName2 { get; set; }

    [JsonPropertyName("FirstName")]
    public long FirstName3 { get; set; }
}
`,
    go: `type Root struct {
	FirstName  int64 \`json:"first_name"\`
	FirstName2 int64 \`json:"firstName"\`
	FirstName3 int64 \`json:"FirstName"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("first_name") Long firstName,
    @JsonProperty("firstName") Long firstName2,
    @JsonProperty("FirstName") Long firstName3
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub first_name: i64,
    #[serde(rename = "firstName")]
    pub first_name2: i64,
    #[serde(rename = "FirstName")]
    pub first_name3: i64,
}
`,
    python: `from typing import TypedDict


class Root(TypedDict):
    first_name: int
    firstName: int
    FirstName: int
`,
  },
  {
    input: '{"o":{},"l":[{}]}',
    csharp: `using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("o")]
    public Dictionary<string, JsonElement> O { get; set; }

    [JsonPropertyName("l")]
    public List<Dictionary<string, JsonElement>> L { get; set; }
}
`,
    go: `type Root struct {
	O map[string]any   \`json:"o"\`
	L []map[string]any \`json:"l"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

public record Root(
    @JsonProperty("o") Map<String, Object> o,
    @JsonProperty("l") List<Map<String, Object>> l
) {}
`,
    rust: `use serde::{Deserialize, Serialize};
use serde_json::Map;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub o: Map<String, Value>,
    pub l: Vec<Map<String, Value>>,
}
`,
    python: `from typing import Any, TypedDict


class Root(TypedDict):
    o: dict[str, Any]
    l: list[dict[str, Any]]
`,
  },
  {
    input: '{"a":{"item":{"x":1}},"b":{"item":{"y":1}}}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("a")]
    public A A { get; set; }

    [JsonPropertyName("b")]
    public B B { get; set; }
}

public class B
{
    [JsonPropertyName("item")]
    public Item2 Item { get; set; }
}

public class Item2
{
    [JsonPropertyName("y")]
    public long Y { get; set; }
}

public class A
{
    [JsonPropertyName("item")]
    public Item Item { get; set; }
}

public class Item
{
    [JsonPropertyName("x")]
    public long X { get; set; }
}
`,
    go: `type Root struct {
	A A \`json:"a"\`
	B B \`json:"b"\`
}

type B struct {
	Item Item2 \`json:"item"\`
}

type Item2 struct {
	Y int64 \`json:"y"\`
}

type A struct {
	Item Item \`json:"item"\`
}

type Item struct {
	X int64 \`json:"x"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("a") A a,
    @JsonProperty("b") B b
) {}

record B(
    @JsonProperty("item") Item2 item
) {}

record Item2(
    @JsonProperty("y") Long y
) {}

record A(
    @JsonProperty("item") Item item
) {}

record Item(
    @JsonProperty("x") Long x
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub a: A,
    pub b: B,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct B {
    pub item: Item2,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item2 {
    pub y: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct A {
    pub item: Item,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    pub x: i64,
}
`,
    python: `from typing import TypedDict


class Item(TypedDict):
    x: int


class A(TypedDict):
    item: Item


class Item2(TypedDict):
    y: int


class B(TypedDict):
    item: Item2


class Root(TypedDict):
    a: A
    b: B
`,
  },
  {
    input: '[1,"a",null,true]',
    csharp: `using System.Collections.Generic;
using System.Text.Json;

public class Root : List<JsonElement>
{
}
`,
    go: `type Root []any
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

public record Root(List<Object> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public List<Object> value() {
        return value;
    }
}
`,
    rust: `use serde_json::Value;

pub type Root = Vec<Value>;
`,
    python: `from typing import TypeAlias


Root: TypeAlias = list[str | int | bool | None]
`,
  },
  {
    input: "[[1,2],[3]]",
    csharp: `using System.Collections.Generic;

public class Root : List<List<long>>
{
}
`,
    go: `type Root [][]int64
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

public record Root(List<List<Long>> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public List<List<Long>> value() {
        return value;
    }
}
`,
    rust: `pub type Root = Vec<Vec<i64>>;
`,
    python: `from typing import TypeAlias


Root: TypeAlias = list[list[int]]
`,
  },
  {
    input: '"text"',
    csharp: `using Root = System.String;
`,
    go: `type Root string
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

public record Root(String value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public String value() {
        return value;
    }
}
`,
    rust: `pub type Root = String;
`,
    python: `from typing import TypeAlias


Root: TypeAlias = str
`,
  },
  {
    input: "{}",
    csharp: `using System.Collections.Generic;
using System.Text.Json;

public class Root : Dictionary<string, JsonElement>
{
}
`,
    go: `type Root map[string]any
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;

public record Root(Map<String, Object> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public Map<String, Object> value() {
        return value;
    }
}
`,
    rust: `use serde_json::Map;
use serde_json::Value;

pub type Root = Map<String, Value>;
`,
    python: `from typing import Any, TypeAlias


Root: TypeAlias = dict[str, Any]
`,
  },
  {
    input: '{"kids":[{"age":1},{"age":null}],"pets":[{"age":1}]}',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("kids")]
    public List<Kid> Kids { get; set; }

    [JsonPropertyName("pets")]
    public List<Pet> Pets { get; set; }
}

public class Pet
{
    [JsonPropertyName("age")]
    public long Age { get; set; }
}

public class Kid
{
    [JsonPropertyName("age")]
    public long? Age { get; set; }
}
`,
    go: `type Root struct {
	Kids []Kid \`json:"kids"\`
	Pets []Pet \`json:"pets"\`
}

type Pet struct {
	Age int64 \`json:"age"\`
}

type Kid struct {
	Age *int64 \`json:"age"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

public record Root(
    @JsonProperty("kids") List<Kid> kids,
    @JsonProperty("pets") List<Kid> pets
) {}

record Kid(
    @JsonProperty("age") Long age
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub kids: Vec<Kid>,
    pub pets: Vec<Pet>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pet {
    pub age: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kid {
    pub age: Option<i64>,
}
`,
    python: `from typing import TypedDict


class Kid(TypedDict):
    age: int | None


class Pet(TypedDict):
    age: int


class Root(TypedDict):
    kids: list[Kid]
    pets: list[Pet]
`,
  },
  {
    input: '[{"v":1},{"v":"x"},{"v":{"a":1}},{"v":[1]}]',
    csharp: `using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;

public class Root : List<RootItem>
{
}

public class RootItem
{
    [JsonPropertyName("v")]
    public JsonElement V { get; set; }
}

public class V
{
    [JsonPropertyName("a")]
    public long A { get; set; }
}
`,
    go: `type Root []RootItem

type RootItem struct {
	V any \`json:"v"\`
}

type V struct {
	A int64 \`json:"a"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

public record Root(List<RootItem> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public List<RootItem> value() {
        return value;
    }
}

record RootItem(
    @JsonProperty("v") Object v
) {}

record V(
    @JsonProperty("a") Long a
) {}
`,
    rust: `use serde::{Deserialize, Serialize};
use serde_json::Value;

pub type Root = Vec<RootItem>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RootItem {
    pub v: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct V {
    pub a: i64,
}
`,
    python: `from typing import TypeAlias, TypedDict


class V(TypedDict):
    a: int


class RootItem(TypedDict):
    v: str | int | V | list[int]


Root: TypeAlias = list[RootItem]
`,
  },
  {
    input: '{"Any":{"None":{"True":1}},"TypedDict":[{"NotRequired":1}]}',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("Any")]
    public Any Any { get; set; }

    [JsonPropertyName("TypedDict")]
    public List<TypedDictItem> TypedDict { get; set; }
}

public class TypedDictItem
{
    [JsonPropertyName("NotRequired")]
    public long NotRequired { get; set; }
}

public class Any
{
    [JsonPropertyName("None")]
    public None None { get; set; }
}

public class None
{
    [JsonPropertyName("True")]
    public long True { get; set; }
}
`,
    go: `type Root struct {
	Any       Any             \`json:"Any"\`
	TypedDict []TypedDictItem \`json:"TypedDict"\`
}

type TypedDictItem struct {
	NotRequired int64 \`json:"NotRequired"\`
}

type Any struct {
	None None \`json:"None"\`
}

type None struct {
	True int64 \`json:"True"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

public record Root(
    @JsonProperty("Any") Any any,
    @JsonProperty("TypedDict") List<TypedDictItem> typedDict
) {}

record TypedDictItem(
    @JsonProperty("NotRequired") Long notRequired
) {}

record Any(
    @JsonProperty("None") None none
) {}

record None(
    @JsonProperty("True") Long true2
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "Any")]
    pub any: Any,
    #[serde(rename = "TypedDict")]
    pub typed_dict: Vec<TypedDictItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TypedDictItem {
    #[serde(rename = "NotRequired")]
    pub not_required: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Any {
    #[serde(rename = "None")]
    pub none: None2,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct None2 {
    #[serde(rename = "True")]
    pub true2: i64,
}
`,
    python: `from typing import Any, NotRequired, TypedDict


None2 = TypedDict("None2", {
    "True": int,
})


Any2 = TypedDict("Any2", {
    "None": None2,
})


class TypedDictItem(TypedDict):
    NotRequired: int


class Root(TypedDict):
    Any: Any2
    TypedDict: list[TypedDictItem]
`,
  },
  {
    input: '{"日本":1,"é":"x","😀":true,"-":1}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("日本")]
    public long Type { get; set; }

    [JsonPropertyName("é")]
    public string Type2 { get; set; }

    [JsonPropertyName("😀")]
    public bool Type3 { get; set; }

    [JsonPropertyName("-")]
    public long Type4 { get; set; }
}
`,
    go: `type Root struct {
	Type  int64  \`json:"日本"\`
	Type2 string \`json:"é"\`
	Type3 int64  \`json:"-,"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("日本") Long type,
    @JsonProperty("é") String type2,
    @JsonProperty("😀") Boolean type3,
    @JsonProperty("-") Long type4
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "日本")]
    pub field: i64,
    #[serde(rename = "é")]
    pub field2: String,
    #[serde(rename = "😀")]
    pub field3: bool,
    #[serde(rename = "-")]
    pub field4: i64,
}
`,
    python: `from typing import TypedDict


Root = TypedDict("Root", {
    "日本": int,
    "é": str,
    "😀": bool,
    "-": int,
})
`,
  },
  {
    input: '{"string":{"int64":1},"type":{"func":"x"},"json":{"Number":2}}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("string")]
    public String String { get; set; }

    [JsonPropertyName("type")]
    public Type Type { get; set; }

    [JsonPropertyName("json")]
    public Json Json { get; set; }
}

public class Json
{
    [JsonPropertyName("Number")]
    public long Number { get; set; }
}

public class Type
{
    [JsonPropertyName("func")]
    public string Func { get; set; }
}

public class String
{
    [JsonPropertyName("int64")]
    public long Int64 { get; set; }
}
`,
    go: `type Root struct {
	String String \`json:"string"\`
	Type   Type   \`json:"type"\`
	Json   Json   \`json:"json"\`
}

type Json struct {
	Number int64 \`json:"Number"\`
}

type Type struct {
	Func string \`json:"func"\`
}

type String struct {
	Int64 int64 \`json:"int64"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("string") String2 string,
    @JsonProperty("type") Type type,
    @JsonProperty("json") Json json
) {}

record Json(
    @JsonProperty("Number") Long number
) {}

record Type(
    @JsonProperty("func") String func
) {}

record String2(
    @JsonProperty("int64") Long int64
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub string: String2,
    #[serde(rename = "type")]
    pub type2: Type,
    pub json: Json,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Json {
    #[serde(rename = "Number")]
    pub number: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Type {
    pub func: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct String2 {
    pub int64: i64,
}
`,
    python: `from typing import TypedDict


class String(TypedDict):
    int64: int


class Type(TypedDict):
    func: str


class Json(TypedDict):
    Number: int


class Root(TypedDict):
    string: String
    type: Type
    json: Json
`,
  },
  {
    input: '[{"l":[1]},{"l":null},{}]',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root : List<RootItem>
{
}

public class RootItem
{
    [JsonPropertyName("l")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public List<long> L { get; set; }
}
`,
    go: `type Root []RootItem

type RootItem struct {
	L []int64 \`json:"l,omitempty"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

public record Root(List<RootItem> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public List<RootItem> value() {
        return value;
    }
}

record RootItem(
    @JsonProperty("l") List<Long> l
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

pub type Root = Vec<RootItem>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RootItem {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l: Option<Vec<i64>>,
}
`,
    python: `from typing import NotRequired, TypeAlias, TypedDict


class RootItem(TypedDict):
    l: NotRequired[list[int] | None]


Root: TypeAlias = list[RootItem]
`,
  },
  {
    input: '{"a":{"b":{"c":{"d":[{"e":[{"f":1}]}]}}}}',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("a")]
    public A A { get; set; }
}

public class A
{
    [JsonPropertyName("b")]
    public B B { get; set; }
}

public class B
{
    [JsonPropertyName("c")]
    public C C { get; set; }
}

public class C
{
    [JsonPropertyName("d")]
    public List<DItem> D { get; set; }
}

public class DItem
{
    [JsonPropertyName("e")]
    public List<EItem> E { get; set; }
}

public class EItem
{
    [JsonPropertyName("f")]
    public long F { get; set; }
}
`,
    go: `type Root struct {
	A A \`json:"a"\`
}

type A struct {
	B B \`json:"b"\`
}

type B struct {
	C C \`json:"c"\`
}

type C struct {
	D []DItem \`json:"d"\`
}

type DItem struct {
	E []EItem \`json:"e"\`
}

type EItem struct {
	F int64 \`json:"f"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

public record Root(
    @JsonProperty("a") A a
) {}

record A(
    @JsonProperty("b") B b
) {}

record B(
    @JsonProperty("c") C c
) {}

record C(
    @JsonProperty("d") List<DItem> d
) {}

record DItem(
    @JsonProperty("e") List<EItem> e
) {}

record EItem(
    @JsonProperty("f") Long f
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub a: A,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct A {
    pub b: B,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct B {
    pub c: C,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct C {
    pub d: Vec<DItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DItem {
    pub e: Vec<EItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EItem {
    pub f: i64,
}
`,
    python: `from typing import TypedDict


class EItem(TypedDict):
    f: int


class DItem(TypedDict):
    e: list[EItem]


class C(TypedDict):
    d: list[DItem]


class B(TypedDict):
    c: C


class A(TypedDict):
    b: B


class Root(TypedDict):
    a: A
`,
  },
  {
    input: '[{"p":{"x":1}},{"p":null},{"q":{"x":1}}]',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root : List<RootItem>
{
}

public class RootItem
{
    [JsonPropertyName("p")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public P P { get; set; }

    [JsonPropertyName("q")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public P Q { get; set; }
}

public class P
{
    [JsonPropertyName("x")]
    public long X { get; set; }
}
`,
    go: `type Root []RootItem

type RootItem struct {
	P *P \`json:"p,omitempty"\`
	Q *P \`json:"q,omitempty"\`
}

type P struct {
	X int64 \`json:"x"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;

public record Root(List<RootItem> value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Root {}

    @JsonValue
    public List<RootItem> value() {
        return value;
    }
}

record RootItem(
    @JsonProperty("p") P p,
    @JsonProperty("q") P q
) {}

record P(
    @JsonProperty("x") Long x
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

pub type Root = Vec<RootItem>;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RootItem {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<P>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub q: Option<P>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct P {
    pub x: i64,
}
`,
    python: `from typing import NotRequired, TypeAlias, TypedDict


class P(TypedDict):
    x: int


class RootItem(TypedDict):
    p: NotRequired[P | None]
    q: NotRequired[P]


Root: TypeAlias = list[RootItem]
`,
  },
  {
    input: '{"a.b":1,"a b":2,"a/b":{"c":1}}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("a.b")]
    public long AB { get; set; }

    [JsonPropertyName("a b")]
    public long AB2 { get; set; }

    [JsonPropertyName("a/b")]
    public AB AB3 { get; set; }
}

public class AB
{
    [JsonPropertyName("c")]
    public long C { get; set; }
}
`,
    go: `type Root struct {
	AB  int64 \`json:"a.b"\`
	AB2 int64 \`json:"a b"\`
	AB3 AB    \`json:"a/b"\`
}

type AB struct {
	C int64 \`json:"c"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("a.b") Long aB,
    @JsonProperty("a b") Long aB2,
    @JsonProperty("a/b") AB aB3
) {}

record AB(
    @JsonProperty("c") Long c
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "a.b")]
    pub a_b: i64,
    #[serde(rename = "a b")]
    pub a_b2: i64,
    #[serde(rename = "a/b")]
    pub a_b3: AB,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AB {
    pub c: i64,
}
`,
    python: `from typing import TypedDict


class AB(TypedDict):
    c: int


Root = TypedDict("Root", {
    "a.b": int,
    "a b": int,
    "a/b": AB,
})
`,
  },
  {
    input: '{"f":[1,9007199254740993,0.5],"n":-9223372036854775808,"z":-0}',
    csharp: `using System.Collections.Generic;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("f")]
    public List<decimal> F { get; set; }

    [JsonPropertyName("n")]
    public long N { get; set; }

    [JsonPropertyName("z")]
    public double Z { get; set; }
}
`,
    go: `import "encoding/json"

type Root struct {
	F []json.Number \`json:"f"\`
	N int64         \`json:"n"\`
	Z float64       \`json:"z"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

public record Root(
    @JsonProperty("f") List<BigDecimal> f,
    @JsonProperty("n") Long n,
    @JsonProperty("z") BigInteger z
) {}
`,
    rust: `use serde::{Deserialize, Serialize};
use serde_json::Number;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    pub f: Vec<Number>,
    pub n: i64,
    pub z: f64,
}
`,
    python: `from typing import TypedDict


class Root(TypedDict):
    f: list[float]
    n: int
    z: int
`,
  },
  {
    input: '{"toString":1,"hashCode":{"String":{"x":1}},"List":[{"a":1}],"Map":{}}',
    csharp: `using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("toString")]
    public long ToString2 { get; set; }

    [JsonPropertyName("hashCode")]
    public HashCode HashCode { get; set; }

    [JsonPropertyName("List")]
    public List<ListItem> List { get; set; }

    [JsonPropertyName("Map")]
    public Dictionary<string, JsonElement> Map { get; set; }
}

public class ListItem
{
    [JsonPropertyName("a")]
    public long A { get; set; }
}

public class HashCode
{
    [JsonPropertyName("String")]
    public String String { get; set; }
}

public class String
{
    [JsonPropertyName("x")]
    public long X { get; set; }
}
`,
    go: `type Root struct {
	ToString int64          \`json:"toString"\`
	HashCode HashCode       \`json:"hashCode"\`
	List     []ListItem     \`json:"List"\`
	Map      map[string]any \`json:"Map"\`
}

type ListItem struct {
	A int64 \`json:"a"\`
}

type HashCode struct {
	String String \`json:"String"\`
}

type String struct {
	X int64 \`json:"x"\`
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

public record Root(
    @JsonProperty("toString") Long toString2,
    @JsonProperty("hashCode") HashCode hashCode2,
    @JsonProperty("List") List<ListItem> list,
    @JsonProperty("Map") Map<String, Object> map
) {}

record ListItem(
    @JsonProperty("a") Long a
) {}

record HashCode(
    @JsonProperty("String") String2 string
) {}

record String2(
    @JsonProperty("x") Long x
) {}
`,
    rust: `use serde::{Deserialize, Serialize};
use serde_json::Map;
use serde_json::Value;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "toString")]
    pub to_string: i64,
    #[serde(rename = "hashCode")]
    pub hash_code: HashCode,
    #[serde(rename = "List")]
    pub list: Vec<ListItem>,
    #[serde(rename = "Map")]
    pub map: Map<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListItem {
    pub a: i64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HashCode {
    #[serde(rename = "String")]
    pub string: String2,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct String2 {
    pub x: i64,
}
`,
    python: `from typing import Any, TypedDict


class String(TypedDict):
    x: int


class HashCode(TypedDict):
    String: String


class ListItem(TypedDict):
    a: int


class Root(TypedDict):
    toString: int
    hashCode: HashCode
    List: list[ListItem]
    Map: dict[str, Any]
`,
  },
  {
    input: '{"k\\\\u000a":1,"t\\t":2,"u\\u0001":3}',
    csharp: `using System.Text.Json.Serialization;

public class Root
{
    [JsonPropertyName("k\\\\u000a")]
    public long KU000a { get; set; }

    [JsonPropertyName("t\\t")]
    public long T { get; set; }

    [JsonPropertyName("u\\u0001")]
    public long U { get; set; }
}
`,
    go: `type Root struct {
}
`,
    java: `import com.fasterxml.jackson.annotation.JsonProperty;

public record Root(
    @JsonProperty("k\\\\u000a") Long kU000a,
    @JsonProperty("t\\t") Long t,
    @JsonProperty("u\\u0001") Long u
) {}
`,
    rust: `use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    #[serde(rename = "k\\\\u000a")]
    pub k_u000a: i64,
    #[serde(rename = "t\\u{9}")]
    pub t: i64,
    #[serde(rename = "u\\u{1}")]
    pub u: i64,
}
`,
    python: `from typing import TypedDict


Root = TypedDict("Root", {
    "k\\\\u000a": int,
    "t\\t": int,
    "u\\u0001": int,
})
`,
  },
];
