/**
 * Writes the description of the partner calls as it is released, `tests/fixtures/partner-v1.json`, and the types that
 * openapi-typescript makes of it, `partner-v1.gen.ts`. Run it when calls or fields were added.
 */
import { join } from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { callsUnder } from "../support/released-calls";
import type { TestServer } from "../support/server";

export const RELEASED = join(import.meta.dir, "../fixtures/partner-v1.json");
export const TYPES = join(import.meta.dir, "partner-v1.gen.ts");

/** The partner calls of the description that a server answers with. */
export async function currentCalls(server: Pick<TestServer, "browser">) {
  const answer = await server.browser().get("/openapi.json");
  return callsUnder(await answer.json(), "/backend/partner/v1/");
}

/** The types of a description, as text. */
export async function typesOf(description: unknown): Promise<string> {
  const made = await openapiTypescript(JSON.stringify(description), { defaultNonNullable: false });
  return astToString(made);
}

if (import.meta.main) {
  const { createTestServer } = await import("../support/server");
  const server = await createTestServer();
  const calls = await currentCalls(server);
  await Bun.write(RELEASED, `${JSON.stringify(calls, null, 2)}\n`);
  await Bun.write(TYPES, await typesOf(calls));
  server.close();
}
