/** What the calls of a slice are made of: who may make them, what they take, answer and refuse. */
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
  limitPerKey,
  parse,
  readJson,
  readQuery,
  requireAdminEvenLocked,
  requireDriver,
  requireKey,
  requireNamedRider,
  requirePermission,
  requireRider,
} from "./http";
import { answerInWorker } from "./heavy-calls";

/**
 * Who may make a call: staff with a permission, or as it says. A named rider has a first and a last name.
 * Staff with a locked screen get to few calls, and only those say so. `key quotes`: another program, whose API key has
 * the scope `quotes`.
 */
export type Who =
  Permission | Key | "public" | "rider" | "named rider" | "driver" | "staff even locked";

type Key = `key ${KeyScope}`;

/** The area of whose session a call is, or that it takes an API key, as the API description names it. */
export type Security = "public" | "rider" | "driver" | "admin" | "key";

/** A body that isn't plain JSON of the usual size: how it is read. */
export interface BodyReader<Body extends ZodType, Target extends "json" | "form" = "json"> {
  schema: Body;
  target: Target;
  refuses: readonly ErrorCode[];
  /** Reads and checks the body, and answers by `use`. */
  take(
    c: AppContext,
    use: (body: z.output<Body>) => Response | Promise<Response>,
  ): Promise<Response>;
}

/** The JSON of a call that may be larger than 64 KB. */
export function json<Body extends ZodType>(schema: Body, limitBytes: number): BodyReader<Body> {
  return {
    schema,
    target: "json",
    refuses: [],
    take: async (c, use) => use(parse(schema, await readJson(c, limitBytes), "json")),
  };
}

/** What a call takes and answers. Parameters of its path are texts of up to 64 characters unless it says else. */
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
  /** JSON. */
  body?: Body | BodyReader<Body>;
  form?: BodyReader<Form, "form">;
  /** Takes an `Idempotency-Key`, which the handler reads. */
  idempotencyKey?: "required" | "optional";
  /** The contract of its JSON, or in words what else it answers with. */
  answer?: Answer;
  /** As `answer`, with 201. */
  created?: Answer;
  /** In words, where it sends the browser. */
  redirects?: Partial<Record<302 | 303, string>>;
  /**
   * Its own refusals. Those of the session, the permission and the input, `request.not_found` for paths with parameters
   * and `request.too_many` for limits follow from the other fields.
   */
  refuses?: readonly ErrorCode[];
  /** Between the check of the session and of what is sent: limits, the audit log. */
  use?: MiddlewareHandler<Env> | readonly MiddlewareHandler<Env>[];
  /** Works for long, and only reads: a process of its own answers, see `heavy-calls.ts`. */
  heavy?: true;
  /** What the description says where the handler itself looks for the session. */
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

