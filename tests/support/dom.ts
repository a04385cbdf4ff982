/**
 * Preloaded for page tests: a document by happy-dom. Requests stay Bun's own, because happy-dom's
 * drop the cookie header; its FormData stays, because forms in its document need it.
 */
import { afterEach } from "bun:test";
import { GlobalRegistrator } from "@happy-dom/global-registrator";

const { Request, Response, Headers, fetch, AbortController, AbortSignal, ReadableStream } =
  globalThis;

GlobalRegistrator.register({ url: "http://localhost/" });

Object.assign(globalThis, {
  Request,
  Response,
  Headers,
  fetch,
  AbortController,
  AbortSignal,
  ReadableStream,
  IS_REACT_ACT_ENVIRONMENT: true,
});

// React takes a document in which it has drawn a part for one it already listens to as a whole, and a
// page drawn on it later would be deaf: it listens before anything is drawn.
const { createRoot } = await import("react-dom/client");
createRoot(document).unmount();

// Looks for a document when it loads, so it loads after there is one.
const { cleanup, configure } = await import("@testing-library/react");
// A busy machine is no fault of a page: what never comes still fails, only later.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
