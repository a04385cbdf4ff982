/** The address segment: old addresses redirect to the new ones, and no page loses its address. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { routeTree } from "../../client/routeTree.gen";
import { countryFacts } from "../../build/country-facts";
import { countryFactsOf } from "../../src/settings/countries/country-facts";
import { factsTable } from "../../src/settings/countries/country-facts.gen";
import { routeSegments } from "../../src/settings/operator-name-contract";
import { slugOf } from "../../src/settings/name-rules";
import { createAppRouter } from "../../client/router";
import { createApi } from "../../client/api";
import { createWords } from "../../client/words/words";
import { publicSettings } from "../../src/settings/queries";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

async function rename(brand: string, brandSlug = slugOf(brand)) {
  const { version } = publicSettings(server.deps);
  const answer = await owner.put("/admin/settings/name", { brand, brandSlug, version });
  expect(answer.status).toBe(200);
}

test("former brand addresses are kept, newest first, until a brand uses one again", async () => {
  await rename("Berlin Cars");
  await rename("Spree Cars");
  expect(publicSettings(server.deps)).toMatchObject({
    brand: "Spree Cars",
    brandSlug: "spreecars",
    formerSlugs: ["berlincars", "livery"],
  });
  await rename("Livery");
  expect(publicSettings(server.deps).formerSlugs).toEqual(["spreecars", "berlincars"]);
});

test("every first segment of the site's routes is reserved and cannot become a brand address", () => {
  const { routesById } = createAppRouter(routeTree, {
    api: createApi("http://localhost"),
    settings: publicSettings(server.deps),
    requestId: "",
    words: createWords("en", () => ({})),
  });
  const segments = Object.values(routesById)
    .map(({ fullPath }) => fullPath.split("/")[1]?.toLowerCase() ?? "")
    .filter((segment) => /^[a-z0-9]+$/.test(segment));
  expect(segments.length).toBeGreaterThan(10);
  expect(segments.filter((segment) => !routeSegments.includes(segment))).toEqual([]);
});

test("the facts of each country match what the build makes of CLDR and GeoNames", () => {
  expect(factsTable).toBe(countryFacts());
  expect(countryFactsOf("DE")).toEqual({
    currency: "EUR",
    distanceUnit: "km",
    languages: ["de"],
    timeZones: ["Europe/Berlin", "Europe/Busingen"],
  });
  expect(countryFactsOf("US")).toMatchObject({ currency: "USD", distanceUnit: "mi" });
  expect(countryFactsOf("CA")?.languages).toEqual(["en", "fr"]);
});
