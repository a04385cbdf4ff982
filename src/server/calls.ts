/** Declares the calls of a slice: who may make a call, its input, its answer and its refusals. */
import { type Handler, Hono, type MiddlewareHandler } from "hono";
import type { BlankSchema, MergeSchemaPath, Schema } from "hono/types";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { InferInput } from "hono/validator";
import { z, type ZodType } from "zod";
import { KeyScope } from "../accounts/keys/key-contract";
import { type Partner, partnerOf } from "../accounts/keys/key-queries";
import type { Permission } from "../accounts/permission-rules";
import type { Session } from "../accounts/sessions/session-queries";
import type { Deps } from "../deps";
import type { ErrorCode } from "../errors";
import {
  actorOf,
  type AppContext,
  type Env,
  JSON_LIMIT_BYTES,
  limitPerAddress,
  limitPerApiKey,
  parse,
  readJson,
  readQuery,
  requireAdminEvenLocked,
  requireDriver,
  requireApiKey,
  requireNamedRider,
  requirePermission,
  requireRider,
} from "./http";
import { answerInReaderProcess } from "./heavy-calls";

/**
 * Who may make a call. A permission allows staff who have it. A named rider has a first and a last name. Staff
 * with a locked screen may make few calls, `staff even locked`. `key quotes` allows another program whose API
 * key has the scope `quotes`.
 */
export type Who =
  Permission | Key | "public" | "rider" | "named rider" | "driver" | "staff even locked";

type Key = `key ${KeyScope}`;

/** The session that a call needs, or `key` for an API key, as the API description names it. */
export type Security = "public" | "rider" | "driver" | "admin" | "key";

/** Reads a body that is not plain JSON of the usual size. */
export interface BodyReader<Body extends ZodType, Target extends "json" | "form" = "json"> {
  schema: Body;
  target: Target;
  refuses: readonly ErrorCode[];
  /** Reads and checks the body, and answers with the result of `use`. */
  take(
    c: AppContext,
    use: (body: z.output<Body>) => Response | Promise<Response>,
  ): Promise<Response>;
}

/** Reads JSON that may be larger than 64 KB. */
export function json<Body extends ZodType>(schema: Body, limitBytes: number): BodyReader<Body> {
  return {
    schema,
    target: "json",
    refuses: [],
    take: async (c, use) => use(parse(schema, await readJson(c, limitBytes), "json")),
  };
}

/**
 * The input and the answer of a call. Path parameters are texts of up to 64 characters unless `param` says
 * otherwise.
 */
interface Call<
  W extends Who,
  Param extends ZodType<object>,
  Query extends ZodType,
  Body extends ZodType,
  Form extends ZodType,
  Answer extends ZodType | string,
> {
  who: W;
  param?: Param;
  query?: Query;
  /** The contract of JSON input. */
  body?: Body | BodyReader<Body>;
  form?: BodyReader<Form, "form">;
  /** Whether the call takes an `Idempotency-Key`, which the handler reads. */
  idempotencyKey?: "required" | "optional";
  /** The contract of a JSON answer, or a description of any other answer. */
  answer?: Answer;
  /** Like `answer`, but with status 201. */
  created?: Answer;
  /** Describes where the answer redirects the browser. */
  redirects?: Partial<Record<302 | 303, string>>;
  /**
   * The call's own refusals. The others follow from the other fields: those of the session, the permission and
   * the input, `request.not_found` for paths with parameters, and `request.too_many` for limits.
   */
  refuses?: readonly ErrorCode[];
  /** Runs after the check of the session and before the input is read: limits, the audit log. */
  use?: MiddlewareHandler<Env> | readonly MiddlewareHandler<Env>[];
  /** Whether the call takes long and only reads, so that a separate process answers it: see `heavy-calls.ts`. */
  heavy?: true;
  /** The session that the API description names if the handler itself looks for it. */
  security?: "rider";
}

/** The caller, as logs and timelines name them. */
export type Caller<W extends Who = Who> = W extends Key
  ? Partner
  : {
      kind: W extends "rider" | "named rider" ? "rider" : W extends "driver" ? "driver" : "admin";
      id: string;
      name: string;
    };

/** The argument of a handler, without the path parameters, which are added by name. */
type HandlerInput<W extends Who, Query, Body, Form> = {
  c: AppContext;
  deps: Deps;
  query: Query;
  body: Body;
  form: Form;
} & (W extends "public"
  ? unknown
  : W extends Key
    ? { actor: Caller<W> }
    : { session: Session; actor: Caller<W> });

