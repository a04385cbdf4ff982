/** Makes the API description from the declarations of the calls. Loaded when somebody first requests it. */
import { Hono, type MiddlewareHandler } from "hono";
import {
  describeRoute,
  type DescribeRouteOptions,
  generateSpecs,
  resolver,
  uniqueSymbol,
} from "hono-openapi";
import { z } from "zod";
import type { Deps } from "../deps";
import { errorCatalogue, type ErrorCode } from "../errors";
import { version } from "../process/version";
import { Failure } from "../settings/contract";
import {
  type CallDeclaration,
  declarationOf,
  readerOf,
  scopeOf,
  type Security,
  pathParamsOf,
  type Who,
} from "./calls";
import { type Env, isLimit } from "./http";
import { type EncodedResponse, encodeJson } from "./encoded-response";

/** Returns the OpenAPI document of all calls that are mounted on `app`. */
export async function describeApi(app: Hono<Env>, deps: Deps): Promise<EncodedResponse> {
  // The same calls in the form that `hono-openapi` reads.
  const describedApp = new Hono();
  for (const { method, path, handler } of app.routes) {
    const declaration = declarationOf(handler);
    if (declaration) describedApp.on(method, [path], ...specsOf(declaration));
  }
  const document = await generateSpecs(describedApp, {
    excludeStaticFile: false,
    documentation: {
      info: {
        title: "Livery",
        version,
        description: "The API of Livery. Every error is { message, code, fields? }.",
      },
      servers: [{ url: deps.config.publicUrl }],
      components: {
        schemas: { Failure: z.toJSONSchema(Failure) as object },
        securitySchemes: {
          key: { type: "http", scheme: "bearer", description: "An API key of the operator." },
          ...Object.fromEntries(
            (["rider", "driver", "admin"] as const).map((audience) => [
              audience,
              {
                type: "apiKey" as const,
                in: "cookie" as const,
                name: `${deps.config.isHttps ? "__Host-" : ""}livery_${audience}`,
              },
            ]),
          ),
        },
      },
    },
  });
  return encodeJson(document);
}

/** Returns the middleware from which `hono-openapi` reads a call. */
function specsOf(declaration: CallDeclaration): MiddlewareHandler[] {
  const { path, call } = declaration;
  const { query } = call;
  const param = call.param ?? pathParamsOf(path);
  const reader = readerOf(call);
  const parts = [
    ...(param ? [{ target: "param", ...resolver(param) }] : []),
    ...(query ? [{ target: "query", ...resolver(query) }] : []),
    ...(reader ? [{ target: reader.target, ...resolver(reader.schema) }] : []),
  ];
  const withSpec = (spec: unknown): MiddlewareHandler =>
    Object.assign((_c: unknown, next: () => Promise<void>) => next(), { [uniqueSymbol]: spec });
  return [describeRoute(descriptionOf(declaration)), ...parts.map(withSpec)];
}

const mediaTypePattern = /^[\w.+-]+\/[\w.+-]+$/;
const fileContent = { schema: { type: "string", format: "binary" } } as const;

const idempotencyKeyHeader = {
  in: "header",
  name: "Idempotency-Key",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,200}$" },
} as const;

function descriptionOf({ tag, summary, path, call }: CallDeclaration): DescribeRouteOptions {
  const { who, answer, created, redirects } = call;
  const security = call.security ?? securityOf(who);
  const answers = {
    ...(answer && { 200: answer }),
    ...(created && { 201: created }),
    ...redirects,
  };
  const responses: DescribeRouteOptions["responses"] = {};
  for (const [status, answerContract] of Object.entries(answers))
    responses[status] =
      typeof answerContract === "string"
        ? {
            description: answerContract,
            ...(mediaTypePattern.test(answerContract) && {
              content: { [answerContract]: fileContent },
            }),
          }
        : {
            description: "Done.",
            content: { "application/json": { schema: resolver(answerContract) } },
          };
  const codes: ErrorCode[] = ["request.invalid", "server.error", ...(call.refuses ?? [])];
  codes.push(...(readerOf(call)?.refuses ?? []));
  if (call.param || path.includes(":")) codes.push("request.not_found");
  if ([call.use ?? []].flat().some(isLimit)) codes.push("request.too_many");
  if (call.heavy) codes.push("server.busy");
  if (who === "named rider") codes.push("profile.incomplete");
  if (security !== "public") codes.push("request.unauthenticated");
  if (security === "key") codes.push("key.refused", "key.scope", "key.address", "request.too_many");
  if (security === "admin") codes.push("admin.locked", "request.forbidden");
  for (const [status, list] of Map.groupBy(codes, (code) => errorCatalogue[code][0]))
    responses[status] = {
      description: [...new Set(list)].join(", "),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
    };
  return {
    summary,
    tags: [tag],
    security: security === "public" ? [] : [{ [security]: [] }],
    ...(call.idempotencyKey && {
      parameters: [
        {
          ...idempotencyKeyHeader,
          description: `Send the same value when you repeat a request, so that it counts once. The server keeps the value ${security === "key" ? "as long as the booking" : "for 24 hours"}.`,
          required: call.idempotencyKey === "required",
        },
      ],
    }),
    responses,
  };
}

function securityOf(who: Who): Security {
  if (who === "named rider") return "rider";
  if (scopeOf(who)) return "key";
  return who === "public" || who === "rider" || who === "driver" ? who : "admin";
}
