/** The HTTP status of a page, depending on the outcome of its loaders. */
import { expect, test } from "bun:test";
import { ApiError } from "../../client/api-error";
import type { AppRouter } from "../../client/router";
import { statusOf } from "../../src/pages/router-facts";

const refused = new ApiError(403, "request.forbidden", "You don’t have permission to do this.");

test.each([
  ["a page that this role may not see", refused, 403],
  ["a page whose loader got a server error", new ApiError(500, "server.error", "Broken"), 500],
  ["a page whose loader threw", new Error("Broken"), 500],
])("statusOf gives the right status for %s", (_, error, status) => {
  // The only parts of a router that `statusOf` reads.
  const router = {
    state: { matches: [{ status: "error", error }] },
    _serverResult: { type: "render", status: 500 },
  } as unknown as AppRouter;
  expect(statusOf(router)).toBe(status);
});
