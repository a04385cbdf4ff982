/**
 * Writes the released description of the partner calls, `tests/fixtures/partner-v1.json`. Run it after adding calls or
 * fields. With `--types` it writes only the types that openapi-typescript generates from it, for the check of the
 * client.
 */
import { join } from "node:path";
import { callsWithPrefix } from "../support/released-calls";
import type { TestServer } from "../support/server";

export const RELEASED_FILE = join(import.meta.dir, "../fixtures/partner-v1.json");

/** Returns the partner calls in the description that a server answers with. */
export async function currentCalls(server: Pick<TestServer, "browser">) {
  const answer = await server.browser().get("/openapi.json");
  return callsWithPrefix(await answer.json(), "/backend/partner/v1/");
}

if (import.meta.main && process.argv.includes("--types")) {
  const { default: openapiTypes, astToString } = await import("openapi-typescript");
  const types = await openapiTypes(await Bun.file(RELEASED_FILE).text(), {
    defaultNonNullable: false,
  });
  await Bun.write(join(import.meta.dir, "partner-v1.gen.ts"), astToString(types));
} else if (import.meta.main) {
  const { createTestServer } = await import("../support/server");
  const server = await createTestServer();
  await Bun.write(RELEASED_FILE, `${JSON.stringify(await currentCalls(server), null, 2)}\n`);
  server.close();
}
