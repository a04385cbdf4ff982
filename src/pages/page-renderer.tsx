/** The markup of one page, from React: its loaders call the app in process, as the visitor or as nobody. */
import {
  createRequestHandler,
  createSsrStreamResponse,
  RouterServer,
  transformHtmlStringWithRouter,
  transformReadableStreamWithRouter,
} from "@tanstack/react-router/ssr/server";
import { renderToReadableStream, renderToStaticMarkup, renderToString } from "react-dom/server";
import { type Api, createApi, read, type Transport } from "../../client/api";
import { isForbidden } from "../../client/api-error";
import { FaultDocument } from "../../client/error-pages";
import { loadServedParts } from "../../client/lazy-served";
import { type AppRouter, createAppRouter } from "../../client/router";
import { routeTree } from "../../client/routeTree.gen";
import { dictionaryUrls, type Words } from "../../client/words/words";
import { translateFaults } from "../../client/failure-words";
import type { PostedForm } from "../contact/posted-form-contract";
import type { Deps } from "../deps";
import type { Assets } from "../process/assets";
import type { Backend } from "../server/backend";
import type { Env } from "../server/http";
import { redactPath } from "../server/requests";
import type { Language } from "../settings/languages/languages-contract";
import type { Settings } from "../settings/contract";
import { withFirstPaint } from "./first-paint";
import type { PageMeta } from "./search-engine-pages";
import type { HeadGate } from "./head-gate";
import { statusOf, failureOf, hasPendingRoute, metaOf } from "./router-facts";
import { manifestsOf } from "./route-manifest";

/** What every page is made with. */
export interface PageTools {
  deps: Deps;
  backend: Backend;
  assets: Assets;
  /** As they are now. */
  settings: () => Settings;
  /** The tags for search engines; null for a page that is not to be listed. */
  headTags: (pageMeta: PageMeta | null) => string;
}

/** A page to be made. */
export interface PageRequest {
  /** The visitor's. */
  request: Request;
  path: string;
  env: Env["Bindings"];
  nonce: string;
  /** Without the visitor's cookies: the page is the same for everybody. */
  anonymous: boolean;
  /** The address holds a token. */
  hasSecretAddress: boolean;
  /** What its form was sent with. */
  postedForm: PostedForm | undefined;
  requestId: string;
  /** Takes those of the loaders' answers. */
  cookies: string[];
  words: Words;
  /** The language that the address names. */
  named: Language | undefined;
  /** Of the route that leads to its area. */
  topRoute: string | undefined;
  isPublic: boolean;
  /** Holds its loaders until its head has been sent. */
  gate: HeadGate | undefined;
}

export interface RenderedPage {
  status: number;
  /** Where it leads instead. */
  location: string | null;
  /** A stream where parts of it come after the rest. */
  body: string | ReadableStream<Uint8Array>;
}

/** Headers of the visitor's request that the app sees on a loader's call. */
const forwardedHeaders = ["cookie", "user-agent", "accept-language", "x-forwarded-for", "host"];

/** React's mark for a part that failed on the server and is left to the browser. */
const FAILED_BOUNDARY = "<!--$!-->";

