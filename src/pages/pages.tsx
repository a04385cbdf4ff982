/**
 * The answer to everything a browser opens: which answer a path has, and whether it is cached or rendered for the
 * request.
 */
import { createApi } from "../../client/api";
import { type AppRouter, createAppRouter } from "../../client/router";
import { routeTree } from "../../client/routeTree.gen";
import { sharedPageOf } from "../../client/shared-page";
import { accentCss, accentTokens, defaultAccent, surfaces } from "../../client/ui/accent";
import { createWords } from "../../client/words/words";
import type { Assets } from "../process/assets";
import type { Backend } from "../server/backend";
import type { PostedForm } from "../contact/posted-form-contract";
import { contentRevision } from "../content/revision";
import type { Deps } from "../deps";
import type { Env } from "../server/http";
import { contentSecurityPolicy, pageHeaders } from "../server/security-headers";
import { addressInLanguage, languageInPath } from "../site/address-rules";
import type { Settings } from "../settings/contract";
import type { Language } from "../settings/languages/languages-contract";
import { isOpen } from "../settings/operator-queries";
import { publicSettings } from "../settings/queries";
import { isOffered } from "../settings/services-rules";
import { createStandalonePages } from "./standalone-pages";
import { createSearchEnginePages } from "./search-engine-pages";
import { createNonce } from "./nonce";
import { createPageWords } from "./page-words";
import { createRender } from "./render";
import { isListed, isTranslated } from "./router-facts";
import { createSharedPages } from "./shared-pages";
import { type ClientPaint, siteFile } from "./site-files";
import { createWidgetPages } from "./widget-pages";

type Bindings = Env["Bindings"];

/** The path of a URL, and the language of its prefix. */
interface PagePath {
  path: string;
  urlLanguage?: Language;
  /** Whether the URL must redirect to another spelling. */
  isAlias?: boolean;
}

/** Answers page requests. `env` is passed to the app with every call of a loader. */
interface Pages {
  /** A file that depends on the operator, such as the web manifest. */
  file(path: string): Response | Promise<Response> | undefined;
  /** Renders the page of a form that was refused, with the typed values. */
  renderPostedForm(
    request: Request,
    path: string,
    env: Bindings,
    postedForm: PostedForm,
  ): Promise<Response>;
  /** Continues a trip from the widget on another website in the booking on this site. */
  continueBooking(request: Request): Promise<Response>;
  respond(
    request: Request,
    path: string,
    search: string,
    env: Bindings,
  ): Promise<Response> | Response;
}

