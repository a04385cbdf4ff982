/** Shows who else has a reservation open: initials on its row, text in its details. */
import { PenLine } from "lucide-react";
import { useContext, useEffect, useSyncExternalStore } from "react";
import type { PresentPerson } from "../../../src/dispatch/board/presence-contract";
import { initials } from "../../ui/avatar";
import { classNames } from "../../ui/class-names";
import { ConnectionContext } from "./live-connection";

/** Returns the other people who have a reservation open now. */
export function usePresence(id: string): readonly PresentPerson[] {
  const { presence } = useContext(ConnectionContext);
  const getPeople = () => presence?.peopleAt(id) ?? nobody;
  return useSyncExternalStore(presence?.subscribe ?? noSubscription, getPeople, () => nobody);
}

/** Reports that this tab shows a reservation (or changes it, if `editing`) while the caller is mounted. */
export function useReportPresence(id: string, editing = false): void {
  const { presence } = useContext(ConnectionContext);
  useEffect(() => presence?.claim(id, editing), [presence, id, editing]);
}

const nobody: readonly PresentPerson[] = [];
const noSubscription = () => () => {};

/** Returns "Ana Uwase is editing" or "Ana Uwase and Bo Keza have this open"; "" without people. */
export function presenceText(people: readonly PresentPerson[]): string {
  const groupText = (group: readonly PresentPerson[], one: string, more: string) =>
    group.length === 0 ? [] : [`${namesText(group)} ${group.length === 1 ? one : more}`];
  return [
    ...groupText(
      people.filter(({ editing }) => editing),
      "is editing",
      "are editing",
    ),
    ...groupText(
      people.filter(({ editing }) => !editing),
      "has this open",
      "have this open",
    ),
  ].join("; ");
}

const listFormat = new Intl.ListFormat("en");

function namesText(people: readonly PresentPerson[]): string {
  return listFormat.format(people.map(({ name }) => name));
}

/**
 * Shows in the details who else has the reservation open. Announced when somebody starts to edit, not when they only
 * look.
 */
export function PresenceLine({ id }: { id: string }) {
  const people = usePresence(id);
  const editors = people.filter(({ editing }) => editing);
  const others = people.filter(({ editing }) => !editing);
  return (
    <div
      className={
        people.length === 0
          ? "sr-only"
          : classNames(
              "mt-2 flex min-w-0 items-center gap-2 rounded-md px-2 py-1 text-sm",
              editors.length > 0
                ? "bg-warning-surface text-warning-ink"
                : "bg-surface-sunken text-ink-muted",
            )
      }
    >
      {people.length > 0 && <PresenceMarks people={people} />}
      <p className="min-w-0 break-words">
        <span role="status">{presenceText(editors)}</span>
        {editors.length > 0 && others.length > 0 && "; "}
        {presenceText(others)}
      </p>
    </div>
  );
}

/** Shows on a row the initials of who else has the reservation open, with text for screen readers. */
export function RowPresence({ id }: { id: string }) {
  const people = usePresence(id);
  if (people.length === 0) return null;
  const text = presenceText(people);
  return (
    <span className="flex shrink-0 items-center" title={text}>
      <PresenceMarks people={people} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

const MAX_PRESENCE_MARKS = 2;

/** Shows initials without announcing them. `isSmall` fits a row of two lines. */
export function PresenceMarks({
  people,
  isSmall = false,
}: {
  people: readonly PresentPerson[];
  isSmall?: boolean;
}) {
  // People who edit come first, because their mark matters most.
  const sortedPeople = people.toSorted((a, b) => Number(b.editing) - Number(a.editing));
  const more = sortedPeople.length - MAX_PRESENCE_MARKS;
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center gap-0.5">
      {sortedPeople.slice(0, MAX_PRESENCE_MARKS).map(({ id, name, editing }) => (
        <span
          className={classNames(
            "inline-flex items-center gap-0.5 rounded-full font-semibold text-xs",
            isSmall ? "h-4 px-1" : "h-5 px-1.5",
            editing
              ? "bg-warning-ink text-warning-surface"
              : "border border-line-strong bg-surface-raised text-ink",
          )}
          key={id}
        >
          {editing && <PenLine size={12} />}
          {initials(name)}
        </span>
      ))}
      {more > 0 && <span className="text-xs">+{more}</span>}
    </span>
  );
}