/** What a handler is given: beside this the parameters of the path, by name. */
type Ask<W extends Who, Query, Body, Form> = {
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

type Answered<Answer> =
  | Response
  | (Answer extends ZodType ? z.output<Answer> : Response)
  | Promise<Response | (Answer extends ZodType ? z.output<Answer> : Response)>;

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** The contract of a path's parameters where the call names none. */
type Texts<Path extends string> = ZodType<
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
  Param extends ZodType<object> = Texts<Path>,
  Query extends ZodType = NoSchema,
  Body extends ZodType = NoSchema,
  Form extends ZodType = NoSchema,
  Answer extends ZodType | string = string,
>(
  path: Path,
  summary: string,
  call: Call<W, Param, Query, Body, Form, Answer>,
  handle: (
    ask: Ask<W, z.output<Query>, z.output<Body>, z.output<Form>> & z.output<Param>,
  ) => Answered<Answer>,
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

/** The calls of a slice, or of a part of one. Chain them, so that their types reach the client. */
interface Router<S extends Schema> {
  hono: Hono<Env, S>;
  get: AddCall<"get", S>;
  post: AddCall<"post", S>;
  put: AddCall<"put", S>;
  delete: AddCall<"delete", S>;
  /** Adds the calls of another part, all below `prefix` where one is given. */
  with<More extends Schema>(part: Router<More>): Router<S & More>;
  with<More extends Schema, Prefix extends string>(
    part: Router<More>,
    prefix: Prefix,
  ): Router<S & MergeSchemaPath<More, Prefix>>;
}

/** A router of a slice; `tag` heads its calls in the API description. */
export function createRouter(tag: string): Router<BlankSchema> {
  const hono = new Hono<Env>();
  const addedMiddleware =
    (method: string) =>
    (path: string, summary: string, call: AnyCall, handle: (ask: never) => unknown) => {
      const guard = guardOf(call.who);
      const between = [...limitsOf(scopeOf(call.who)), ...[call.use ?? []].flat()];
      const answer = Object.assign(answerBy(path, call, handle), {
        [described]: { tag, summary, path, call } satisfies Declaration,
      });
      hono.on(method.toUpperCase(), [path], ...(guard ? [guard] : []), ...between, answer);
      return typed;
    };
  const router = {
    hono,
    get: addedMiddleware("get"),
    post: addedMiddleware("post"),
    put: addedMiddleware("put"),
    delete: addedMiddleware("delete"),
    with(part: { hono: Hono<Env> }, prefix = "/") {
      hono.route(prefix, part.hono);
      return typed;
    },
  };
  // What each link of the chain adds is in its type alone: at run time all are this router.
  const typed = router as never;
  return router;
}

/** A handler that does something to what the path's id names, and answers with what `read` then finds. */
export function actThenRead<Actor, Body, Made>(
  act: (deps: Deps, actor: Actor, id: string, body: Body) => Promise<unknown>,
  read: (deps: Deps, id: string) => Made,
) {
  return async ({ deps, actor, id, body }: ActInput<Actor, Body>) => {
    await act(deps, actor, id, body);
    return read(deps, id);
  };
}

type ActInput<Actor, Body> = { deps: Deps; actor: Actor; id: string; body: Body };

/** A call whatever it takes and answers. */
type AnyCall = Call<Who, ZodType<object>, ZodType, ZodType, ZodType, ZodType | string>;

/** Requests a minute of one API key. */
const keyLimit = limitPerKey(300, 60);
/** Of one visitor of a web page with a key: a limit of all its visitors together could be used up by a few of them. */
const visitorLimit = limitPerAddress(60, 60);

function limitsOf(scope: KeyScope | null) {
  if (scope === "website") return [visitorLimit];
  return scope ? [keyLimit] : [];
}

/** The scope that the API key of a call needs; null where it takes none. */
export function scopeOf(who: Who): KeyScope | null {
  return who.startsWith("key ") ? KeyScope.parse(who.slice(4)) : null;
}

function guardOf(who: Who): MiddlewareHandler<Env> | null {
  const scope = scopeOf(who);
  if (scope) return requireKey(scope);
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
      // What is no key is a permission.
      return requirePermission(who as Permission);
  }
}

const textsByNames = new Map<string, ZodType<object>>();

/** The contract of the parameters in a path: short texts. */
export function textsOf(path: string): ZodType<object> | null {
  const names = path.match(/:\w+/g)?.map((name) => name.slice(1));
  if (!names) return null;
  const known = textsByNames.get(names.join());
  if (known) return known;
  const made = z.object(Object.fromEntries(names.map((name) => [name, z.string().max(64)])));
  textsByNames.set(names.join(), made);
  return made;
}

/** How what a call takes beside its address is read; null where it takes nothing. */
export function readerOf({ body, form }: AnyCall): BodyReader<ZodType, "json" | "form"> | null {
  if (form) return form;
  if (!body) return null;
  return isReader(body) ? body : json(body, JSON_LIMIT_BYTES);
}

function isReader(body: ZodType | BodyReader<ZodType>): body is BodyReader<ZodType> {
  return "take" in body;
}

/** Checks the request, the body before the address, runs the handler and sends its answer. */
function answerBy(path: string, call: AnyCall, handle: (ask: never) => unknown): Handler<Env> {
  const { query } = call;
  const param = call.param ?? textsOf(path);
  const reader = readerOf(call);
  const bodyTarget = reader?.target === "form" ? "form" : "body";
  const endsRequest = param !== null || call.who === "public" || call.who === "staff even locked";
  const status = call.created ? 201 : 200;
  const send = (c: AppContext, made: unknown) => {
    if (made instanceof Response) return made;
    if (!c.env?.passObject) return c.json(made, status);
    c.env.passObject(made);
    return c.body(null, status);
  };
  return (c) => {
    const { deps, session, key } = c.var;
    const actor = key ? partnerOf(key) : session && actorOf(session);
    const parsedQuery = query && parse(query, readQuery(c), "query");
    const answer = (sent?: unknown) => {
      const names = param && parse(param, c.req.param(), "param");
      if (call.heavy && deps.readers) return answerInWorker(c, deps.readers);
      const ask = { ...names, c, deps, session, actor, query: parsedQuery, [bodyTarget]: sent };
      const work = () => {
        // `Adds` has held the handler against the call: here both are any call's.
        const made = handle(ask as never);
        return made instanceof Promise
          ? made.then((waited: unknown) => send(c, waited))
          : send(c, made);
      };
      const held = c.env?.hold?.(endsRequest);
      return held ? held.then(work) : work();
    };
    return reader ? reader.take(c, answer) : answer();
  };
}

const described = Symbol("described");

/** The declaration of a call. */
export type Declaration = { tag: string; summary: string; path: string; call: AnyCall };

/** The declaration of the call that a handler answers; nothing where `createRouter` did not add it. */
export function declarationOf(handler: object): Declaration | undefined {
  return (handler as { [described]?: Declaration })[described];
}
