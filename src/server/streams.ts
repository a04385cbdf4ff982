/** Event streams with live events for a session, or for an address without a session. */
import { getCookie } from "hono/cookie";
import { networkOf } from "./addresses";
import { findSession, type Session } from "../accounts/sessions/session-queries";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { type AppContext, type Env, sessionCookieName } from "./http";
import type { LiveEvent } from "../live-events";
import { outsideRequests } from "../process/log";

/**
 * Each stream gets a heartbeat every 5 s. Owners take turns, so that the server does not write to all streams at once.
 */
const HEARTBEAT_MS = 5_000;
const TICK_MS = 250;
const TICKS_PER_HEARTBEAT = HEARTBEAT_MS / TICK_MS;
const TICKS_PER_SECOND = 1_000 / TICK_MS;

/** The most open streams of a session: each tab of a busy dispatcher has one. */
const MAX_STREAMS_PER_SESSION = 20;

/**
 * The most events that wait for a client that does not read. When it reconnects, it loads the current state.
 */
const MAX_QUEUED_EVENTS = 500;

/** One event of a stream. After an event with `last`, the stream ends. */
export type StreamMessage = { event: string; data: unknown; last?: true };

/**
 * Opens an event stream for one session. `pick` selects and converts the live events. It ends when the session ends or
 * is locked, when the server stops, or when the client disconnects or stops reading. A heartbeat comment every 5 s
 * keeps the connection open.
 *
 * Throws 429 above 20 streams of a session. `first` is sent at once. `ended` is called when the stream has ended.
 */
export function streamEvents(
  c: AppContext,
  session: Session,
  pick: (event: LiveEvent) => StreamMessage | null,
  hooks: Pick<StreamSource, "first" | "ended"> = {},
): Response {
  const { deps } = c.var;
  const token = getCookie(c, sessionCookieName(deps, session.audience)) ?? "";
  return openStream(c, {
    ...hooks,
    owner: session.id,
    maxStreams: MAX_STREAMS_PER_SESSION,
    isStillValid: () => isSessionValid(deps, session, token),
    pick: (event) => {
      if (event.type !== "session_ended") return pick(event);
      return event.sessionIds.includes(session.id) ? "end" : null;
    },
  });
}

/** The most open streams of an address (of IPv6, a /64) without a session. */
const MAX_STREAMS_PER_ADDRESS = 40;

/**
 * Like `streamEvents`, for a client without a session, of which only the address is known. `first` is sent at once.
 * `onSecond` checks each second which streams have ended by time.
 */
export function streamToAddress(
  c: AppContext,
  source: Pick<StreamSource, "first" | "pick" | "onSecond">,
): Response {
  return openStream(c, {
    ...source,
    owner: `address ${networkOf(c.var.address)}`,
    maxStreams: MAX_STREAMS_PER_ADDRESS,
    isStillValid: () => true,
  });
}

type StreamSource = {
  /** Streams of the same owner are counted together; `maxStreams` of them may be open. */
  owner: string;
  maxStreams: number;
  /** Called at every heartbeat, once for all streams of the owner. */
  isStillValid: () => boolean;
  first?: () => StreamMessage | null;
  pick: (event: LiveEvent) => StreamMessage | "end" | null;
  onSecond?: () => StreamMessage | null;
  /** Called once, at the end. */
  ended?: () => void;
};

/** All open streams of one server. */
interface ServerStreams {
  open: Set<OpenStream>;
  owners: Map<string, { streams: number; turn: number }>;
  /** The turn of the next owner. */
  nextTurn: number;
  timer: ReturnType<typeof setInterval> | undefined;
}

const streamsByServer = new WeakMap<Deps, ServerStreams>();

function streamsOf(deps: Deps): ServerStreams {
  const existingStreams = streamsByServer.get(deps);
  if (existingStreams) return existingStreams;
  const serverStreams: ServerStreams = {
    open: new Set(),
    owners: new Map(),
    nextTurn: 0,
    timer: undefined,
  };
  streamsByServer.set(deps, serverStreams);
  deps.shutdown.addEventListener("abort", () => {
    for (const stream of [...serverStreams.open]) stream.stop();
  });
  return serverStreams;
}

/**
 * Starts the one timer that serves all streams: it sends heartbeats, and checks each second which streams have ended by
 * time.
 */
function startTicking(serverStreams: ServerStreams): void {
  let tick = 0;
  const runTick = () => {
    tick = (tick + 1) % TICKS_PER_HEARTBEAT;
    const validityByOwner = new Map<string, boolean>();
    for (const stream of [...serverStreams.open]) {
      if (tick % TICKS_PER_SECOND === 0) stream.attempt(() => stream.onSecond());
      if (stream.turn === tick) stream.attempt(() => stream.sendHeartbeat(validityByOwner));
    }
  };
  serverStreams.timer ??= outsideRequests(() => setInterval(runTick, TICK_MS));
}

