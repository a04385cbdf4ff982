/**
 * Keeps in memory which reservations the staff in dispatch have open, for as long as the event stream of their tab is
 * open. Closing the tab, losing the connection, and ending or locking the session remove the entry.
 */
import type { Session } from "../../accounts/sessions/session-queries";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { ReservationPresence, ReportPresence, StreamOpened } from "./presence-contract";
import { presenceAt, openReservationIds, type Tab } from "./presence-rules";

type SessionTab = Tab & { sessionId: string };

const tabsByServer = new WeakMap<Deps, Map<string, SessionTab>>();

function tabsOf(deps: Deps): Map<string, SessionTab> {
  const tabs = tabsByServer.get(deps) ?? new Map<string, SessionTab>();
  tabsByServer.set(deps, tabs);
  return tabs;
}

/** Registers the tab of a new stream. It has no reservation open yet. */
export function openTab(deps: Deps, stream: string, session: Session): StreamOpened {
  const tabs = tabsOf(deps);
  tabs.set(stream, {
    sessionId: session.id,
    accountId: session.accountId,
    name: session.name,
    open: null,
    editing: null,
  });
  const others = [...tabs.values()].filter(({ accountId }) => accountId !== session.accountId);
  const presences = openReservationIds(others).map((reservationId) => ({
    reservationId,
    people: presenceAt(others, reservationId),
  }));
  return { stream, present: presences };
}

/** Whether somebody has a screen of dispatch open. */
export function isDispatchOpen(deps: Deps): boolean {
  return tabsOf(deps).size > 0;
}

/** Removes the tab whose stream has ended and notifies the other tabs. */
export function closeTab(deps: Deps, stream: string): void {
  const tabs = tabsOf(deps);
  const tab = tabs.get(stream);
  if (!tab) return;
  tabs.delete(stream);
  publishPresence(deps, openReservationIds([tab]));
}

/** Replaces what a tab has open and notifies the other tabs. 404 if the stream does not belong to the session. */
export function reportPresence(deps: Deps, session: Session, presence: ReportPresence): void {
  const { stream, open, editing } = presence;
  const tab = tabsOf(deps).get(stream);
  if (tab?.sessionId !== session.id) throw new AppError("request.not_found");
  const reservationIdsBefore = openReservationIds([tab]);
  const { name } = session;
  const changedTab = { ...tab, name, open, editing };
  tabsOf(deps).set(stream, changedTab);
  publishPresence(deps, new Set([...reservationIdsBefore, ...openReservationIds([changedTab])]));
}

/** Returns the presence at a reservation without the person who receives it. */
export function withoutAccount(
  presence: ReservationPresence,
  accountId: string,
): ReservationPresence {
  return { ...presence, people: presence.people.filter(({ id }) => id !== accountId) };
}

function publishPresence(deps: Deps, reservationIds: Iterable<string>): void {
  const tabs = tabsOf(deps);
  for (const reservationId of reservationIds)
    deps.bus.publish({
      type: "presence",
      reservationId,
      people: presenceAt(tabs.values(), reservationId),
    });
}