/**
 * Creates the pages: everything outside `/backend` and `/assets`, rendered with React. A route marked `shared` is
 * rendered once, without cookies, and cached until its content changes. Other routes are rendered for each request:
 * head first in the areas of signed-in people, and in one piece elsewhere.
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
  const { isHttps, analyticsScriptUrl } = deps.config;
  const policyOptions = {
    https: isHttps,
    analyticsOrigin: analyticsScriptUrl ? new URL(analyticsScriptUrl).origin : null,
  };
  const framedPolicyOptions = { ...policyOptions, analyticsOrigin: null };
  const fixedHeaders = {
    ...pageHeaders(policyOptions),
    ...(assets.manifest.fonts.length > 0 && { link: preloadLinks(assets.manifest.fonts) }),
  };
  let mapOrigins = deps.map.origins();
  let policyParts = contentSecurityPolicy({ ...policyOptions, mapOrigins });
  /** Returns the current policy. A remote map style is read after the start, and later again. */
  const csp = () => {
    if (deps.map.origins() !== mapOrigins) {
      mapOrigins = deps.map.origins();
      policyParts = contentSecurityPolicy({ ...policyOptions, mapOrigins });
    }
    return policyParts;
  };
  const shared = createSharedPages({
    headers: fixedHeaders,
    csp,
    revision: () => contentRevision(deps),
  });
  let settings = publicSettings(deps);
  let open = isOpen(deps);
  deps.bus.listen((event) => {
    // The landscape is stored with the texts of the first page.
    if (event.type !== "settings" && event.type !== "content") return;
    settings = publicSettings(deps);
    open = isOpen(deps);
  });
  /** Only tells which route a path belongs to. */
  const routes = createAppRouter(routeTree, {
    api: createApi("http://localhost"),
    settings,
    requestId: "",
    words: createWords("en", () => ({})),
  });
  const seo = createSearchEnginePages({
    deps,
    paint,
    // Read each time, because the operator may change the URL's segment.
    isTranslated: (path) =>
      isTranslated(routes.getMatchedRoutes(path)[0].at(-1)?.options.staticData),
    routes: () => listedPaths(routes, settings),
  });
  const words = createPageWords(deps, assets, routes);
  const standalonePages = createStandalonePages({
    deps,
    assets,
    headers: pageHeaders(policyOptions),
    settings: () => settings,
    words,
  });
  const widgetPages = createWidgetPages({
    deps,
    headers: fixedHeaders,
    policy: (frameAncestors) =>
      contentSecurityPolicy({ ...framedPolicyOptions, mapOrigins, frameAncestors }),
    renderPage: standalonePages.renderContinuePage,
  });
  const render = createRender({
    deps,
    backend,
    assets,
    routeMatcher: routes,
    settings: () => settings,
    words,
    headers: fixedHeaders,
    csp,
    headTags: seo.head,
    allowEmbedding: widgetPages.allowEmbedding,
  });

  /** Renders a shared page for the first time, and caches it if it was rendered without errors. */
  function renderShared(key: string, request: Request, target: PagePath, env: Bindings) {
    return shared.renderOnce(key, request, async (placeholder) => {
      // The shared page must contain nothing of the visitor's request except the page's URL.
      const accepted = request.headers.get("accept-encoding") ?? "identity";
      const sharedRequest = new Request(new URL(key, deps.config.publicUrl), {
        headers: { "accept-encoding": accepted },
      });
      const answer = await render(sharedRequest, target.path, env, placeholder, {
        anonymous: true,
        isCached: true,
        urlLanguage: target.urlLanguage,
      });
      const isCacheable = answer.status === 200 && !answer.headers.has("set-cookie");
      return isCacheable ? answer.text() : answer;
    });
  }

  const { publicUrl: origin } = deps.config;
  const file = (path: string) => siteFile(path, { ...settings, origin }, paint) ?? seo.file(path);

  return {
    file,
    renderPostedForm(request, path, env, postedForm) {
      const page = languageInPath(path);
      return render(toGetRequest(request, path), page?.path ?? path, env, createNonce(), {
        anonymous: true,
        postedForm,
        urlLanguage: page && settings.languages.includes(page.language) ? page.language : undefined,
      });
    },
    continueBooking: widgetPages.continueBooking,
    respond(request, path, search, env) {
      const startedAt = performance.now();
      const answer = respondTo(request, path, search, env);
      if (!(answer instanceof Promise)) return recordPageMetrics(answer, request, startedAt);
      return answer.then((page) => recordPageMetrics(page, request, startedAt));
    },
  };

  function recordPageMetrics(page: Response, { method }: Request, startedAt: number): Response {
    deps.tally.observeRequest(method, "page", page.status, (performance.now() - startedAt) / 1000);
    return page;
  }

  function respondTo(
    request: Request,
    address: string,
    search: string,
    env: Bindings,
  ): Promise<Response> | Response {
    const target = pagePathAt(routes, address, settings);
    if (target.isAlias)
      return words.setLanguageCookie(request, target.urlLanguage, redirectTo(target.path + search));
    const { path, urlLanguage = settings.language } = target;
    const redirect = (to: string) =>
      redirectTo(addressInLanguage(to, urlLanguage, settings.language));
    const serve = () => servePage(request, target, search, env);
    if (open) return path === OPENING_PATH ? redirect("/") : serve();
    if (!waitsForOpening(routes, path, search)) return serve();
    return isStaff(backend, request, env).then((staff) =>
      staff ? serve() : redirect(OPENING_PATH),
    );
  }

  function servePage(
    request: Request,
    target: PagePath,
    search: string,
    env: Bindings,
  ): Promise<Response> | Response {
    const { path, urlLanguage = settings.language } = target;
    const keyOf = (key: string) => addressInLanguage(key, urlLanguage, settings.language);
    const cached = (key: string) => {
      const page = shared.respond(key, request);
      if (page) deps.tally.count("livery_pages_total", 'from="kept"');
      return page;
    };
    const ready =
      standalonePages.respond(request, path, search) ??
      ((search === "" && cached(keyOf(path))) || (urlLanguage === settings.language && file(path)));
    if (ready) return ready;
    const page = sharedPageOf(routes, path, search);
    if (page?.key !== undefined)
      return cached(keyOf(page.key)) ?? renderShared(keyOf(page.key), request, target, env);
    const [matchedRoutes] = routes.getMatchedRoutes(path);
    const facts = matchedRoutes.map(({ options }) => options.staticData);
    const hasSecretAddress = facts.some((each) => each?.hasSecretAddress);
    const isEmbeddable = facts.some((each) => each?.isEmbeddable);
    const flags = { anonymous: page !== undefined, hasSecretAddress, isEmbeddable };
    return render(request, path, env, createNonce(), { ...flags, urlLanguage: target.urlLanguage });
  }
}

