/** Reads of the API's description what the page for developers shows. */
import { z } from "zod";
import type { Backend } from "../server/backend";
import type {
  DescribedField,
  ShownBody,
  ShownCall,
} from "../../client/developers/developer-document";

/** Reads the partner calls of a server's own description, which takes long to make, once. */
export function createCallReader(backend: Backend): () => Promise<ShownCall[]> {
  let calls: Promise<ShownCall[]> | undefined;
  const read = async () => {
    const askedRequest = new Request("http://localhost/backend/openapi.json", {
      headers: { "accept-encoding": "identity" },
    });
    const answer = await backend.fetch(askedRequest, {});
    if (!answer.ok) throw new Error(`The API description answered ${answer.status}.`);
    return shownCalls(await answer.json());
  };
  return () => {
    calls ??= read().catch((error) => {
      calls = undefined;
      throw error;
    });
    return calls;
  };
}

const PREFIX = "/backend/partner/";
/** Deeper fields are in the document itself. */
const MAX_DEPTH = 3;

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  maxLength: z.number().optional(),
  description: z.string().optional(),
  example: z.unknown().optional(),
});
type Schema = z.infer<typeof Schema>;

const Content = z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).partial();

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        summary: z.string().default(""),
        parameters: z
          .array(
            z.object({
              in: z.string(),
              name: z.string(),
              required: z.boolean().optional(),
              schema: Schema,
            }),
          )
          .default([]),
        requestBody: Content.optional(),
        responses: z.record(z.string(), Content.extend({ description: z.string() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

/** The partner calls of an OpenAPI document, in its order. */
export function shownCalls(document: unknown): ShownCall[] {
  const paths = Object.entries(Object((document as { paths?: unknown })?.paths ?? {})).filter(
    ([path]) => path.startsWith(PREFIX),
  );
  const read = Document.parse({ ...Object(document), paths: Object.fromEntries(paths) });
  const { schemas } = read.components;
  const nameOf = (given: unknown) => Schema.parse(given).$ref?.split("/").at(-1);
  const resolved = (given: unknown): Schema => schemas[nameOf(given) ?? ""] ?? Schema.parse(given);

  const typeOf = (given: unknown): string => {
    const name = nameOf(given);
    if (name !== undefined) return name;
    const schema = resolved(given);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" | ");
    if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
    const limit = schema.maxLength === undefined ? "" : `, at most ${schema.maxLength} characters`;
    const named = schema.format ?? [schema.type ?? "object"].flat().join(" | ");
    return `${named}${limit}`;
  };

  const fieldsOf = (given: unknown, place = "", depth = 1): DescribedField[] => {
    const { properties = {}, required = [] } = resolved(given);
    return Object.entries(properties).flatMap(([key, property]) => {
      const schema = resolved(property);
      const [object = schema] = (schema.anyOf ?? [])
        .map(resolved)
        .filter((each) => each.properties);
      const isList = schema.type === "array";
      const inner = isList ? resolved(schema.items) : object;
      const name = `${place}${key}`;
      const showsInner = inner.properties && depth < MAX_DEPTH;
      return [
        { name, type: typeOf(property), required: required.includes(key) },
        ...(showsInner ? fieldsOf(inner, `${name}${isList ? "[]" : ""}.`, depth + 1) : []),
      ];
    });
  };

  const bodyOf = (part: z.infer<typeof Content> | undefined): ShownBody | null => {
    const [[type, body] = []] = Object.entries(part?.content ?? {});
    if (!type || !body) return null;
    const { description = "", example } = resolved(body.schema);
    return {
      description: type === "application/json" ? description : type,
      fields: fieldsOf(body.schema),
      example: example === undefined ? null : JSON.stringify(example, null, 2),
    };
  };

  return Object.entries(read.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      method: method.toUpperCase(),
      path,
      summary: call.summary,
      parameters: call.parameters.map(({ in: where, name, required = false, schema }) => ({
        name,
        type: `${typeOf(schema)}, in the ${where}`,
        required,
      })),
      request: bodyOf(call.requestBody),
      answer: bodyOf(call.responses[200] ?? call.responses[201]),
      errors: Object.entries(call.responses).flatMap(([status, { description }]) =>
        Number(status) >= 400 ? [[status, description] as const] : [],
      ),
    })),
  );
}