type HandlerResult<Answer> =
  | Response
  | (Answer extends ZodType ? z.output<Answer> : Response)
  | Promise<Response | (Answer extends ZodType ? z.output<Answer> : Response)>;

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The contract of a path's parameters if the call has no `param`. */
type TextParams<Path extends string> = ZodType<
  Record<ParamName<Path>, string>,
  Record<ParamName<Path>, string>
>;

type NoSchema = z.ZodUndefined;
type InputPart<Part extends ZodType, Input> = [Part] extends [NoSchema] ? object : Input;
type Input<
  Param extends ZodType<object>,
  Query extends ZodType,
  Body extends ZodType,
  Form extends ZodType,
> = (keyof z.input<Param> extends never ? object : { param: InferInput<z.input<Param>, "param"> }) &
  InputPart<Query, { query: InferInput<z.input<Query>, "query"> }> &
  InputPart<Body, { json: z.input<Body> }> &
  InputPart<Form, { form: InferInput<z.input<Form>, "form"> }>;

type AddCall<Method extends string, S extends Schema> = <
  Path extends string,
  W extends Who,
  Param extends ZodType<object> = TextParams<Path>,
  Query extends ZodType = NoSchema,
  Body extends ZodType = NoSchema,
  Form extends ZodType = NoSchema,
  Answer extends ZodType | string = string,
>(
  path: Path,
  summary: string,
  call: Call<W, Param, Query, Body, Form, Answer>,
  handle: (
    ask: HandlerInput<W, z.output<Query>, z.output<Body>, z.output<Form>> & z.output<Param>,
  ) => HandlerResult<Answer>,
) => Router<
  S & {
    [P in Path]: {
      [M in `$${Method}`]: {
        input: Input<Param, Query, Body, Form>;
        output: Answer extends ZodType ? z.output<Answer> : object;
        outputFormat: Answer extends ZodType ? "json" : "body";
        status: ContentfulStatusCode;
      };
    };
  }
>;

/**
 * The calls of a slice, or of a part of one. Chain them, so that TypeScript passes their types to the client.
 */
interface Router<S extends Schema> {
  hono: Hono<Env, S>;
  get: AddCall<"get", S>;
  post: AddCall<"post", S>;
  put: AddCall<"put", S>;
  delete: AddCall<"delete", S>;
  /** Adds the calls of another part, below `prefix` if it is given. */
  with<More extends Schema>(part: Router<More>): Router<S & More>;
  with<More extends Schema, Prefix extends string>(
    part: Router<More>,
    prefix: Prefix,
  ): Router<S & MergeSchemaPath<More, Prefix>>;
}

/** Makes a router for a slice. `tag` is the heading of its calls in the API description. */
export function createRouter(tag: string): Router<BlankSchema> {
  const hono = new Hono<Env>();
  const addCall =
    (method: string) =>
    (path: string, summary: string, call: AnyCall, handle: (ask: never) => unknown) => {
      const guard = guardOf(call.who);
      const middlewares = [...limitsOf(scopeOf(call.who)), ...[call.use ?? []].flat()];
      const answer = Object.assign(answerBy(path, call, handle), {
        [declarationSymbol]: { tag, summary, path, call } satisfies CallDeclaration,
      });
      hono.on(method.toUpperCase(), [path], ...(guard ? [guard] : []), ...middlewares, answer);
      return chainedRouter;
    };
  const router = {
    hono,
    get: addCall("get"),
    post: addCall("post"),
    put: addCall("put"),
    delete: addCall("delete"),
    with(part: { hono: Hono<Env> }, prefix = "/") {
      hono.route(prefix, part.hono);
      return chainedRouter;
    },
  };
  // Chained calls change only the type: all of them return this router.
  const chainedRouter = router as never;
  return router;
}

/** Makes a handler that changes the row of the path's id and then answers with what `read` returns. */
export function runThenRead<Actor, Body, Made>(
  act: (deps: Deps, actor: Actor, id: string, body: Body) => Promise<unknown>,
  read: (deps: Deps, id: string) => Made,
) {
  return async ({ deps, actor, id, body }: ActionInput<Actor, Body>) => {
    await act(deps, actor, id, body);
    return read(deps, id);
  };
}

type ActionInput<Actor, Body> = { deps: Deps; actor: Actor; id: string; body: Body };

