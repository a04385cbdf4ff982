/** Stores who else has which reservation open, as the event stream reports it, and what this tab reports. */
import type {
  PresentPerson,
  ReservationPresence,
  ReportPresence,
  StreamOpened,
} from "../../../src/dispatch/board/presence-contract";

/** How long a reservation must be open before it is reported, in ms. Those only passed with the arrow keys are not. */
const PRESENCE_DELAY_MS = 350;

const nobody: readonly PresentPerson[] = [];

type ReportedPresence = Pick<ReportPresence, "open" | "editing">;

export type PresenceStore = ReturnType<typeof createPresenceStore>;

/**
 * Creates the presence store of one dashboard. `send` reports to the server and resolves with whether the server
 * accepted.
 */
export function createPresenceStore(send: (report: ReportPresence) => Promise<boolean>) {
  const people = new Map<string, readonly PresentPerson[]>();
  const listeners = new Set<() => void>();
  const claims = new Set<{ id: string; editing: boolean }>();
  let streamName: string | null = null;
  let reportedPresence = JSON.stringify({ open: null, editing: null } satisfies ReportedPresence);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const applyPresence = ({ reservationId, people: presentPeople }: ReservationPresence) => {
    if (presentPeople.length > 0) people.set(reservationId, presentPeople);
    else people.delete(reservationId);
  };
  /** Returns what this tab reports: the reservation opened last, and the one edited last. */
  const ownPresence = (): ReportedPresence => {
    const lastClaimedId = (editing: boolean) =>
      [...claims].filter((claim) => claim.editing === editing).at(-1)?.id ?? null;
    return { open: lastClaimedId(false), editing: lastClaimedId(true) };
  };
  const sendPresence = async () => {
    const presence = ownPresence();
    const text = JSON.stringify(presence);
    if (streamName === null || text === reportedPresence) return;
    const before = reportedPresence;
    reportedPresence = text;
    // A report the server did not accept is sent again with the next change or connection.
    if (!(await send({ stream: streamName, ...presence })) && reportedPresence === text)
      reportedPresence = before;
  };
  const scheduleSend = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void sendPresence(), PRESENCE_DELAY_MS);
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    peopleAt: (id: string) => people.get(id) ?? nobody,
    /** Called on connection, with who has what open and the name of this tab's stream. */
    onOpened: (event: StreamOpened) => {
      streamName = event.stream;
      reportedPresence = JSON.stringify({ open: null, editing: null } satisfies ReportedPresence);
      people.clear();
      for (const presence of event.present) applyPresence(presence);
      notifyListeners();
      scheduleSend();
    },
    onPresence: (presence: ReservationPresence) => {
      applyPresence(presence);
      notifyListeners();
    },
    /** Without a connection, presence is unknown. */
    onDisconnected: () => {
      streamName = null;
      clearTimeout(timer);
      people.clear();
      notifyListeners();
    },
    /** Marks a reservation as open in this tab until the returned function is called. */
    claim: (id: string, editing: boolean) => {
      const claim = { id, editing };
      claims.add(claim);
      scheduleSend();
      return () => {
        claims.delete(claim);
        scheduleSend();
      };
    },
  };
}
