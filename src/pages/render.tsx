/** Renders a page as the answer to its request: in one piece, or its head first and the rest as it is rendered. */
import { isbot } from "isbot";
import type { AppRouter } from "../../client/router";
import type { PostedForm } from "../contact/posted-form-contract";
import { acceptsEncoding } from "../server/encodings";
import type { Env } from "../server/http";
import type { Language } from "../settings/languages/languages-contract";
import { createHeadGate } from "./head-gate";
import {
  createPageRenderer,
  type RenderedPage,
  type PageRequest,
  type PageTools,
} from "./page-renderer";
import { type PageWords, setLanguageHeaders } from "./page-words";
import { isListed } from "./router-facts";
import { createHeadRenderer, withHtmlStart } from "./route-manifest";
import { bodyOf, gzipChunks, pageChunks, WHOLE_PAGE_PARAM } from "./page-stream";

type Bindings = Env["Bindings"];

/** How a page is rendered. */
interface RenderOptions {
  /** Renders without the visitor's cookies: the page is the same for everybody. */
  anonymous?: boolean;
  /** The page is stored in the cache, which compresses it, unless it fails. */
  isCached?: boolean;
  /** Whether the URL contains a token. */
  hasSecretAddress?: boolean;
  /** Whether websites that the owner has named may show it in a frame. */
  isEmbeddable?: boolean;
  /** The values that were sent with the page's form. */
  postedForm?: PostedForm;
  /** The language in the URL, before the path. */
  urlLanguage?: Language | undefined;
}

/** Renders the page at `path`. `nonce` is the nonce of its scripts and of its policy. */
type Render = (
  request: Request,
  path: string,
  env: Bindings,
  nonce: string,
  options: RenderOptions,
) => Promise<Response>;

/** The tools for answering every page. */
interface RenderTools extends PageTools {
  /** Only tells which route a path belongs to. */
  routeMatcher: AppRouter;
  words: PageWords;
  /** The headers of every page. */
  headers: Record<string, string>;
  /** The parts of the current policy's text, between its nonces. */
  csp: () => string[];
  /** Lets the websites that the owner has named show a page in a frame. */
  allowEmbedding: (headers: Headers, nonce: string) => void;
}

export function createRender({
  routeMatcher,
  words: pageWords,
  headers: fixedHeaders,
  csp,
  allowEmbedding,
  ...tools
}: RenderTools): Render {
  const renderPage = createPageRenderer(tools);
  const renderPreloadHead = createHeadRenderer(tools.assets);
  const publicRoutes = new Set(tools.assets.manifest.areas.public?.topRoutes);

  async function render(
    request: Request,
    path: string,
    env: Bindings,
    nonce: string,
    {
      anonymous = false,
      isCached = false,
      hasSecretAddress = false,
      isEmbeddable = false,
      postedForm,
      urlLanguage,
    }: RenderOptions,
  ): Promise<Response> {
    const [matched] = routeMatcher.getMatchedRoutes(path);
    const topRoute = matched[1]?.id;
    const words = pageWords.of(request, path, urlLanguage);
    const wholeRequest = wholePageRequest(request);
    const pageRequest: PageRequest = {
      request: wholeRequest ?? request,
      path,
      env,
      nonce,
      anonymous,
      hasSecretAddress,
      postedForm,
      requestId: Bun.randomUUIDv7(),
      cookies: [],
      words,
      urlLanguage,
      topRoute,
      // An unknown URL counts as a page of the public area.
      isPublic: topRoute === undefined || publicRoutes.has(topRoute),
      gate:
        wholeRequest === null && matched.some(({ options }) => options.staticData?.sendsHeadFirst)
          ? createHeadGate()
          : undefined,
    };
    const { isPublic, gate, cookies } = pageRequest;
    // The page for unknown URLs has no route that loads its words.
    if (topRoute === undefined) await words.load(["shared"]);
    const pagePromise = renderPage(pageRequest);
    const first = gate ? await Promise.race([pagePromise, gate.ready]) : await pagePromise;
    const start = isPublic ? "" : renderPreloadHead(matched, words.t);
    const acceptsGzip = acceptsEncoding(request.headers.get("accept-encoding"), "gzip");
    let page: Response;
    if (first !== "ready" && typeof first.body === "string") {
      gate?.open();
      const text = withHtmlStart(start, first.body);
      // The lowest compression level takes a fifth of the rendering time and leaves a sixth of the bytes.
      const isGzipped = acceptsGzip && !(isCached && first.status === 200);
      const body = isGzipped ? Bun.gzipSync(text, { level: 1 }) : text;
      page = finish(first, body, { nonce, cookies, anonymous, isGzipped });
    } else {
      const pieces = pageChunks(start, pagePromise, pageRequest);
      const body = bodyOf(acceptsGzip ? gzipChunks(pieces) : pieces);
      const ok = { status: 200, location: null };
      page = finish(ok, body, { nonce, cookies, anonymous, isGzipped: acceptsGzip });
    }
    page.headers.set("x-request-id", pageRequest.requestId);
    const listed = isListed(matched.at(-1)?.options.staticData);
    if (!listed && !page.headers.has("location")) page.headers.set("x-robots-tag", "noindex");
    if (words.parts.length > 1) setLanguageHeaders(page.headers, words, isPublic);
    if (isPrefetch(request)) page.headers.delete("link");
    if (hasSecretAddress) {
      page.headers.set("referrer-policy", "no-referrer");
      page.headers.set("x-robots-tag", "noindex, nofollow");
    }
    if (isEmbeddable) allowEmbedding(page.headers, nonce);
    return page;
  }

  /** Returns the answer with the headers of every page. A redirect becomes a plain 303. */
  function finish(
    { status, location }: Omit<RenderedPage, "body">,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
    {
      nonce,
      cookies,
      anonymous,
      isGzipped,
    }: { nonce: string; cookies: string[]; anonymous: boolean; isGzipped: boolean },
  ): Response {
    const headers = new Headers(fixedHeaders);
    for (const cookie of cookies) headers.append("set-cookie", cookie);
    if (location !== null) {
      headers.delete("content-type");
      headers.delete("link");
      headers.set("location", location);
      headers.set("cache-control", "no-store");
      return new Response(null, { status: 303, headers });
    }
    if (isGzipped) headers.set("content-encoding", "gzip");
    headers.set("vary", "accept-encoding");
    headers.set("content-security-policy", csp().join(nonce));
    headers.set("cache-control", anonymous ? "no-cache" : "no-store");
    return new Response(body, { status, headers });
  }

  return render;
}

/**
 * Returns the request if the page must be sent in one piece: for robots, for readers without scripts whom a streamed
 * page has redirected to a URL with `WHOLE_PAGE_PARAM`, and for `HEAD` requests. Otherwise returns null.
 */
function wholePageRequest(request: Request): Request | null {
  if (request.url.includes(WHOLE_PAGE_PARAM)) {
    const url = new URL(request.url);
    if (url.searchParams.has(WHOLE_PAGE_PARAM)) {
      url.searchParams.delete(WHOLE_PAGE_PARAM);
      return new Request(url, request);
    }
  }
  return request.method === "HEAD" || isbot(request.headers.get("user-agent")) ? request : null;
}

/**
 * Tells whether a script requests the page, to save it for reading without a network. Such an answer must not preload
 * anything: the browser would load it for the current page, which doesn't use it.
 */
function isPrefetch(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}
