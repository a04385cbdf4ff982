import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type AuditAction, auditActions } from "../../src/audit/contract";
import type { AuditRow } from "../../src/dispatch/board/audit-contract";
import { Avatar } from "../ui/avatar";
import { DefinitionList } from "../ui/definition-list";
import { Moment } from "../ui/moment";
import { subjectLink } from "./subject-link";

/** One entry, which opens to show all of its details. */
export function AuditEntry({ row }: { row: AuditRow }) {
  const { actor, subject } = row;
  const link = subjectLink(subject);
  return (
    <li>
      <details className="group">
        <summary className="grid cursor-pointer gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-surface-sunken sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto]">
          <span className="flex min-w-0 items-center gap-2 font-medium">
            <Avatar name={actor.name} size="small" />
            <span className="truncate">{actor.name}</span>
          </span>
          <span className="flex min-w-0 items-center">
            <span className="sm:truncate">
              {row.summary}
              {subject.name && subject.id !== actor.id && (
                <span className="text-ink-muted">: {subject.name}</span>
              )}
            </span>
          </span>
          <span className="flex items-center gap-2 text-ink-muted tabular-nums">
            <Moment at={row.at} />
            <ChevronRight
              aria-hidden="true"
              className="ms-auto shrink-0 transition-transform group-open:rotate-90"
              size={14}
            />
          </span>
        </summary>
        <div className="border-line border-t bg-surface-sunken px-4 py-2 sm:ps-16">
          <DefinitionList
            dense
            facts={[
              { name: "Number", value: row.number },
              { name: "Action", value: auditActions[row.action as AuditAction] ?? row.action },
              {
                name: "Subject",
                value: link ? (
                  <Link
                    className="inline-flex items-center text-accent-text underline underline-offset-4 pointer-coarse:min-h-11"
                    search={(link.search ?? {}) as never}
                    to={link.to}
                  >
                    {subject.name ?? `Open ${subject.kind.replaceAll("_", " ")}`}
                  </Link>
                ) : (
                  (subject.name ?? subject.kind.replaceAll("_", " "))
                ),
              },
              ...Object.entries(row.detail).map(([name, value]) => ({
                name: fieldNameText(name),
                value: value === "" ? null : String(value),
              })),
              ...(row.address ? [{ name: "IP address", value: row.address }] : []),
            ]}
          />
        </div>
      </details>
    </li>
  );
}

/** Turns a name such as `amountMinor` into readable text. */
function fieldNameText(name: string): string {
  const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
