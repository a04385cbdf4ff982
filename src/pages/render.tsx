/** One page from React: its loaders call the app in process, as the visitor or as nobody. */
import {
  createRequestHandler,
  defaultStreamHandler,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { createApi, read, type Transport } from "../../client/api";
import { isForbidden } from "../../client/api-error";
import { FaultDocument } from "../../client/faults";
import { prepareServed } from "../../client/lazy-served";
import { type AppRouter, createAppRouter } from "../../client/router";
import { routeTree } from "../../client/routeTree.gen";
import type { Assets } from "../process/assets";
import type { Backend } from "../server/backend";
import type { PostedForm } from "../contact/form-contract";
import type { Deps } from "../deps";
import { accepts } from "../server/encodings";
import type { Env } from "../server/http";
import { redactPath } from "../server/requests";
import type { Settings } from "../settings/contract";
import { seenFirst } from "./first-paint";
import type { PageSaid } from "./found-pages";
import { type PageWords, speakOf } from "./page-words";
import { answered, failureOf, hasPending, isListed, saidOf } from "./rendered";
import { manifestsOf } from "./route-manifest";

type Bindings = Env["Bindings"];

/** How a page is rendered. */
interface Manner {
  /** Without the visitor's cookies: the page is the same for everybody. */
  anonymous?: boolean;
  /** It goes into the store, which compresses it by itself, unless it is a failure. */
  kept?: boolean;
  /** The address holds a token. */
  secretAddress?: boolean;
  /** Websites that the owner has named may show it in a frame. */
  embedded?: boolean;
  /** What its form was sent with. */
  posted?: PostedForm;
}

/** Renders the page at `path`; `nonce` is that of its scripts and of its policy. */
type Render = (
  request: Request,
  path: string,
  env: Bindings,
  nonce: string,
  manner: Manner,
) => Promise<Response>;

/** What every page is made with. */
interface Workshop {
  deps: Deps;
  backend: Backend;
  assets: Assets;
  /** Only ever asked which route a path belongs to. */
  map: AppRouter;
  /** As they are now. */
  settings: () => Settings;
  words: PageWords;
  /** They go on every page. */
  headers: Record<string, string>;
  /** The policy's text around the nonces, as it is now. */
  csp: () => string[];
  /** The tags for search engines; null stands for a page that is not to be listed. */
  headTags: (said: PageSaid | null) => string;
  /** Lets the websites that the owner has named show a page in a frame. */
  letIn: (headers: Headers, nonce: string) => void;
}

/** Headers of the visitor's request that the app sees on a loader's call. */
const handedOn = ["cookie", "user-agent", "accept-language", "x-forwarded-for", "host"];

/** React's mark for a part that failed on the server and is left to the browser. */
const failedBoundary = "<!--$!-->";

/** A page that fails is logged, and answered as 500 with the number of its request. */
export function createRender({
  deps,
  backend,
  assets,
  map,
  settings,
  words: pageWords,
  headers: fixedHeaders,
  csp,
  headTags,
  letIn,
}: Workshop): Render {
  const manifests = manifestsOf(assets);
  const publicRoutes = new Set(assets.manifest.areas.public?.topRoutes);
  let publicCss: string | undefined;

  /** What a public page is seen with, and what follows. */
  function firstPaintOf(router: AppRouter) {
    const { publicStyle, areas, routes } = assets.manifest;
    const { entry = "", imports = [] } = areas.public ?? {};
    const own = router.state.matches.flatMap(({ routeId }) => routes[routeId] ?? []);
    publicCss ??= assets.text(publicStyle);
    return { css: publicCss, entry, chunks: [...new Set([...imports, ...own])] };
  }

  function report(error: unknown, requestId: string, path: string) {
    deps.log.error("Page {path} failed: {error}", {
      path: redactPath(path),
      requestId,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }

  /** Calls the app in process as the visitor; the answers' cookies are collected for the page's own. */
  function transportFor(
    request: Request,
    env: Bindings,
    { anonymous, requestId, cookies }: { anonymous: boolean; requestId: string; cookies: string[] },
  ) {
    const asPage: Bindings = Object.assign(Object.create(env) as Bindings, { requestId });
    const transport: Transport = async (input, init) => {
      const headers = new Headers(init?.headers);
      if (!anonymous) {
        for (const name of handedOn) {
          const value = request.headers.get(name);
          if (value !== null) headers.set(name, value);
        }
      }
      headers.set("sec-fetch-site", "same-origin");
      const answer = await backend.fetch(new Request(input, { ...init, headers }), asPage);
      cookies.push(...answer.headers.getSetCookie());
      return answer;
    };
    return transport;
  }

  async function render(
    request: Request,
    path: string,
    env: Bindings,
    nonce: string,
    { anonymous = false, kept = false, secretAddress = false, embedded = false, posted }: Manner,
  ): Promise<Response> {
    const began = performance.now();
    const requestId = Bun.randomUUIDv7();
    const cookies: string[] = [];
    const transport = transportFor(request, env, { anonymous, requestId, cookies });
    const words = pageWords.of(request, path);
    const api = createApi(new URL(request.url).origin, transport);
    const [matched] = map.getMatchedRoutes(path);
    const topRoute = matched[1]?.id;
    const listed = isListed(matched.at(-1)?.options.staticData);
    /** The page in one piece; a `Response` would hand it on as a stream. */
    let whole: string | Uint8Array<ArrayBuffer> | undefined;
    let answer: Response;
    try {
      const isPublic = topRoute !== undefined && publicRoutes.has(topRoute);
      const site = isPublic ? await read(api.content.$get()) : undefined;
      const handle = createRequestHandler({
        request,
        createRouter: () =>
          createAppRouter(
            routeTree,
            // What is the same for everybody holds nothing of one request.
            {
              api,
              settings: settings(),
              site,
              posted,
              requestId: anonymous ? "" : requestId,
              words,
            },
            nonce,
          ),
        getRouterManifest: () => manifests(topRoute),
      });
      answer = await handle(async (context) => {
        const { router } = context;
        for (const { status, error } of router.state.matches) {
          // That a role does not see a page is no fault of the server.
          if (status === "error" && !isForbidden(error)) report(error, requestId, path);
        }
        if (hasPending(router)) {
          if (isPublic)
            throw new Error("A public page is sent in one piece: it waits for all it shows");
          return defaultStreamHandler(context);
        }
        await prepareServed();
        const markup = renderToString(<RouterServer router={router} />);
        if (markup.includes(failedBoundary)) throw await failureOf(router);
        const status = answered(router);
        const text = withHead(
          await transformHtmlStringWithRouter(router, markup),
          secretAddress ? "" : headTags(status === 200 ? saidOf(router) : null),
        );
        // An address that leads nowhere belongs to the public.
        const ofPublic = isPublic || topRoute === undefined;
        const html = ofPublic ? seenFirst(text, firstPaintOf(router), nonce) : text;
        const zipped = !(kept && status === 200) && acceptsGzip(request);
        // The lowest level: it takes a fifth of the time of rendering and leaves a sixth of the bytes.
        whole = zipped ? Bun.gzipSync(html, { level: 1 }) : html;
        const headers = zipped ? { "content-encoding": "gzip" } : undefined;
        return new Response(null, { status, headers });
      });
    } catch (error) {
      if (request.signal.aborted) throw error;
      report(error, requestId, path);
      const document = <FaultDocument styles={assets.manifest.styles} requestId={requestId} />;
      whole = `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
      answer = new Response(null, { status: 500 });
    }
    deps.tally.count("livery_pages_total", 'from="rendered"');
    deps.tally.rendered((performance.now() - began) / 1000);
    const page = finish(answer, whole, nonce, cookies, anonymous);
    page.headers.set("x-request-id", requestId);
    if (!listed && !page.headers.has("location")) page.headers.set("x-robots-tag", "noindex");
    if (words.parts.length > 0) speakOf(page.headers, words);
    if (isPutAside(request)) page.headers.delete("link");
    if (secretAddress) {
      page.headers.set("referrer-policy", "no-referrer");
      page.headers.set("x-robots-tag", "noindex, nofollow");
    }
    if (embedded) letIn(page.headers, nonce);
    return page;
  }

  /** The answer with the headers of every page and `whole` as its body; a redirect as a plain 303. */
  function finish(
    answer: Response,
    whole: string | Uint8Array<ArrayBuffer> | undefined,
    nonce: string,
    cookies: string[],
    anonymous: boolean,
  ): Response {
    const headers = new Headers(fixedHeaders);
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    const location = answer.headers.get("location");
    if (location !== null) {
      headers.delete("content-type");
      headers.delete("link");
      headers.set("location", location);
      headers.set("cache-control", "no-store");
      return new Response(null, { status: 303, headers });
    }
    const encoding = answer.headers.get("content-encoding");
    if (encoding !== null) headers.set("content-encoding", encoding);
    headers.set("vary", "accept-encoding");
    headers.set("content-security-policy", csp().join(nonce));
    headers.set("cache-control", anonymous ? "no-cache" : "no-store");
    return new Response(whole ?? answer.body, { status: answer.status, headers });
  }

  return render;
}

/**
 * Whether a script asks for the page, which puts it aside to be read without a network: what such an answer
 * wants loaded early, a browser loads for the page that is shown, where nothing uses it.
 */
function isPutAside(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

/** The page with more in its head. */
function withHead(html: string, tags: string): string {
  const end = html.indexOf("</head>");
  return end === -1 ? html : html.slice(0, end) + tags + html.slice(end);
}

function acceptsGzip(request: Request): boolean {
  return accepts(request.headers.get("accept-encoding"), "gzip");
}
