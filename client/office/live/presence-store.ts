/** Who else has which reservation before them, as the live line tells; and what this tab says of itself. */
import type {
  Present,
  PresentAt,
  SayPresence,
  StreamOpened,
} from "../../../src/dispatch/board/presence-contract";

/** Whoever only passes by, arrow by arrow, is not told of. */
const SETTLED_MS = 350;

const nobody: readonly Present[] = [];

type Said = Pick<SayPresence, "open" | "editing">;

export type PresenceStore = ReturnType<typeof createPresenceStore>;

/** The store of one dashboard; `send` tells the server and answers whether it took it. */
export function createPresenceStore(send: (said: SayPresence) => Promise<boolean>) {
  const people = new Map<string, readonly Present[]>();
  const listeners = new Set<() => void>();
  const claims = new Set<{ id: string; editing: boolean }>();
  let stream: string | null = null;
  let told = JSON.stringify({ open: null, editing: null } satisfies Said);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const changed = () => {
    for (const listener of listeners) listener();
  };
  const hear = ({ reservationId, people: now }: PresentAt) => {
    if (now.length > 0) people.set(reservationId, now);
    else people.delete(reservationId);
  };
  /** The last that was taken up: what lies on top. */
  const mine = (): Said => {
    const last = (editing: boolean) =>
      [...claims].filter((claim) => claim.editing === editing).at(-1)?.id ?? null;
    return { open: last(false), editing: last(true) };
  };
  const say = async () => {
    const now = mine();
    const text = JSON.stringify(now);
    if (stream === null || text === told) return;
    const before = told;
    told = text;
    // What was not taken is said again with the next change, or on the next line.
    if (!(await send({ stream, ...now })) && told === text) told = before;
  };
  const saySoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void say(), SETTLED_MS);
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    at: (id: string) => people.get(id) ?? nobody,
    /** The line stands: who is where, and what it calls this tab. */
    opened: (hello: StreamOpened) => {
      stream = hello.stream;
      told = JSON.stringify({ open: null, editing: null } satisfies Said);
      people.clear();
      for (const at of hello.present) hear(at);
      changed();
      saySoon();
    },
    heard: (at: PresentAt) => {
      hear(at);
      changed();
    },
    /** Without the line nobody knows who is where. */
    lost: () => {
      stream = null;
      clearTimeout(timer);
      people.clear();
      changed();
    },
    /** This tab has a reservation before it until the returned function is called. */
    claim: (id: string, editing: boolean) => {
      const claim = { id, editing };
      claims.add(claim);
      saySoon();
      return () => {
        claims.delete(claim);
        saySoon();
      };
    },
  };
}
