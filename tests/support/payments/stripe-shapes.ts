/**
 * The parameters that Stripe accepts, read from the declarations in its own package, which Stripe generates from its
 * OpenAPI document. Reports whether a form has unknown fields or lacks required ones.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

const resources = join(import.meta.dir, "../../../node_modules/stripe/esm/resources");

/** The fields of a syntax node that this file reads. */
type Node = { type: string; [field: string]: unknown };
interface Field {
  isOptional: boolean;
  type: Node;
}
type Shape = Map<string, Field>;

const read = new Map<string, Map<string, Shape>>();

/** Returns the interfaces in a declaration file, by their dotted names. */
function shapesOf(file: string): Map<string, Shape> {
  const known = read.get(file);
  if (known) return known;
  const { program } = parseSync(file, readFileSync(join(resources, file), "utf8"));
  const shapes = new Map<string, Shape>();
  const walk = (nodes: readonly Node[], prefix: string) => {
    for (const node of nodes) {
      const inner =
        node.type === "ExportNamedDeclaration" ? (node.declaration as Node | null) : node;
      if (inner?.type === "TSModuleDeclaration") {
        const { name } = inner.id as { name: string };
        // `Checkout` encloses its whole file, and names within it leave it out.
        const nestedPrefix = name === "Checkout" ? "" : `${prefix}${name}.`;
        walk((inner.body as { body: Node[] }).body, nestedPrefix);
      }
      if (inner?.type === "TSInterfaceDeclaration") {
        const { name } = inner.id as { name: string };
        shapes.set(prefix + name, fieldsOf((inner.body as { body: Node[] }).body));
      }
    }
  };
  walk(program.body as unknown as Node[], "");
  read.set(file, shapes);
  return shapes;
}

function fieldsOf(members: readonly Node[]): Shape {
  return new Map(
    members.flatMap((member) => {
      if (member.type !== "TSPropertySignature") return [];
      const type = (member.typeAnnotation as { typeAnnotation: Node }).typeAnnotation;
      return [
        [(member.key as { name: string }).name, { isOptional: member.optional === true, type }],
      ];
    }),
  );
}

/** The fields of a form as an object: `a[b][0]=c` becomes `{ a: { b: { 0: "c" } } }`. */
type SentFields = { [name: string]: SentFields | string };

/** Reads the nested fields of a form in Stripe's notation. */
export function readForm(text: string): SentFields {
  const sent: SentFields = {};
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/\[|\]\[|\]/).filter((name) => name !== "");
    let at = sent;
    for (const name of names.slice(0, -1)) {
      at[name] ??= {};
      at = at[name] as SentFields;
    }
    at[names.at(-1) ?? ""] = value;
  }
  return sent;
}

/** Returns the faults of a form by the interface `name` in a file such as `Refunds.d.ts`. */
export function faultsOf(file: string, name: string, sent: SentFields): string[] {
  const shapes = shapesOf(file);
  const shape = shapes.get(name);
  if (!shape) throw new Error(`${file} has no ${name}`);
  const faults: string[] = [];
  const check = (type: Node, value: SentFields | string, path: string): void => {
    if (type.type === "TSArrayType" || nameOf(type) === "Array") {
      const inside = type.type === "TSArrayType" ? (type.elementType as Node) : argumentOf(type);
      if (typeof value === "string") faults.push(`${path} is a list`);
      else
        for (const [index, each] of Object.entries(value)) check(inside, each, `${path}[${index}]`);
    } else if (nameOf(type) === "Emptyable") check(argumentOf(type), value, path);
    else if (type.type === "TSNumberKeyword") {
      if (typeof value !== "string" || !/^-?\d+$/.test(value)) faults.push(`${path} is a number`);
    } else {
      const inner = shapes.get(nameOf(type) ?? "");
      if (inner) {
        if (typeof value === "string") faults.push(`${path} has fields`);
        else checkAll(inner, value, path);
      }
    }
  };
  const checkAll = (fields: Shape, values: SentFields, path: string): void => {
    for (const [key, value] of Object.entries(values)) {
      const field = fields.get(key);
      if (field) check(field.type, value, `${path}.${key}`);
      else faults.push(`${path}.${key} is unknown`);
    }
    for (const [key, { isOptional }] of fields)
      if (!isOptional && !(key in values)) faults.push(`${path}.${key} is missing`);
  };
  checkAll(shape, sent, name);
  return faults;
}

function nameOf(type: Node): string | null {
  if (type.type !== "TSTypeReference") return null;
  const typeText = (name: Node): string =>
    name.type === "TSQualifiedName"
      ? `${typeText(name.left as Node)}.${(name.right as { name: string }).name}`
      : (name.name as string);
  return typeText(type.typeName as Node);
}

function argumentOf(type: Node): Node {
  const [first] = (type.typeArguments as { params: Node[] } | undefined)?.params ?? [];
  if (!first) throw new Error("A type without its argument");
  return first;
}
