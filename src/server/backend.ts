/** The API of a running server. Loading its slices takes as long as the rest of the start. */
import { Hono } from "hono";
import { LinearRouter } from "hono/router/linear-router";
import type { App } from "../app";
import { publicContentRoutes } from "../content/public-content-routes";
import { createContext } from "./context";
import type { Deps } from "../deps";
import { healthRoutes } from "./health";
import type { Env } from "./http";
import { renderError } from "./requests";
import { bookableClassRoutes } from "../vehicles/bookable-routes";

export interface Backend {
  /** Answers a request under `/backend`. The first request that needs the whole API loads it. */
  fetch(request: Request, env: Env["Bindings"]): Response | Promise<Response>;
  /** Loads the whole API before anybody needs it. */
  load(): Promise<App>;
  /** False while only the first calls are available. */
  isLoaded(): boolean;
}

/**
 * Opens the API of `app.ts`, which is loaded on first use. The calls of public pages and the health check are
 * also mounted here, and answer until then.
 */
export function openBackend(deps: Deps): Backend {
  const earlyRouter = new Hono<Env>({ router: new LinearRouter() }).use(createContext(deps));
  for (const part of [healthRoutes, bookableClassRoutes, publicContentRoutes])
    earlyRouter.route("/backend", part.hono);
  earlyRouter.onError((error, c) => renderError(error, c, deps));
  const earlyCallPatterns = earlyRouter.routes
    .filter(({ method }) => method !== "ALL")
    .map((call) => new RegExp(`^${callKeyOf(call).replace(/:\w+/g, "[^/]+")}$`));
  let app: App | undefined;
  let loadingApp: Promise<App> | undefined;
  const load = () => {
    loadingApp ??= import("../app").then(({ createApp }) => {
      app = createApp(deps);
      return app;
    });
    return loadingApp;
  };
  return {
    load,
    isLoaded: () => app !== undefined,
    fetch(request, env) {
      if (app) return app.fetch(request, env);
      const { pathname: path } = new URL(request.url);
      const call = callKeyOf({ method: request.method, path });
      if (earlyCallPatterns.some((pattern) => pattern.test(call)))
        return earlyRouter.fetch(request, env);
      return load().then((loadedApp) => loadedApp.fetch(request, env));
    },
  };
}

function callKeyOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}
