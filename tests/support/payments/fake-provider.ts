/** Shared by the fakes of payment providers: how they fail, and what they record of each request. */

/** How the next requests are answered: well, or in one of the ways in which providers fail. */
export type ProviderBehavior =
  | "well"
  /** Nothing is done. */
  | "down"
  /** The request is done, and the answer is a 500. */
  | "500 after it"
  /** The request is done, and the answer never comes. */
  | "silent after it"
  /** A gateway gives up on the request, which is done when `catchUp` is called. */
  | "late";

type Met = "gone" | Response | undefined;

/** A fake provider on loopback with its own ledger. */
export interface FakeProvider {
  url: string;
  /** Faults of requests by the provider's published reference. */
  faults: string[];
  /** The requested paths, oldest first: `POST /v1/refunds`. */
  calls: string[];
  /** How all requests that change something are answered from now on. */
  failureMode: ProviderBehavior;
  /**
   * Called for every request before it is carried out, and again before it is answered. `path` is as in `calls`. If the
   * first call returns `gone` or a response, the request is not carried out.
   */
  intercept: ((moment: "before" | "after", path: string) => Met | Promise<Met>) | null;
  /** Does the requests that waited while the mode was `late`. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Serves `answer`, which carries out a request and returns its response, according to the failure mode. */
export function serveFake(
  answer: (request: Request, url: URL, text: string) => Response | Promise<Response>,
): FakeProvider {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      const url = new URL(request.url);
      const path = `${request.method} ${url.pathname}`;
      fake.calls.push(path);
      const text = await request.text();
      const met = await fake.intercept?.("before", path);
      if (met) return met === "gone" ? new Response(null, { status: 503 }) : met;
      const response = await answerByBehavior(request, url, text);
      await fake.intercept?.("after", path);
      return response;
    },
  });
  const backlog: (() => Response | Promise<Response>)[] = [];
  async function answerByBehavior(request: Request, url: URL, text: string): Promise<Response> {
    const { failureMode } = fake;
    // Requesting a token moves no money.
    const isHarmless = request.method === "GET" || url.pathname.endsWith("/token/");
    if (isHarmless || failureMode === "well") return answer(request, url, text);
    if (failureMode === "late") backlog.push(() => answer(request, url, text));
    if (failureMode === "down" || failureMode === "late")
      return Response.json({ message: "out of order" }, { status: 503 });
    await answer(request, url, text);
    if (failureMode === "500 after it")
      return Response.json({ message: "something broke" }, { status: 500 });
    return new Promise<Response>(() => {});
  }
  const fake: FakeProvider = {
    url: server.url.origin,
    faults: [],
    calls: [],
    failureMode: "well",
    intercept: null,
    async catchUp() {
      for (const late of backlog.splice(0)) await late();
    },
    stop: () => server.stop(true),
  };
  return fake;
}