/** Many streams get the same message one after the other, so the bytes of the last message are kept. */
let lastText = "";
let lastBytes: Uint8Array = new Uint8Array();
const encoder = new TextEncoder();

function bytesOf(text: string): Uint8Array {
  if (text !== lastText) {
    lastText = text;
    lastBytes = encoder.encode(text);
  }
  return lastBytes;
}

/**
 * One stream, as the source of its own response body. Ten thousand may be open, so it has no timer, no queue of
 * its own and no reference to its request.
 */
class OpenStream {
  readonly turn: number;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private unsubscribe: (() => void) | undefined;
  /** Whether the client has not yet taken what was sent. */
  private hasUnread = false;
  private ended = false;
  private readonly limitIdle: (() => void) | undefined;

  /** Counts the stream for its owner. Throws 429 above the limit. */
  constructor(
    private readonly deps: Deps,
    private readonly serverStreams: ServerStreams,
    private readonly source: StreamSource,
    keepOpen: Env["Bindings"]["keepOpen"],
  ) {
    const { owners, open } = serverStreams;
    const owner = owners.get(source.owner) ?? {
      streams: 0,
      turn: serverStreams.nextTurn++ % TICKS_PER_HEARTBEAT,
    };
    if (deps.config.hasRateLimits && owner.streams >= source.maxStreams)
      throw new AppError("request.too_many", { retryAfterSeconds: 60 });
    owner.streams++;
    owners.set(source.owner, owner);
    open.add(this);
    this.turn = owner.turn;
    startTicking(serverStreams);
    this.limitIdle = keepOpen?.();
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.controller = controller;
    this.unsubscribe = this.deps.bus.subscribe((event) =>
      this.attempt(() => this.send(this.source.pick(event))),
    );
    // The session may have ended before this stream listened.
    if (this.deps.shutdown.aborted || !this.source.isStillValid()) {
      this.stop();
      return;
    }
    this.write("retry: 2000\n\n");
    try {
      this.send(this.source.first?.() ?? null);
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  /** Called when the client has taken the waiting bytes. */
  pull(): void {
    this.hasUnread = false;
  }

  cancel(): void {
    this.leave();
  }

  send(message: StreamMessage | "end" | null): void {
    if (!message || this.ended) return;
    const isFull = -(this.controller?.desiredSize ?? 0) >= MAX_QUEUED_EVENTS;
    if (message !== "end" && !isFull)
      this.write(`event: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`);
    if (message === "end" || isFull || message.last) this.stop();
  }

  /** Runs `work`. If it fails, such as a read of the database, only this stream ends. */
  attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.deps.log.error("An event stream failed: {error}", { error });
      this.stop();
    }
  }

  onSecond(): void {
    if (this.source.onSecond) this.send(this.source.onSecond());
  }

  /**
   * `validityByOwner` contains the results of this round, so that each owner is checked once. Ends the stream if its
   * owner is no longer valid or its client no longer reads.
   */
  sendHeartbeat(validityByOwner: Map<string, boolean>): void {
    const { owner, isStillValid } = this.source;
    const isValid = validityByOwner.get(owner) ?? isStillValid();
    validityByOwner.set(owner, isValid);
    // The client has taken nothing since the last heartbeat, so it no longer reads.
    if (!isValid || this.hasUnread) this.stop();
    else {
      this.hasUnread = true;
      this.write(": still here\n\n");
    }
  }

  /** Ends the stream. Bytes that were sent before still arrive. */
  stop(): void {
    if (this.ended) return;
    this.controller?.close();
    this.leave();
  }

  private write(text: string): void {
    this.controller?.enqueue(bytesOf(text));
  }

  private leave(): void {
    if (this.ended) return;
    this.ended = true;
    this.unsubscribe?.();
    const { open, owners, timer } = this.serverStreams;
    open.delete(this);
    const owner = owners.get(this.source.owner);
    if (owner && --owner.streams === 0) owners.delete(this.source.owner);
    if (open.size === 0) {
      clearInterval(timer);
      this.serverStreams.timer = undefined;
    }
    this.limitIdle?.();
    this.source.ended?.();
  }
}

function openStream(c: AppContext, source: StreamSource): Response {
  const { deps } = c.var;
  const stream = new OpenStream(deps, streamsOf(deps), source, c.env.keepOpen);
  c.header("Content-Type", "text/event-stream");
  c.header("Cache-Control", "no-store");
  c.header("X-Accel-Buffering", "no");
  return c.body(new ReadableStream(stream));
}

/** A session also ends by time and by idling, without an event. */
function isSessionValid(deps: Deps, session: Session, token: string): boolean {
  const currentSession = findSession(deps, session.audience, token);
  return (
    currentSession !== null &&
    currentSession.id === session.id &&
    currentSession.lockedAt === null &&
    !currentSession.lacksSecondFactor
  );
}
