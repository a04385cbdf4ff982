/** Pages as a visitor sees them: the real routes in happy-dom, with the app in the same process. */
import { join } from "node:path";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createApi, setFailureWords } from "../../client/api";
import { isForbidden } from "../../client/api-error";
import { loadServedParts } from "../../client/lazy-served";
import { LazyMapView } from "../../client/map/lazy-map-view";
import { createAppRouter } from "../../client/router";
import { routeTree } from "../../client/routeTree.gen";
import { createWords, type LoadDictionary } from "../../client/words/words";
import type { Language } from "../../src/accounts/contract";
import { readSiteOverview } from "../../src/content/queries";
import { publicSettings } from "../../src/settings/queries";
import { readDictionary } from "../../build/dictionaries";
import type { Browser, TestServer } from "./server";

/**
 * React complains about every update outside `act`. But a page here loads from a real server, at any time between two
 * lines of a test, so a test would fail depending on the speed of the machine. While a page is open, React is therefore
 * told only of the test's own actions (`act`).
 */
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

const complaints: unknown[][] = [];
const { error: printError } = console;

/**
 * Complaints that are no faults: the splash's script, which on a real page the server has rendered and the browser has
 * run, an element that browsers know but happy-dom does not, and a page that belongs to another role.
 */
const expected = (what: unknown[]) =>
  isForbidden(what[1]) ||
  String(what[0]).startsWith("Encountered a script tag while rendering") ||
  (String(what[0]).startsWith("The tag <%s> is unrecognized") && what[1] === "search");

/**
 * Opens `path` as the visitor whose cookies `browser` holds, and waits until its loaders are done. Returns the router,
 * which shows where the visitor ended up. The page of a person who is not signed in is in `language`, a rider's in the
 * account's language. Call `closePage` after each test, because it throws if the console had complaints.
 */
export async function openPage(
  server: TestServer,
  path: string,
  browser?: Browser,
  language: Language = "en",
) {
  console.error = (...what) => {
    if (!expected(what)) complaints.push(what);
  };
  const visitor = browser ?? server.browser();
  const api = createApi("http://livery.test", async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = init?.body;
    return visitor.request(url.pathname.replace(/^\/backend/, "") + url.search, {
      method: init?.method ?? "GET",
      headers,
      ...(body instanceof FormData && { form: await toBunForm(body) }),
      ...(typeof body === "string" && { json: JSON.parse(body) }),
    });
  });
  const words = createWords(language, loadDictionary);
  setFailureWords(words);
  const router = createAppRouter(routeTree, {
    api,
    settings: publicSettings(server.deps),
    site: readSiteOverview(server.deps),
    requestId: "",
    words,
  });
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  // Parts that load after a page's first load are loaded already, so that a test need not wait for them.
  await Promise.all([LazyMapView.preload(), loadServedParts()]);
  react.IS_REACT_ACT_ENVIRONMENT = false;
  render(<RouterProvider router={router} />, { container: document });
  await waitFor(() => screen.getByRole("main"));
  return router;
}

/** Loads the dictionaries from the sources. */
const loadDictionary: LoadDictionary = (language, part) =>
  part === "names" ? {} : readDictionary(join(import.meta.dir, "../.."), language, part);

/** Converts the document's form to Bun's own, which requests can send. */
export async function toBunForm(form: FormData): Promise<FormData> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const own = (await new Response("", { headers: type }).formData()) as FormData;
  for (const [name, value] of form) {
    if (typeof value === "string") own.append(name, value);
    else {
      const blob = await new Response(await value.arrayBuffer(), {
        headers: { "content-type": value.type },
      }).blob();
      own.append(name, blob, value.name);
    }
  }
  return own;
}

/** Removes the page. Throws if the console had complaints while it was open. */
export function closePage(): void {
  cleanup();
  react.IS_REACT_ACT_ENVIRONMENT = true;
  console.error = printError;
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`Unexpected console.error: ${Bun.inspect(found)}`);
}