/** Returns the paths of the offered pages that search engines may list. */
function listedPaths(routes: AppRouter, { services, brandSlug }: Settings): string[] {
  return Object.values(routes.routesById).flatMap(({ fullPath, options }) =>
    isListed(options.staticData) && isOffered(services, fullPath.slice(1))
      ? [fullPath.replace("{$brand}", brandSlug).replace(/(.)\/$/, "$1")]
      : [],
  );
}

/** Returns a request for the same page without its form data. */
function toGetRequest({ headers: sent, url, signal }: Request, path: string): Request {
  const headers = new Headers();
  for (const name of ["accept-encoding", "accept-language"]) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Request(new URL(path, url), { headers, signal });
}

/** Returns the page that a URL requests. */
function pagePathAt(
  routes: AppRouter,
  address: string,
  { language: mainLanguage, languages }: Settings,
): PagePath {
  const target = languageInPath(address);
  if (!target) return { path: address };
  const { path, language: urlLanguage } = target;
  // A language that isn't offered redirects to the main language.
  if (!languages.includes(urlLanguage)) return { path, isAlias: true };
  if (urlLanguage === mainLanguage) return { path, urlLanguage, isAlias: true };
  // The first page in a language ends in a slash.
  if (address === `/${urlLanguage}`) return { path: `${address}/`, isAlias: true };
  const [matchedRoutes, , foundRoute] = routes.getMatchedRoutes(path);
  // A page that isn't part of the translated site has one URL for all languages.
  const isAlias =
    foundRoute !== undefined && !isTranslated(matchedRoutes.at(-1)?.options.staticData);
  return { path, urlLanguage, isAlias };
}

/** Tells whether the public can see a path only after the business has opened. */
function waitsForOpening(routes: AppRouter, path: string, search: string): boolean {
  const leaf = routes.getMatchedRoutes(path)[0].at(-1);
  const route = leaf?.fullPath.replace(/(.)\/$/, "$1") ?? "";
  const waits = isListed(leaf?.options.staticData) || bookingPaths.includes(route);
  const isFormResult = route === "/contact-us" && search !== "";
  return waits && !earlyPaths.includes(route) && !isFormResult;
}

/** The page that the public sees until the business is open. */
const OPENING_PATH = "/opening";
/** Pages that are open earlier, so that drivers can already apply. */
const earlyPaths: readonly string[] = [
  "/joinUs",
  "/driver-apply",
  "/{$brand}Driver",
  // This page tells riders itself that they can sign in later.
  "/{$brand}Client",
];
/**
 * Booking pages that are not listed. The widget isn't among them, because it tells itself, on other websites, that it
 * opens soon.
 */
const bookingPaths: readonly string[] = ["/reservation", "/booking"];

/** Tells whether the visitor is staff. Staff see the site as it will be. */
async function isStaff(backend: Backend, request: Request, env: Bindings): Promise<boolean> {
  const cookie = request.headers.get("cookie");
  if (cookie === null) return false;
  const profile = new Request(new URL("/backend/admin/profile", request.url), {
    headers: { cookie },
  });
  return (await backend.fetch(profile, env)).status === 200;
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

const paint: ClientPaint = {
  accentCss,
  mark: (accent) => {
    const tokens = accentTokens(accent ?? defaultAccent, "light");
    return { ground: tokens.accent, ink: tokens.accentInk };
  },
  surface: surfaces.light.raised,
};

function preloadLinks(fonts: string[]): string {
  return fonts
    .map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`)
    .join(", ");
}
