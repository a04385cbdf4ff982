/** Pages over a real socket. A test can delay or break the calls of their loaders after they are admitted. */
import { createPages } from "../../src/pages/pages";
import { openAssets } from "../../src/process/assets";
import { type Backend, openBackend } from "../../src/server/backend";
import type { TestServer } from "./server";

export type CachedPagesServer = Awaited<ReturnType<typeof serveCachedPages>>;

export async function serveCachedPages({ deps }: TestServer) {
  const realBackend = openBackend(deps);
  await realBackend.load();
  const assets = openAssets();
  const released = Promise.withResolvers<void>();
  const held = {
    /** The path of the calls that wait until `release`, below `/backend`. */
    slow: "",
    /** The path of the calls that fail. */
    failingPath: "",
    release: released.resolve,
    /** The calls that succeeded, in order. */
    worked: [] as string[],
  };
  const backend: Backend = {
    ...realBackend,
    fetch(request, env) {
      const path = new URL(request.url).pathname.replace("/backend", "");
      const hold = async (isDecisive: boolean) => {
        await env.hold?.(isDecisive);
        if (path === held.slow) await released.promise;
        held.worked.push(path);
        if (path === held.failingPath) throw new Error("It broke");
      };
      return realBackend.fetch(request, Object.assign(Object.create(env), { hold }));
    },
  };
  const pages = createPages({ deps, backend, assets });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    // A test may delay a page for any time.
    idleTimeout: 0,
    fetch(request, server) {
      const { pathname, search } = new URL(request.url);
      const env = {
        keepOpen() {
          server.timeout(request, 0);
          return () => undefined;
        },
      };
      if (pathname.startsWith("/backend/")) return realBackend.fetch(request, env);
      return assets.respond(pathname, request) ?? pages.respond(request, pathname, search, env);
    },
  });
  return {
    held,
    server,
    origin: `http://localhost:${server.port}`,
    async stop() {
      released.resolve();
      await server.stop(true);
    },
  };
}
