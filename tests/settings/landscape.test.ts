/** The landscape of the home page: the country's suggestion, until staff choose one with the page's texts. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { ContentItemAnswer } from "../../src/content/content-desk-contract";
import type { Settings } from "../../src/settings/contract";
import type { Landscape } from "../../src/settings/look/landscape-contract";
import { suggestedLandscape } from "../../src/settings/look/landscape-rules";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

test.each<[country: string, landscape: Landscape]>([
  ["RW", "savanna"],
  ["AE", "desert"],
  ["CH", "mountains"],
  ["MU", "coast"],
  ["US", "city"],
  ["ZZ", "city"],
])("the country %s suggests the landscape %s", (country, landscape) => {
  expect(suggestedLandscape(country)).toBe(landscape);
});

const shown = async () =>
  ((await (await server.browser().get("/settings")).json()) as Settings).landscape;

async function save(landscape: unknown, was?: Record<string, unknown>): Promise<Response> {
  const { item } = (await (
    await owner.get("/admin/content/page/home")
  ).json()) as ContentItemAnswer;
  const { value, state, publishAt } = item;
  return owner.put("/admin/content/page/home", {
    kind: "page",
    value: { ...value, landscape },
    state,
    publishAt,
    was: { value: was ?? value, state, publishAt },
  });
}

test("visitors see the landscape that staff choose, and the country's one after a reset", async () => {
  expect(await shown()).toBe("savanna");
  expect((await save("coast")).status).toBe(200);
  expect(await shown()).toBe("coast");
  expect((await save(null)).status).toBe(200);
  expect(await shown()).toBe("savanna");
});

test("an unknown landscape is refused, naming the field", async () => {
  const answer = await save("moon");
  expect(answer.status).toBe(400);
  const { fields } = (await answer.json()) as { fields: Record<string, string> };
  expect(Object.keys(fields)).toEqual(["value.landscape"]);
  expect(await shown()).toBe("savanna");
});

test("the second of two simultaneous choices of a landscape gets a 409", async () => {
  const { item } = (await (
    await owner.get("/admin/content/page/home")
  ).json()) as ContentItemAnswer;
  expect((await save("coast")).status).toBe(200);
  expect((await save("desert", item.value)).status).toBe(409);
  expect(await shown()).toBe("coast");
});
