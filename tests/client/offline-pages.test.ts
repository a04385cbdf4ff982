/** Pages saved on the phone: a page that cannot be saved blocks neither a connection nor other pages. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { saveOfflinePages } from "../../client/pwa/offline-pages";

const { fetch } = globalThis;
const answers = new Map<string, Response>();
const kept = new Map<string, Response>();

beforeEach(() => {
  answers.clear();
  kept.clear();
  const store = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, answer: Response) => void kept.set(path, answer),
    keys: async () => [],
    delete: async () => true,
  };
  const stubs = {
    caches: { open: async () => store, has: async () => true, delete: async () => true },
    fetch: async (path: string) => answers.get(path) ?? new Response("", { status: 503 }),
    document: { documentElement: { lang: "en" } },
  };
  Object.assign(globalThis, stubs);
});
afterEach(() => {
  Object.assign(globalThis, { fetch });
  for (const name of ["caches", "document"]) Reflect.deleteProperty(globalThis, name);
});

const page = (path: string) => ({ path, label: path, maxAgeMs: 0 });

test("a page that answers 404 is not saved, and the pages after it are", async () => {
  const notFoundResponse = new Response("Not yours", { status: 404 });
  const part = new Response("body {}");
  answers.set("/a", new Response('<link href="/assets/a.css">'));
  answers.set("/assets/a.css", part);
  answers.set("/b", notFoundResponse);
  answers.set("/c", new Response("C"));
  await saveOfflinePages("driver", "eric", [page("/a"), page("/b"), page("/c")]);
  expect([...kept.keys()]).toEqual(["/kept-owner", "/a", "/c"]);
  expect([part.bodyUsed, notFoundResponse.bodyUsed]).toEqual([true, true]);
});

test("saving pages for offline use stops at the first 503", async () => {
  const closedResponse = new Response("Closed", { status: 503 });
  answers.set("/a", closedResponse);
  answers.set("/c", new Response("C"));
  await saveOfflinePages("driver", "eric", [page("/a"), page("/c")]);
  expect([...kept.keys()]).toEqual(["/kept-owner"]);
});
