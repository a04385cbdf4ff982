import { StickyNote } from "lucide-react";
import type { ContactEntry } from "../../src/contact/contact-desk-contract";
import { classNames } from "../ui/class-names";
import { Moment } from "../ui/moment";

const mailWords: Record<NonNullable<ContactEntry["mail"]>, string> = {
  waiting: "Being sent",
  kept: "In the outbox",
  sent: "Sent",
  failed: "Not delivered",
  expired: "Not delivered in time",
};

const stepWords: Partial<Record<ContactEntry["kind"], (text: string) => string>> = {
  assigned: (name) => (name ? `assigned it to ${name}` : "removed the assignment"),
  linked: (to) => `linked it to ${to}`,
  state: (state) =>
    state === "closed" ? "closed it" : state === "spam" ? "marked it as spam" : "reopened it",
};

/** The messages and actions in order: the sender on the left, dispatch on the right. */
export function Entries({ entries }: { entries: readonly ContactEntry[] }) {
  return (
    <ol className="grid min-w-0 gap-3">
      {entries.map((entry) => {
        const step = stepWords[entry.kind];
        if (step)
          return (
            <li className="text-center text-ink-muted text-xs" key={entry.id}>
              {entry.by} {step(entry.text)} · <Moment at={entry.at} />
            </li>
          );
        return <ContactEntryItem entry={entry} key={entry.id} />;
      })}
    </ol>
  );
}

function ContactEntryItem({ entry }: { entry: ContactEntry }) {
  const { kind, by, ours, text, at, mail } = entry;
  const isNote = kind === "noted";
  const isFailed = mail === "failed" || mail === "expired";
  return (
    <li
      className={classNames(
        "grid min-w-0 max-w-[92%] gap-1",
        ours ? "ms-auto justify-items-end" : "me-auto",
      )}
    >
      <p
        className={classNames(
          "w-fit max-w-full whitespace-pre-line break-words rounded-lg px-3 py-2",
          isNote
            ? "border border-warning-ink/30 border-dashed bg-warning-surface text-warning-ink"
            : ours
              ? "bg-accent-surface"
              : "bg-surface-sunken",
        )}
      >
        {isNote && (
          <span className="mb-1 flex items-center gap-1 font-medium text-xs">
            <StickyNote aria-hidden="true" size={14} />
            Internal note
          </span>
        )}
        {text}
      </p>
      <p className="text-ink-muted text-xs">
        {by} · <Moment at={at} />
        {kind === "answered" && mail && (
          <span className={isFailed ? "font-medium text-danger-ink" : undefined}>
            {" "}
            · {mailWords[mail]}
          </span>
        )}
        {kind === "replied" && " · pasted from an e-mail"}
      </p>
    </li>
  );
}
