/**
 * A document for page tests, by happy-dom. Requests stay Bun's own, because happy-dom's drop the cookie
 * header; its FormData stays, because forms in its document need it.
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

/** Puts the document and all that comes with it in place, or Bun's own globals back. */
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

// React takes a document in which it has drawn a part for one it already listens to as a whole, and a
// page drawn on it later would be deaf: it listens before anything is drawn.
const { createRoot } = await import("react-dom/client");
createRoot(document).unmount();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Looks for a document when it loads, so it loads after there is one.
const { cleanup, configure } = await import("@testing-library/react");
// A busy machine is no fault of a page: what never comes still fails, only later.
configure({ asyncUtilTimeout: 10_000 });

/** Takes away what a test has drawn. */
export const cleanUp = cleanup;
