/**
 * Renders the markup of a page with React. Its loaders call the app in process, as the visitor or as an anonymous
 * visitor.
 */
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
import { statusOf, failureOf, hasDeferredData, metaOf } from "./router-facts";
import { manifestsOf } from "./route-manifest";

/** The tools for rendering every page. */
export interface PageTools {
  deps: Deps;
  backend: Backend;
  assets: Assets;
  /** Returns the current settings. */
  settings: () => Settings;
  /** Returns the tags for search engines. Pass null for a page that must not be listed. */
  headTags: (pageMeta: PageMeta | null) => string;
}

/** A page to render. */
export interface PageRequest {
  /** The visitor's. */
  request: Request;
  path: string;
  env: Env["Bindings"];
  nonce: string;
  /** Renders without the visitor's cookies: the page is the same for everybody. */
  anonymous: boolean;
  /** Whether the URL contains a token. */
  hasSecretAddress: boolean;
  /** The values that were sent with the page's form. */
  postedForm: PostedForm | undefined;
  requestId: string;
  /** Receives the cookies of the loaders' answers. */
  cookies: string[];
  words: Words;
  /** The language in the URL. */
  urlLanguage: Language | undefined;
  /** The route of the page's area. */
  topRoute: string | undefined;
  isPublic: boolean;
  /** Holds the page's loaders until its head has been sent. */
  gate: HeadGate | undefined;
}

export interface RenderedPage {
  status: number;
  /** The target of a redirect. */
  location: string | null;
  /** A stream if parts of the page come later. */
  body: string | ReadableStream<Uint8Array>;
}

/** Headers of the visitor's request that are passed on to loaders' calls. */
const forwardedHeaders = ["cookie", "user-agent", "accept-language", "x-forwarded-for", "host"];

/** React's mark for a part that failed on the server and that the browser must render. */
const FAILED_BOUNDARY = "<!--$!-->";

/**
 * Creates the renderer of pages. A page that fails is logged, and becomes one with status 500 and the id of its
 * request.
 */
export function createPageRenderer({ deps, backend, assets, settings, headTags }: PageTools) {
  const manifests = manifestsOf(assets);
  let publicCss: string | undefined;

  /** Returns the style that a public page is seen with, and the program that follows. */
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

  /** Returns the API in process, called as the visitor. Cookies of its answers are collected for the page's answer. */
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
      let deliveredValue: unknown;
      const pageEnv: Env["Bindings"] = Object.assign(Object.create(env), {
        requestId,
        hold,
        deliver: (answer: unknown) => {
          deliveredValue = answer;
        },
      });
      const answer = await backend.fetch(new Request(input, { ...init, headers }), pageEnv);
      cookies.push(...answer.headers.getSetCookie());
      return deliveredValue === undefined
        ? answer
        : Object.assign(answer, { json: async () => deliveredValue });
    };
    return createApi(
      new URL(request.url).origin,
      gate ? (input, init) => gate.follow(() => call(input, init)) : call,
    );
  }

  /** Returns the API for data that comes after the shell, and a promise of the moment when a call is admitted. */
  function deferredApiFor(pageRequest: PageRequest, gate: HeadGate) {
    const requestAdmitted = Promise.withResolvers<"admitted">();
    const api = apiFor(pageRequest, () => {
      const holding = gate.holdDeferred();
      if (holding) requestAdmitted.resolve("admitted");
      return holding;
    });
    return { api, requestAdmitted: requestAdmitted.promise };
  }

  async function renderPage(pageRequest: PageRequest): Promise<RenderedPage> {
    const { request, nonce, postedForm, requestId, words, urlLanguage, topRoute, gate } =
      pageRequest;
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
      // A page that is the same for everybody must contain nothing of one request.
      requestId: pageRequest.anonymous ? "" : requestId,
      words,
      holdDeferred: gate && (() => deferredApiFor(pageRequest, gate)),
    };
    const handle = createRequestHandler({
      request,
      createRouter: () =>
        createAppRouter(routeTree, context, nonce, urlLanguage && `/${urlLanguage}/`),
      getRouterManifest: () => manifests(topRoute),
    });
    /** The page in one piece. A `Response` would pass it on as a stream. */
    let wholePage = "";
    const { status, headers, body } = await handle(async ({ router }) => {
      for (const { status, error } of router.state.matches) {
        // A page that a role may not see isn't a server error.
        if (status === "error" && !isForbidden(error)) report(error, pageRequest);
      }
      const status = statusOf(router);
      if (hasDeferredData(router))
        return createSsrStreamResponse(
          router,
          new Response(await streamPage(router, pageRequest), { status }),
        );
      wholePage = await renderWholePage(router, pageRequest, status);
      return new Response(null, { status });
    });
    return { status, location: headers.get("location"), body: body ?? wholePage };
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

  async function streamPage(router: AppRouter, pageRequest: PageRequest) {
    const { signal } = pageRequest.request;
    await loadServedParts();
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      nonce: pageRequest.nonce,
      signal,
      // Content that is ready is sent in its place, however large it is.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        if (!signal.aborted) report(error, pageRequest);
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
      return await renderPage(pageRequest);
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

/** Adds tags to the head of a page. */
function withHead(html: string, tags: string): string {
  const end = html.indexOf("</head>");
  return end === -1 ? html : html.slice(0, end) + tags + html.slice(end);
}
