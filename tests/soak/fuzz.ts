/**
 * Makes every call in `/backend/openapi.json` again and again, with input that its own schema allows, and sometimes
 * with input that it does not. No answer may be a server error, hang, or come from something other than Livery.
 */
import { createApiKey, withApiKey } from "../support/api-keys";
import fc from "fast-check";
import type { Security } from "../../src/server/calls";
import { createDriver } from "../support/fleet";
import type { Browser, TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

/** The parts of a server that are needed: in this process, or outside with its folder also opened here. */
type FuzzedServer = Pick<TestServer, "browser" | "deps">;

/** A JSON Schema as zod writes it. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
}

interface Operation {
  security?: Record<string, unknown>[];
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

interface DescribedOperation extends Operation {
  method: string;
  path: string;
}

/** The problem with one answer, with enough detail to repeat it. */
export interface Failure {
  call: string;
  status: number;
  problem: string;
  sent: string;
}

export interface Outcome {
  requests: number;
  /** How many answers had each status. */
  statuses: Record<number, number>;
  failures: Failure[];
}

/** An answer that takes longer counts as hanging. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Statuses from 500 on that Livery sends on purpose: a provider is down, or a fifth upload runs at once. */
const expectedErrors = new Set([502, 503]);

/** Values seen in answers, by their name: `driverId`, or the segment before a parameter. */
class SeenValues {
  private readonly valuesByName = new Map<string, string[]>();
  private readonly all: string[] = [];

  add(name: string, value: string): void {
    const pool = this.valuesByName.get(name) ?? [];
    this.valuesByName.set(name, pool);
    if (pool.length < 200) pool.push(value);
    else pool[this.all.length % 200] = value;
    if (this.all.length < 2_000) this.all.push(value);
  }

  /** Draws a seen value of that name or another, chosen when it is drawn, or a new UUID. */
  draw(name: string): fc.Arbitrary<string> {
    return fc.tuple(fc.nat(9), fc.nat(), fc.uuid()).map(([kind, at, made]) => {
      const own = this.valuesByName.get(name) ?? [];
      const pool = kind < 7 && own.length > 0 ? own : kind < 9 ? this.all : [];
      return pool[at % Math.max(1, pool.length)] ?? made;
    });
  }
}

/** Generates values of a schema. `name` is the name of the property. */
function valuesOf(schema: Schema, name: string, seen: SeenValues): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((one) => valuesOf(one, name, seen)));
  if (schema.allOf) {
    const [first = {}, ...others] = schema.allOf;
    return valuesOf(Object.assign({}, ...others, first, withoutAllOf(schema)), name, seen);
  }
  switch (schema.type) {
    case "string":
      return stringsOf(schema, name, seen);
    case "integer":
      return name === "version" || name === "revision"
        ? fc.oneof(fc.integer({ min: 0, max: 4 }), integersOf(schema))
        : integersOf(schema);
    case "number":
      return fc.oneof(
        integersOf(schema),
        fc.double({
          min: schema.minimum ?? schema.exclusiveMinimum ?? -1e12,
          max: schema.maximum ?? 1e12,
          noNaN: true,
        }),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, name.replace(/s$/, ""), seen), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, Math.max(4, schema.minItems ?? 0)),
      });
    case "object":
      return objectsOf(schema, seen);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const withoutAllOf = ({ allOf: _, ...rest }: Schema): Schema => rest;

function objectsOf(schema: Schema, seen: SeenValues): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, valuesOf(one, name, seen)]),
  );
  const record = fc.record(known, { requiredKeys: required.filter((name) => name in known) });
  if (typeof additionalProperties !== "object") return record;
  const more = fc.dictionary(
    fc.oneof(fc.constantFrom("mon", "en", "a"), seen.draw("id")),
    valuesOf(additionalProperties, "value", seen),
    { maxKeys: 3 },
  );
  return fc.tuple(record, more).map(([own, others]) => ({ ...others, ...own }));
}

