/** Event streams: what a session, or an address without one, is told while it listens. */
import { streamSSE } from "hono/streaming";
import { networkOf } from "./accounts/code-rules";
import type { Session } from "./accounts/session-queries";
import type { Deps } from "./deps";
import { AppError } from "./errors";
import { type AppContext, readSession } from "./http";
import type { LiveEvent } from "./live";

const HEARTBEAT_MS = 5_000;

/** Open streams of one session: every tab of a busy dispatcher has one. */
const MOST_STREAMS_A_SESSION = 20;

/** Events that wait for a client which does not read; it comes back and reads the truth then. */
const MOST_WAITING = 500;

const openStreams = new WeakMap<Deps, Map<string, number>>();

/** One event of a stream; behind the `last` one the stream ends. */
export type Sent = { event: string; data: unknown; last?: true };

/**
 * An event stream of what `pick` makes of the live events, for one session. It ends when the
 * session ends or is locked, when the server drains, when the client goes away or stops reading. A
 * heartbeat comment every 5 s keeps the connection. 429 past 20 streams of a session. `first` is sent at
 * once; `ended` is called when nobody hears this stream any more.
 */
export function streamEvents(
  c: AppContext,
  session: Session,
  pick: (event: LiveEvent) => Sent | null,
  around: Pick<StreamSource, "first" | "ended"> = {},
): Response {
  return openStream(c, {
    ...around,
    owner: session.id,
    most: MOST_STREAMS_A_SESSION,
    isGood: () => isStillGood(c, session),
    pick: (event) => {
      if (event.type !== "session_ended") return pick(event);
      return event.sessionIds.includes(session.id) ? "end" : null;
    },
  });
}

/** Open streams that one address (of IPv6, a /64) may have without a session. */
const MOST_STREAMS_AN_ADDRESS = 40;

/**
 * As `streamEvents`, for somebody without a session, from whom only the address is known. `first` is
 * sent at once; `everySecond` looks for what ends by time.
 */
export function streamToAddress(
  c: AppContext,
  source: Pick<StreamSource, "first" | "pick" | "everySecond">,
): Response {
  return openStream(c, {
    ...source,
    owner: `address ${networkOf(c.var.address)}`,
    most: MOST_STREAMS_AN_ADDRESS,
    isGood: () => true,
  });
}

type StreamSource = {
  /** Whose streams are counted together, and how many of them may be open. */
  owner: string;
  most: number;
  /** Asked at every heartbeat. */
  isGood: () => boolean;
  first?: () => Sent | null;
  pick: (event: LiveEvent) => Sent | "end" | null;
  everySecond?: () => Sent | null;
  /** Once, behind everything else. */
  ended?: () => void;
};

function openStream(c: AppContext, source: StreamSource): Response {
  const deps = c.var.deps;
  const leave = enterStream(deps, source);
  const limitIdle = c.env.keepOpen?.();
  c.header("X-Accel-Buffering", "no");
  const response = streamSSE(c, async (stream) => {
    const waiting: { event: string; data: string; last: boolean }[] = [];
    let wake = Promise.withResolvers<void>();
    let ended = false;
    const stop = () => {
      if (ended) return;
      ended = true;
      // Lets go of a write that the client does not take.
      stream.abort();
      wake.resolve();
    };
    const send = (sent: Sent | "end" | null) => {
      if (!sent) return;
      if (sent === "end" || waiting.length >= MOST_WAITING) return stop();
      const { event, data, last = false } = sent;
      waiting.push({ event, data: JSON.stringify(data), last });
      wake.resolve();
    };
    const unsubscribe = deps.bus.subscribe((event) => send(source.pick(event)));
    stream.onAbort(stop);
    deps.draining.addEventListener("abort", stop);
    let beating = false;
    const heartbeat = setInterval(() => {
      // A beat that was not taken since the last one: nobody reads any more.
      if (beating || !source.isGood()) return stop();
      beating = true;
      void stream.write(": still here\n\n").then(() => {
        beating = false;
      });
    }, HEARTBEAT_MS);
    const { everySecond } = source;
    const second = everySecond && setInterval(() => send(everySecond()), 1_000);
    try {
      // It may have ended before this stream listened.
      if (deps.draining.aborted || !source.isGood()) stop();
      await stream.write("retry: 2000\n\n");
      send(source.first?.() ?? null);
      while (!ended) {
        wake = Promise.withResolvers<void>();
        if (waiting.length === 0) await wake.promise;
        for (const { last, ...message } of waiting.splice(0)) {
          if (ended) break;
          await stream.writeSSE(message);
          if (last) ended = true;
        }
      }
    } finally {
      clearInterval(heartbeat);
      clearInterval(second);
      unsubscribe();
      deps.draining.removeEventListener("abort", stop);
      leave();
      limitIdle?.();
      source.ended?.();
    }
  });
  response.headers.set("Cache-Control", "no-store");
  return response;
}

/** Counts a stream of an owner; returns what takes it off the count. Throws 429 past the limit. */
function enterStream(deps: Deps, { owner, most }: StreamSource): () => void {
  const counts = openStreams.get(deps) ?? new Map<string, number>();
  openStreams.set(deps, counts);
  const others = counts.get(owner) ?? 0;
  if (deps.config.rateLimits && others >= most)
    throw new AppError("request.too_many", { retryAfterSeconds: 60 });
  counts.set(owner, others + 1);
  return () => {
    const left = (counts.get(owner) ?? 1) - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
  };
}

/** Sessions also end by time and by idling, which no event tells. */
function isStillGood(c: AppContext, session: Session): boolean {
  const now = readSession(c, session.audience);
  return now !== null && now.id === session.id && now.lockedAt === null && !now.secondFactorMissing;
}
