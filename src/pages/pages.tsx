/** Everything a browser opens: React rendered on the server, with the app called in process. */
import {
  createRequestHandler,
  defaultStreamHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server";
import { renderToReadableStream, renderToStaticMarkup, renderToString } from "react-dom/server";
import { markAnswer } from "../../client/answer-data";
import { createApi, isGone, read, type Transport } from "../../client/api";
import { prepareParts } from "../../client/site/served-parts";
import { FaultDocument } from "../../client/faults";
import type { StaticDataRouteOption } from "@tanstack/react-router";
import { type AppRouter, createAppRouter } from "../../client/router";
import { routeTree } from "../../client/routeTree.gen";
import { OfflineDocument } from "../../client/offline-document";
import { DRAFT_KEY } from "../../client/riders/booking/draft-storage";
import { sharedPageOf, spelling } from "../../client/shared-page";
import { CarryOnDocument } from "../../client/widget/carry-on-document";
import type { PostedForm } from "../contact/form-contract";
import { accentCss, accentTokens, defaultAccent, surfaces } from "../../client/ui/accent";
import {
  createWords,
  type Dictionary,
  dictionaryUrl,
  type LoadDictionary,
  type Words,
} from "../../client/words/words";
import type { Language } from "../accounts/contract";
import { isLanguage, LANGUAGE_COOKIE, visitorLanguage } from "../accounts/language-rules";
import type { AreaAssets, Assets } from "../assets";
import type { Backend } from "../backend";
import type { Deps } from "../deps";
import { contentRevision } from "../content/revision";
import { accepts } from "../encodings";
import type { Env } from "../http";
import { seenFirst } from "./first-paint";
import { createFoundPages, type PageSaid } from "./found-pages";
import { createNonce } from "./nonce";
import { redactPath } from "../requests";
import { contentSecurityPolicy, pageHeaders } from "../security-headers";
import { publicSettings } from "../settings/queries";
import { createSharedPages } from "./shared-pages";
import { type Paint, siteFile } from "./site-files";
import { createWidgetPages } from "./widget-pages";

type Bindings = Env["Bindings"];

/** Answers page requests. `env` is handed on to the app with every call of a loader. */
export interface Pages {
  /** A file that depends on the operator, such as the web manifest. */
  file(path: string): Response | undefined;
  /** The page of a form that was refused, with what was typed in it. */
  again(request: Request, path: string, env: Bindings, posted: PostedForm): Promise<Response>;
  /** Takes a trip over from the widget on another website, into the booking on this one. */
  carryOn(request: Request): Promise<Response>;
  respond(
    request: Request,
    path: string,
    search: string,
    env: Bindings,
  ): Promise<Response> | Response;
}

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

/** Headers of the visitor's request that the app sees on a loader's call. */
const handedOn = ["cookie", "user-agent", "accept-language", "x-forwarded-for", "host"];

/** The page that stands in frames on other websites. */
const WIDGET = "/widget";

/** React's mark for a part that failed on the server and is left to the browser. */
const failedBoundary = "<!--$!-->";

/**
 * Renders React for everything outside `/backend` and `/assets`. A route marked `shared` is rendered
 * once, without cookies, and kept until something that it shows changes; any other is rendered for each
 * request, as a stream when a loader left something pending and in one piece when not.
 */
export function createPages({
  deps,
  backend,
  assets,
}: {
  deps: Deps;
  backend: Backend;
  assets: Assets;
}): Pages {
  const { secure, analyticsScriptUrl } = deps.config;
  const policy = {
    https: secure,
    analyticsOrigin: analyticsScriptUrl ? new URL(analyticsScriptUrl).origin : null,
  };
  const fixedHeaders = {
    ...pageHeaders(policy),
    ...(assets.manifest.fonts.length > 0 && { link: preloadLinks(assets.manifest.fonts) }),
  };
  let mapOrigins = deps.map.origins();
  let policyParts = contentSecurityPolicy({ ...policy, mapOrigins });
  /** The policy as it is now: a map's style elsewhere is read after the start, and again later. */
  const csp = () => {
    if (deps.map.origins() !== mapOrigins) {
      mapOrigins = deps.map.origins();
      policyParts = contentSecurityPolicy({ ...policy, mapOrigins });
    }
    return policyParts;
  };
  const manifests = manifestsOf(assets);
  const publicRoutes = new Set(assets.manifest.areas.public?.topRoutes);
  let publicCss: string | undefined;
  const shared = createSharedPages({
    headers: fixedHeaders,
    csp,
    revision: () => contentRevision(deps),
  });
  let settings = publicSettings(deps);
  deps.bus.listen((event) => {
    if (event.type === "settings") settings = publicSettings(deps);
  });
  /** Only ever asked which route a path belongs to. */
  const map = createAppRouter(routeTree, {
    api: createApi("http://localhost"),
    settings,
    requestId: "",
    words: createWords("en", () => ({})),
  });
  const found = createFoundPages({
    deps,
    paint,
    routes: Object.values(map.routesById).flatMap(({ fullPath, options }) =>
      isListed(options.staticData)
        ? [fullPath.replace("{$brand}", settings.brandSlug).replace(/(.)\/$/, "$1")]
        : [],
    ),
  });
  const { words: wordsVersion } = assets.manifest;
  const loadDictionary: LoadDictionary = (language, part) =>
    assets.json(dictionaryUrl(language, part, wordsVersion)) as Dictionary;

  /** The words of one page: in the visitor's language where the page speaks it. */
  function wordsFor(request: Request, path: string): Words {
    const [matched] = map.getMatchedRoutes(path);
    const speaks = matched.some(({ options }) => options.staticData?.words);
    return createWords(speaks ? languageFor(request) : "en", loadDictionary, wordsVersion);
  }

  function languageFor(request: Request): Language {
    // A website says in its own language what stands in its page.
    const { pathname, searchParams } = new URL(request.url);
    const said = pathname === WIDGET ? searchParams.get("language") : null;
    if (said !== null && isLanguage(said)) return said;
    const cookies = new Bun.CookieMap(request.headers.get("cookie") ?? "");
    return visitorLanguage({
      chosen: cookies.get(LANGUAGE_COOKIE) ?? undefined,
      asked: request.headers.get("accept-language") ?? "",
      usual: deps.config.riderLanguage,
    });
  }

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
    const words = wordsFor(request, path);
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
      await prepareParts();
      const handle = createRequestHandler({
        request,
        createRouter: () =>
          createAppRouter(
            routeTree,
            // What is the same for everybody holds nothing of one request.
            { api, settings, site, posted, requestId: anonymous ? "" : requestId, words },
            nonce,
          ),
        getRouterManifest: () => manifests(topRoute),
      });
      answer = await handle(async (context) => {
        const { router } = context;
        for (const { status, error } of router.state.matches) {
          if (status === "error") report(error, requestId, path);
        }
        if (hasPending(router)) {
          if (isPublic)
            throw new Error("A public page is sent in one piece: it waits for all it shows");
          return defaultStreamHandler(context);
        }
        const markup = renderToString(<RouterServer router={router} />);
        if (markup.includes(failedBoundary)) throw await failureOf(router);
        const status = answered(router);
        const text = withHead(
          await transformHtmlStringWithRouter(router, markup),
          secretAddress ? "" : found.head(status === 200 ? saidOf(router) : null),
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
    if (embedded) ofWidget.letIn(page.headers, nonce);
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

  /** Says which language a page is in, what decided that, and which words it is about to ask for. */
  function speakOf(headers: Headers, { t: { language }, parts, version }: Words): void {
    headers.append("vary", "accept-language, cookie");
    if (!headers.has("content-type")) return;
    headers.set("content-language", language);
    if (language === "en") return;
    for (const part of parts) {
      const url = dictionaryUrl(language, part, version);
      headers.append("link", `<${url}>; rel=preload; as=fetch; crossorigin`);
    }
  }

  /** Renders a shared page for the first time and keeps it if it came out well. */
  function renderShared(key: string, request: Request, path: string, env: Bindings) {
    return shared.make(key, request, async (placeholder) => {
      // Of the visitor's request nothing but the page goes into what all others see.
      const accepted = request.headers.get("accept-encoding") ?? "identity";
      const asked = new Request(new URL(key, deps.config.publicUrl), {
        headers: { "accept-encoding": accepted },
      });
      const answer = await render(asked, path, env, placeholder, { anonymous: true, kept: true });
      const isWhole = answer.status === 200 && !answer.headers.has("set-cookie");
      return isWhole ? answer.text() : answer;
    });
  }

  /** The style sheets of a document that has no router: the operator's colour comes last. */
  function plainStyles(): string[] {
    const { accent } = settings;
    const sheet = accent ? [`/assets/accent-${accent.slice(1)}.css`] : [];
    return [...assets.manifest.styles, ...sheet];
  }

  /** The page that a phone keeps for when there is no network; `?language=` where the phone knows it. */
  async function offline(request: Request, search: string): Promise<Response> {
    const { brand } = settings;
    const wanted = new URLSearchParams(search).get("language") ?? "";
    const words = createWords(
      isLanguage(wanted) ? wanted : languageFor(request),
      loadDictionary,
      wordsVersion,
    );
    await words.load(["shared"]);
    const document = <OfflineDocument brand={brand} styles={plainStyles()} t={words.t} />;
    return new Response(`<!DOCTYPE html>${renderToStaticMarkup(document)}`, {
      headers: {
        ...pageHeaders(policy),
        "cache-control": "no-cache",
        "content-language": words.t.language,
        "x-robots-tag": "noindex",
        vary: "accept-language, cookie",
        "content-security-policy":
          "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'none'",
      },
    });
  }

  /** The page that hands a trip from the widget on to the booking. */
  async function carryOnPage(request: Request, draft: string | null, nonce: string) {
    const words = createWords(languageFor(request), loadDictionary, wordsVersion);
    await words.load(["booking"]);
    const document = (
      <CarryOnDocument
        brand={settings.brand}
        draft={draft}
        nonce={nonce}
        storageKey={DRAFT_KEY}
        styles={plainStyles()}
        t={words.t}
      />
    );
    const html = `<!DOCTYPE html>${renderToStaticMarkup(document)}`;
    return { html, language: words.t.language };
  }

  const ofWidget = createWidgetPages({
    deps,
    headers: fixedHeaders,
    policy: (frameAncestors) =>
      contentSecurityPolicy({ ...policy, analyticsOrigin: null, mapOrigins, frameAncestors }),
    readDraft: async (text) => {
      const { KeptDraft } = await import("../../client/riders/booking/draft-contract");
      return JSON.stringify(KeptDraft.parse(JSON.parse(text)));
    },
    page: carryOnPage,
  });

  const { publicUrl: origin } = deps.config;
  const file = (path: string) => siteFile(path, { ...settings, origin }, paint) ?? found.file(path);

  return {
    file,
    again(request, path, env, posted) {
      const headers = new Headers();
      for (const name of ["accept-encoding", "accept-language"]) {
        const value = request.headers.get(name);
        if (value !== null) headers.set(name, value);
      }
      const asked = new Request(new URL(path, request.url), { headers, signal: request.signal });
      return render(asked, path, env, createNonce(), { anonymous: true, posted });
    },
    carryOn: ofWidget.carryOn,
    respond(request, path, search, env) {
      const began = performance.now();
      const answer = answerTo(request, path, search, env);
      if (!(answer instanceof Promise)) return observed(answer, request, began);
      return answer.then((page) => observed(page, request, began));
    },
  };

  function observed(page: Response, { method }: Request, began: number): Response {
    deps.tally.observe(method, "page", page.status, (performance.now() - began) / 1000);
    return page;
  }

  function answerTo(
    request: Request,
    path: string,
    search: string,
    env: Bindings,
  ): Promise<Response> | Response {
    const keptPage = (key: string) => {
      const page = shared.respond(key, request);
      if (page) deps.tally.count("livery_pages_total", 'from="kept"');
      return page;
    };
    if (path === "/offline") return offline(request, search);
    const ready = (search === "" && keptPage(path)) || file(path);
    if (ready) return ready;
    const page = sharedPageOf(map, path, search);
    if (page?.key !== undefined)
      return keptPage(page.key) ?? renderShared(page.key, request, path, env);
    const [matched] = map.getMatchedRoutes(path);
    const secretAddress = matched.some(({ options }) => options.staticData?.secretAddress);
    const embedded = matched.some(({ options }) => options.staticData?.embedded);
    const anonymous = page !== undefined;
    return render(request, path, env, createNonce(), { anonymous, secretAddress, embedded });
  }
}

const paint: Paint = {
  accentCss,
  mark: (accent) => {
    const tokens = accentTokens(accent ?? defaultAccent, "light");
    return { ground: tokens.accent, ink: tokens.accentInk };
  },
  surface: surfaces.light.raised,
};

/** Whether search engines may show a route's page. */
function isListed(data: StaticDataRouteOption | undefined): boolean {
  return data?.listed ?? data?.shared === true;
}

/**
 * Whether a script asks for the page, which puts it aside to be read without a network: what such an answer
 * wants loaded early, a browser loads for the page that is shown, where nothing uses it.
 */
function isPutAside(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

/** The status of a page: the router knows only that it was not found. */
function answered(router: AppRouter): number {
  return isGone(router.state.matches) ? 410 : getSsrStatus(router);
}

/** What a page says of itself, and its one address; null where it is not to be listed. */
function saidOf(router: AppRouter): PageSaid | null {
  const { matches } = router.state;
  const leaf = matches.at(-1);
  if (!leaf || !isListed(leaf.staticData)) return null;
  const { settings, words } = router.options.context;
  const path = spelling(leaf.fullPath, { ...leaf.params, brand: settings.brandSlug });
  const search = leaf.staticData.sharedSearch ? router.options.stringifySearch(leaf.search) : "";
  const metas = matches.flatMap(({ meta }) => meta ?? []);
  return {
    path: path + search,
    title: metas.findLast((each) => each?.title !== undefined)?.title ?? "",
    description: metas.findLast((each) => each?.name === "description")?.content ?? null,
    language: words.t.language,
  };
}

/** The page with more in its head. */
function withHead(html: string, tags: string): string {
  const end = html.indexOf("</head>");
  return end === -1 ? html : html.slice(0, end) + tags + html.slice(end);
}

/** Renders once more, this time as a stream, which tells the error that `renderToString` swallows. */
async function failureOf(router: AppRouter): Promise<unknown> {
  let failure: unknown = new Error("A part of the page could not be rendered");
  try {
    const stream = await renderToReadableStream(<RouterServer router={router} />, {
      onError: (error) => {
        failure = error;
      },
    });
    await stream.allReady;
    await stream.cancel();
  } catch (error) {
    failure = error;
  }
  return failure;
}

/** True when a loader handed out a promise among the properties of its data. */
function hasPending(router: AppRouter): boolean {
  return router.state.matches.some(({ loaderData }) => {
    if (loaderData === null || typeof loaderData !== "object") return false;
    return Object.values(loaderData).some((value) => value instanceof Promise);
  });
}

function acceptsGzip(request: Request): boolean {
  return accepts(request.headers.get("accept-encoding"), "gzip");
}

function preloadLinks(fonts: string[]): string {
  return fonts
    .map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(", ");
}

/**
 * The build's manifest in the router's own form: what each route adds to the page's head and end. One
 * an area, found by the page's outermost route; an address that leads nowhere belongs to the public.
 */
function manifestsOf({ manifest }: Assets) {
  const routes: Record<string, { preloads: string[] }> = {};
  // Marked as answers, they go to the browser as JSON, not property by property.
  for (const [id, preloads] of Object.entries(manifest.routes))
    routes[id] = markAnswer({ preloads });
  const of = ({ entry, imports }: AreaAssets) => ({
    routes: {
      ...routes,
      __root__: markAnswer({
        preloads: [entry, ...imports],
        css: manifest.styles,
        scripts: [{ attrs: { type: "module", async: true, src: entry } }],
      }),
    },
  });
  // What these load is in the page itself, see `first-paint`.
  const ofPublic = { routes: { __root__: markAnswer({ preloads: [], scripts: [] }) } };
  const byTopRoute = new Map(
    Object.values(manifest.areas).flatMap((area) => {
      const made = area.topRoutes.includes("/") ? ofPublic : of(area);
      return area.topRoutes.map((id) => [id, made] as const);
    }),
  );
  return (topRoute: string | undefined) => byTopRoute.get(topRoute ?? "/") ?? ofPublic;
}