function integersOf({ minimum, maximum, exclusiveMinimum, multipleOf }: Schema) {
  const low = Math.ceil(Math.max(minimum ?? (exclusiveMinimum ?? -2) + 1, Number.MIN_SAFE_INTEGER));
  const high = Math.floor(Math.min(maximum ?? 10_000_000, Number.MAX_SAFE_INTEGER));
  const step = multipleOf ?? 1;
  return fc
    .oneof(
      fc.integer({ min: Math.max(low, -2_147_483_648), max: Math.min(high, 2_147_483_647) }),
      fc.constantFrom(Math.ceil(low), Math.floor(high)),
    )
    .map((value) => Math.round(value / step) * step);
}

const pad = (value: number, length = 2) => String(value).padStart(length, "0");
const dates = fc
  .date({ min: new Date("2026-10-01"), max: new Date("2027-02-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
/** Texts that people write, and texts that break careless code. */
const samples = [
  "",
  " ",
  "Aline",
  "aline@example.com",
  "+250788123456",
  "RAD 123 A",
  "1HGCM82633A004352",
  "KGL",
  "Kigali",
  "WB 302",
  "2026-11",
  "2026-11-20",
  "2026-11-21T09:30",
  "09:30",
  "en",
  "#0055aa",
  "<script>alert(1)</script>",
  "=1+1",
  "O'Brien; --",
  "%_\\",
  "\u0000",
  "\ud800",
  "../../etc/passwd",
  "a".repeat(6_000),
];
const texts = fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constantFrom(...samples));

function stringsOf(schema: Schema, name: string, seen: SeenValues): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength } = schema;
  const fits = (value: string) =>
    value.length >= minLength && (maxLength === undefined || value.length <= maxLength);
  if (format === "uuid" || /(?:^id|Ids?)$/.test(name)) return seen.draw(name);
  if (format === "date-time") return dates;
  if (format === "date") return dates.map((text) => text.slice(0, 10));
  if (format === "email")
    return fc.oneof(
      fc.constantFrom("rider@example.com", "driver@example.com", "admin@example.com"),
      fc.emailAddress(),
    );
  if (format === "uri") return fc.webUrl();
  if (/Local$/.test(name)) return dates.map((text) => text.slice(0, 16));
  if (/^(?:day|date|from|until|to)$/.test(name))
    return fc.oneof(
      dates.map((text) => text.slice(0, 10)),
      texts,
    );
  if (/^(?:time|start|end|opens|closes)$/.test(name))
    return fc.tuple(fc.nat(23), fc.nat(59)).map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`);
  if (pattern) {
    try {
      const expression = new RegExp(pattern, "u");
      const made = fc.stringMatching(expression, { maxLength: Math.min(maxLength ?? 60, 60) });
      const matchingSamples = samples.filter((text) => fits(text) && expression.test(text));
      return matchingSamples.length > 0
        ? fc.oneof(made, fc.constantFrom(...matchingSamples))
        : made;
    } catch {
      // If fast-check cannot generate texts for the pattern, any text is used.
      return texts;
    }
  }
  const most = Math.max(minLength, Math.min(maxLength ?? 60, 60));
  const any = fc.string({ unit: "grapheme", minLength, maxLength: most });
  return fc.oneof(any, fc.constantFrom("Aline", ...samples.filter(fits)), seen.draw(name));
}

/** Generates values that a schema does not allow: with a part missing, of another type, or with too much. */
function invalidVariantOf(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return fc.jsonValue({ maxDepth: 3 });
  const names = Object.keys(value);
  if (names.length === 0) return fc.constant({ more: 1 });
  return fc
    .tuple(fc.constantFrom(...names), fc.nat(3), fc.jsonValue({ maxDepth: 2 }))
    .map(([name, how, other]) => {
      const copy: Record<string, unknown> = { ...value };
      if (how === 0) delete copy[name];
      else if (how === 1) copy[name] = other;
      else if (how === 2) copy[name] = null;
      else copy[`${name}More`] = other;
      return copy;
    });
}

interface DrawnRequest {
  path: string;
  query: string;
  body: unknown;
  isBodySent: boolean;
  key: string | null;
}

function requestsOf(operation: DescribedOperation, seen: SeenValues): fc.Arbitrary<DrawnRequest> {
  const parameters = operation.parameters ?? [];
  const segments = operation.path.split("/");
  const filledSegments = segments.map((segment, at) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (!name) return fc.constant(segment);
    const schema = parameters.find((one) => one.in === "path" && one.name === name)?.schema;
    const before = segments[at - 1] ?? "";
    const values =
      schema?.enum || schema?.type === "integer"
        ? valuesOf(schema, name, seen).map(String)
        : fc.oneof(
            { weight: 9, arbitrary: seen.draw(before) },
            { weight: 1, arbitrary: texts.filter((text) => text !== "" && !/^\.+$/.test(text)) },
          );
    return values.map((value) => {
      try {
        return encodeURIComponent(value);
      } catch {
        return "%EF%BF%BD";
      }
    });
  });
  const query = fc.record(
    Object.fromEntries(
      parameters
        .filter((one) => one.in === "query")
        .map(({ name, schema }) => [name, valuesOf(schema ?? { type: "string" }, name, seen)]),
    ),
    {
      requiredKeys: parameters
        .filter((one) => one.in === "query" && one.required)
        .map(({ name }) => name),
    },
  );
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const body = schema
    ? fc
        .tuple(fc.nat(9), valuesOf(schema, "", seen))
        .chain(([kind, value]) => (kind < 7 ? fc.constant(value) : invalidVariantOf(value)))
    : fc.constant(undefined);
  return fc
    .tuple(fc.tuple(...filledSegments), query, body, fc.option(fc.uuid(), { freq: 2 }))
    .map(([path, params, sent, key]) => ({
      path: path.join("/"),
      query: new URLSearchParams(
        Object.entries(params).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, toWellFormed(String(value))] as [string, string]],
        ),
      ).toString(),
      body: sent,
      isBodySent: schema !== undefined,
      key,
    }));
}

const toWellFormed = (text: string) => text.toWellFormed();

/** Records every id in an answer under its name, and under the last word of its path. */
function note(value: unknown, place: string, seen: SeenValues): void {
  if (Array.isArray(value)) for (const one of value.slice(0, 20)) note(one, place, seen);
  else if (typeof value === "object" && value !== null)
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === "string" && /^[0-9a-f-]{36}$/.test(one)) {
        seen.add(name, one);
        if (name === "id") {
          seen.add(place, one);
          seen.add(`${place.replace(/s$/, "")}Id`, one);
        }
      } else note(one, Array.isArray(one) ? name : place, seen);
    }
}

/** Each sign-in uses a new contact, however often a server is fuzzed. */
let count = 0;

/** Signs in the people that the calls need, and again if a call has ended their session. */
function createBrowsers(server: FuzzedServer) {
  const browsers = new Map<Security | "page", Browser>();
  const signIn: Record<Security | "page", () => Promise<Browser>> = {
    public: async () => server.browser(),
    rider: async () => (await signInRider(server, `fuzz${++count}@example.com`)).browser,
    driver: async () => {
      const email = `fuzz-driver${++count}@example.com`;
      createDriver(server, { email, phone: `+2507889${String(count).padStart(5, "0")}` });
      return (await signInDriver(server, email)).browser;
    },
    admin: async () => signInAdmin(server, { email: `fuzz-staff${++count}@example.com` }),
    key: async () => withApiKey(server.browser(), (await createApiKey(await signIn.admin())).token),
    /** A key that opens only the calls of web pages. */
    page: async () => {
      const { token } = await createApiKey(await signIn.admin(), { scopes: ["website"] });
      return withApiKey(server.browser(), token);
    },
  };
  return {
    async get(kind: Security | "page"): Promise<Browser> {
      const known = browsers.get(kind);
      if (known) return known;
      const made = await signIn[kind]();
      browsers.set(kind, made);
      return made;
    },
    forget: (kind: Security) => browsers.delete(kind),
  };
}

/**
 * Makes `runs` requests of each described call. The same seed makes the same requests. `readLog` returns and clears the
 * faults in the server's log.
 */
export async function fuzz(
  server: FuzzedServer,
  options: { runs: number; seed: number; readLog: () => string[]; only?: RegExp },
): Promise<Outcome> {
  const { runs, seed, readLog } = options;
  const document = (await (await server.browser().get("/openapi.json")).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations: DescribedOperation[] = Object.entries(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path: path.replace(/^\/backend/, ""),
      })),
  );
  const seen = new SeenValues();
  const people = createBrowsers(server);
  const outcome: Outcome = { requests: 0, statuses: {}, failures: [] };

  async function ask(operation: DescribedOperation, request: DrawnRequest): Promise<void> {
    const kind = (Object.keys(operation.security?.[0] ?? {})[0] ?? "public") as Security;
    const browser = await people.get(operation.path.startsWith("/website/") ? "page" : kind);
    const path = request.path + (request.query ? `?${request.query}` : "");
    const problem = (status: number, text: string) =>
      outcome.failures.push({
        call: `${operation.method} ${operation.path}`,
        status,
        problem: `${text.slice(0, 600)} ${readLog().join(" | ").slice(0, 1_500)}`,
        sent: `${path} ${JSON.stringify(request.body)?.slice(0, 1_500)}`,
      });
    outcome.requests++;
    const response = browser.request(path, {
      method: operation.method,
      headers: request.key ? { "idempotency-key": request.key } : {},
      ...(request.isBodySent && { json: request.body ?? {} }),
    });
    const answer = await Promise.race([response, Bun.sleep(ANSWER_TIMEOUT_MS).then(() => null)]);
    if (!answer) return void problem(0, "no answer");
    outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1;
    const type = answer.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream")) return void (await answer.body?.cancel());
    const text = await answer.text();
    if (answer.status >= 500 && !expectedErrors.has(answer.status))
      return void problem(answer.status, text);
    if (answer.status >= 400) {
      if (!type.startsWith("application/json"))
        return void problem(answer.status, `${type} ${text}`);
      const answerBody = JSON.parse(text) as { message?: unknown; code?: unknown };
      if (typeof answerBody.message !== "string" || typeof answerBody.code !== "string")
        problem(answer.status, text);
      if (/\bat .*\.tsx?:\d+|SQLITE|ZodError|node_modules/.test(text)) problem(answer.status, text);
      if (answer.status === 401 || answer.status === 423) people.forget(kind);
      return;
    }
    if (type.startsWith("application/json")) {
      const place = operation.path.split("/").findLast((one) => !one.startsWith("{")) ?? "";
      note(JSON.parse(text), place, seen);
    }
  }

  const lists = operations.filter(({ method, path }) => method === "GET" && !path.includes("{"));
  const empty = { query: "", body: undefined, isBodySent: false, key: null };
  for (const operation of lists) await ask(operation, { ...empty, path: operation.path });
  for (let round = 0; round < runs; round++)
    for (const [at, operation] of operations.entries()) {
      const name = `${operation.method} ${operation.path}`;
      if (options.only && !options.only.test(name)) continue;
      if (operation.requestBody && !operation.requestBody.content["application/json"]) continue;
      const [request] = fc.sample(requestsOf(operation, seen), {
        numRuns: 1,
        seed: seed + round * operations.length + at,
      });
      if (request) await ask(operation, request);
    }
  return outcome;
}