/** Makes pages. One that fails is logged, and becomes one with 500 and the number of its request. */
export function createPageRenderer({ deps, backend, assets, settings, headTags }: PageTools) {
  const manifests = manifestsOf(assets);
  let publicCss: string | undefined;

  /** What a public page is seen with, and what follows. */
  function firstPaintOf(router: AppRouter) {
    const { publicStyle, areas, routes } = assets.manifest;
    const { entry = "", imports = [] } = areas.public ?? {};
    const routeChunks = router.state.matches.flatMap(({ routeId }) => routes[routeId] ?? []);
    publicCss ??= assets.text(publicStyle);
    return {
      css: publicCss,
      entry,
      chunks: [...new Set([...imports, ...routeChunks])],
      words: dictionaryUrls(router.options.context.words),
    };
  }

  function report(error: unknown, { requestId, path }: PageRequest) {
    deps.log.error("Page {path} failed: {error}", {
      path: redactPath(path),
      requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }

  /** The API in process, as the visitor; the answers' cookies are collected for the page's own. */
  function apiFor(pageRequest: PageRequest, hold: Env["Bindings"]["hold"]): Api {
    const { request, env, anonymous, requestId, cookies, gate } = pageRequest;
    const visitorHeaders = (anonymous ? [] : forwardedHeaders).flatMap((name) => {
      const value = request.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const call: Transport = async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of visitorHeaders) headers.set(name, value);
      headers.set("sec-fetch-site", "same-origin");
      let made: unknown;
      const pageEnv: Env["Bindings"] = Object.assign(Object.create(env), {
        requestId,
        hold,
        deliver: (answer: unknown) => {
          made = answer;
        },
      });
      const answer = await backend.fetch(new Request(input, { ...init, headers }), pageEnv);
      cookies.push(...answer.headers.getSetCookie());
      return made === undefined ? answer : Object.assign(answer, { json: async () => made });
    };
    return createApi(
      new URL(request.url).origin,
      gate ? (input, init) => gate.follow(() => call(input, init)) : call,
    );
  }

  /** The API for what comes after the shell, and when its call is admitted. */
  function deferredApiFor(pageRequest: PageRequest, gate: HeadGate) {
    const requestAdmitted = Promise.withResolvers<"admitted">();
    const api = apiFor(pageRequest, () => {
      const held = gate.holdDeferred();
      if (held) requestAdmitted.resolve("admitted");
      return held;
    });
    return { api, requestAdmitted: requestAdmitted.promise };
  }

  async function make(pageRequest: PageRequest): Promise<RenderedPage> {
    const { request, nonce, postedForm, requestId, words, named, topRoute, gate } = pageRequest;
    const api = apiFor(
      pageRequest,
      gate && ((isDecisive) => (isDecisive ? undefined : gate.hold())),
    );
    const site = pageRequest.isPublic
      ? await read(api.content.$get({ query: { language: words.t.language } }))
      : undefined;
    const context = {
      api,
      settings: settings(),
      site,
      postedForm: postedForm && {
        ...postedForm,
        faults: await translateFaults(words, postedForm.faults),
      },
      // What is the same for everybody holds nothing of one request.
      requestId: pageRequest.anonymous ? "" : requestId,
      words,
      holdDeferred: gate && (() => deferredApiFor(pageRequest, gate)),
    };
    const handle = createRequestHandler({
      request,
      createRouter: () => createAppRouter(routeTree, context, nonce, named && `/${named}/`),
      getRouterManifest: () => manifests(topRoute),
    });
    /** The page in one piece; a `Response` would hand it on as a stream. */
    let whole = "";
    const { status, headers, body } = await handle(async ({ router }) => {
      for (const { status, error } of router.state.matches) {
        // A page that a role may not see is not a server error.
        if (status === "error" && !isForbidden(error)) report(error, pageRequest);
      }
      const status = statusOf(router);
      if (hasPendingRoute(router))
        return createSsrStreamResponse(
          router,
          new Response(await streamPage(router, pageRequest), { status }),
        );
      whole = await renderWholePage(router, pageRequest, status);
      return new Response(null, { status });
    });
    return { status, location: headers.get("location"), body: body ?? whole };
  }

  async function renderWholePage(
    router: AppRouter,
    pageRequest: PageRequest,
    status: number,
  ): Promise<string> {
    await loadServedParts();
    const markup = renderToString(<RouterServer router={router} />);
    if (markup.includes(FAILED_BOUNDARY)) throw await failureOf(router);
    const text = withHead(
      await transformHtmlStringWithRouter(router, markup),
      pageRequest.hasSecretAddress ? "" : headTags(status === 200 ? metaOf(router) : null),
    );
    return pageRequest.isPublic
      ? withFirstPaint(text, firstPaintOf(router), pageRequest.nonce)
      : text;
  }

  async function streamPage(router: AppRouter, order: PageRequest) {
    const { signal } = order.request;
    await loadServedParts();
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      nonce: order.nonce,
      signal,
      // Whatever is there goes out in its place, however large.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        if (!signal.aborted) report(error, order);
      },
    });
    return transformReadableStreamWithRouter(router, stream, {
      rendererSafePoint: "script-close",
      signal,
    });
  }

  return async (pageRequest: PageRequest): Promise<RenderedPage> => {
    const startedAt = performance.now();
    try {
      return await make(pageRequest);
    } catch (error) {
      if (pageRequest.request.signal.aborted) throw error;
      report(error, pageRequest);
      const { requestId } = pageRequest;
      const fault = <FaultDocument styles={assets.manifest.styles} requestId={requestId} />;
      const body = `<!DOCTYPE html>${renderToStaticMarkup(fault)}`;
      return { status: 500, location: null, body };
    } finally {
      deps.tally.count("livery_pages_total", 'from="rendered"');
      deps.tally.observeRender((performance.now() - startedAt) / 1000);
    }
  };
}

/** The page with more in its head. */
function withHead(html: string, tags: string): string {
  const end = html.indexOf("</head>");
  return end === -1 ? html : html.slice(0, end) + tags + html.slice(end);
}
