/**
 * A document for page tests, from happy-dom. Requests stay Bun's own, because happy-dom's drop the cookie header. Its
 * FormData stays, because forms in its document need it.
 */
import { GlobalRegistrator } from "@happy-dom/global-registrator";

const { Request, Response, Headers, fetch, AbortController, AbortSignal, ReadableStream } =
  globalThis;
const own = Object.getOwnPropertyDescriptors(globalThis);

GlobalRegistrator.register({ url: "http://localhost/" });

Object.assign(globalThis, {
  Request,
  Response,
  Headers,
  fetch,
  AbortController,
  AbortSignal,
  ReadableStream,
});

const globalsWithDocument = Object.getOwnPropertyDescriptors(globalThis);

/** Installs the document and its globals, or restores Bun's own globals. */
export function setDocument(isWanted: boolean): void {
  const wanted: Record<PropertyKey, PropertyDescriptor | undefined> = isWanted
    ? globalsWithDocument
    : own;
  for (const key of Reflect.ownKeys(globalsWithDocument)) {
    const property = wanted[key];
    if (property) Object.defineProperty(globalThis, key, property);
    else Reflect.deleteProperty(globalThis, key);
  }
}

// React adds its listeners to a document only once. If a part were drawn first, a page drawn on the whole document
// later would get no events, so React starts listening here.
const { createRoot } = await import("react-dom/client");
createRoot(document).unmount();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// This library looks for a document when it loads, so it is loaded afterwards.
const { cleanup, configure } = await import("@testing-library/react");
// A busy machine is not the page's fault: something that never appears still fails, only later.
configure({ asyncUtilTimeout: 10_000 });

/** Removes everything that a test has drawn. */
export const cleanUp = cleanup;