/** Any call, whatever its input and answer. */
type AnyCall = Call<Who, ZodType<object>, ZodType, ZodType, ZodType, ZodType | string>;

/** How many requests an API key may make in a minute. */
const keyLimit = limitPerApiKey(300, 60);
/**
 * The limit for each visitor of a web page with a key. If all visitors shared a limit, a few of them could use
 * it up.
 */
const visitorLimit = limitPerAddress(60, 60);

function limitsOf(scope: KeyScope | null) {
  if (scope === "website") return [visitorLimit];
  return scope ? [keyLimit] : [];
}

/** Returns the scope that the call's API key needs. Null if the call takes no key. */
export function scopeOf(who: Who): KeyScope | null {
  return who.startsWith("key ") ? KeyScope.parse(who.slice(4)) : null;
}

function guardOf(who: Who): MiddlewareHandler<Env> | null {
  const scope = scopeOf(who);
  if (scope) return requireApiKey(scope);
  switch (who) {
    case "public":
      return null;
    case "rider":
      return requireRider;
    case "named rider":
      return requireNamedRider;
    case "driver":
      return requireDriver;
    case "staff even locked":
      return requireAdminEvenLocked;
    default:
      // All other values are permissions.
      return requirePermission(who as Permission);
  }
}

const pathParamsByNames = new Map<string, ZodType<object>>();

/** Returns the contract of the parameters in a path: short texts. Null if it has none. */
export function pathParamsOf(path: string): ZodType<object> | null {
  const names = path.match(/:\w+/g)?.map((name) => name.slice(1));
  if (!names) return null;
  const cachedSchema = pathParamsByNames.get(names.join());
  if (cachedSchema) return cachedSchema;
  const pathParamsSchema = z.object(
    Object.fromEntries(names.map((name) => [name, z.string().max(64)])),
  );
  pathParamsByNames.set(names.join(), pathParamsSchema);
  return pathParamsSchema;
}

/** Returns the reader of a call's body. Null if it has none. */
export function readerOf({ body, form }: AnyCall): BodyReader<ZodType, "json" | "form"> | null {
  if (form) return form;
  if (!body) return null;
  return isReader(body) ? body : json(body, JSON_LIMIT_BYTES);
}

function isReader(body: ZodType | BodyReader<ZodType>): body is BodyReader<ZodType> {
  return "take" in body;
}

/** Checks the request (the body before the path), runs the handler and sends its answer. */
function answerBy(path: string, call: AnyCall, handle: (ask: never) => unknown): Handler<Env> {
  const { query } = call;
  const param = call.param ?? pathParamsOf(path);
  const reader = readerOf(call);
  const bodyTarget = reader?.target === "form" ? "form" : "body";
  const isDecisive = param !== null || call.who === "public" || call.who === "staff even locked";
  const status = call.created ? 201 : 200;
  const send = (c: AppContext, result: unknown) => {
    if (result instanceof Response) return result;
    if (!c.env?.passAnswerObject) return c.json(result, status);
    c.env.passAnswerObject(result);
    return c.body(null, status);
  };
  return (c) => {
    const { deps, session, key } = c.var;
    const actor = key ? partnerOf(key) : session && actorOf(session);
    const parsedQuery = query && parse(query, readQuery(c), "query");
    const answer = (sent?: unknown) => {
      const names = param && parse(param, c.req.param(), "param");
      if (call.heavy && deps.readers) return answerInReaderProcess(c, deps.readers);
      const ask = { ...names, c, deps, session, actor, query: parsedQuery, [bodyTarget]: sent };
      const work = () => {
        // `AddCall` has checked the handler against the call. Here both can be of any type.
        const handlerResult = handle(ask as never);
        return handlerResult instanceof Promise
          ? handlerResult.then((waited: unknown) => send(c, waited))
          : send(c, handlerResult);
      };
      const holdEnded = c.env?.hold?.(isDecisive);
      return holdEnded ? holdEnded.then(work) : work();
    };
    return reader ? reader.take(c, answer) : answer();
  };
}

const declarationSymbol = Symbol("described");

/** The declaration of a call. */
export type CallDeclaration = { tag: string; summary: string; path: string; call: AnyCall };

/** Returns the declaration of the call that a handler answers. Undefined if `createRouter` did not add it. */
export function declarationOf(handler: object): CallDeclaration | undefined {
  return (handler as { [declarationSymbol]?: CallDeclaration })[declarationSymbol];
}
