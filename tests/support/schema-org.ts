/** Checks structured data against schema.org's own definitions, of which `tests/fixtures` has an excerpt. */
import definitions from "../fixtures/schema-org.json";

const types: Record<string, string[]> = definitions.types;
const properties: Record<string, { domains: string[]; ranges: string[] }> = definitions.properties;
const days: readonly string[] = definitions.dayOfWeek;

type Node = Record<string, unknown>;

/** Returns a type and all its parent types. */
function kindsOf(type: string): Set<string> {
  const found = new Set<string>();
  const walk = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    for (const parent of types[name] ?? []) walk(parent);
  };
  walk(type);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The plain values that a property may have, by their schema.org type. */
const plainRanges: [string, (value: unknown) => boolean][] = [
  ["Text", (value) => typeof value === "string" && value.trim() !== ""],
  ["URL", (value) => typeof value === "string" && URL.canParse(value)],
  ["ImageObject", (value) => typeof value === "string" && URL.canParse(value)],
  ["DateTime", (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)],
  ["Time", (value) => typeof value === "string" && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)],
  ["Number", (value) => typeof value === "number" && Number.isFinite(value)],
  ["Integer", (value) => Number.isInteger(value)],
  ["Boolean", (value) => typeof value === "boolean"],
  ["DayOfWeek", (value) => typeof value === "string" && days.includes(value)],
];

/** Returns every breach of the definitions in a document, one sentence each. */
export function schemaFaults(document: unknown): string[] {
  const found: string[] = [];
  if (!isNode(document) || document["@context"] !== "https://schema.org") return ["no context"];
  const graph = document["@graph"];
  if (!Array.isArray(graph)) return ["no graph"];
  const byId = new Map<unknown, Node>();
  for (const node of graph) {
    if (byId.has(node["@id"])) found.push(`${node["@id"]} is there twice`);
    byId.set(node["@id"], node);
  }

  function check(node: Node, at: string): void {
    const type = String(node["@type"]);
    if (!types[type]) {
      found.push(`${at}: ${type} is no type`);
      return;
    }
    const kinds = kindsOf(type);
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith("@")) continue;
      const property = properties[name];
      if (!property) found.push(`${at}: ${name} is no property`);
      else if (!property.domains.some((domain) => kinds.has(domain)))
        found.push(`${at}: ${type} has no ${name}`);
      else for (const each of [value].flat()) checkValue(each, property.ranges, `${at}.${name}`);
    }
  }

  function checkValue(value: unknown, ranges: string[], at: string): void {
    if (!isNode(value)) {
      const fits = plainRanges.some(([range, holds]) => ranges.includes(range) && holds(value));
      if (!fits) found.push(`${at}: ${JSON.stringify(value)} is none of ${ranges.join(", ")}`);
      return;
    }
    const isReference = value["@type"] === undefined;
    const target = isReference ? byId.get(value["@id"]) : value;
    if (!target) {
      found.push(`${at}: ${value["@id"]} is nowhere`);
      return;
    }
    const kinds = kindsOf(String(target["@type"]));
    if (!ranges.some((range) => kinds.has(range)))
      found.push(`${at}: ${target["@type"]} is none of ${ranges.join(", ")}`);
    if (!isReference) check(target, at);
  }

  for (const node of graph) check(node, String(node["@type"]));
  return found;
}
