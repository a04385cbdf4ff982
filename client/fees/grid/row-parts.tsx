import { CircleAlert, Plus, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { IconButton } from "../../ui/icon-button";
import { useFaultsAt, useFees, useReferenceValue } from "../fees-context";

/** The heading of a part of the price list. */
export function PartHeader({
  title,
  children,
  action,
  level = 2,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 @md:flex-nowrap">
      <div className="min-w-0 flex-1 basis-64">
        <Heading className={level === 2 ? "text-base" : "text-sm"}>{title}</Heading>
        {children && <p className="mt-0.5 max-w-2xl text-ink-muted text-sm">{children}</p>}
      </div>
      {action}
    </div>
  );
}

/** A button that adds a row; empty when read-only. */
export function AddButton({
  children,
  onAdd,
  disabled,
}: {
  children: string;
  onAdd: () => void;
  disabled?: boolean | undefined;
}) {
  const { canEdit } = useFees();
  if (!canEdit) return null;
  return (
    <Button
      className="shrink-0"
      disabled={disabled}
      icon={<Plus aria-hidden="true" size={16} />}
      onClick={onAdd}
      size="small"
      variant="secondary"
    >
      {children}
    </Button>
  );
}

/** A button that removes a row, which can be undone. */
export function RemoveButton({
  list,
  index,
  rowName,
  className,
}: {
  list: string;
  index: number;
  /** The name of the row, for example "Night". */
  rowName: string;
  className?: string;
}) {
  const { draft, canEdit } = useFees();
  if (!canEdit) return null;
  return (
    <IconButton
      className={className ?? ""}
      data-col="remove"
      dense
      icon={<X aria-hidden="true" size={16} />}
      label={`Remove ${rowName}`}
      onClick={() => draft.remove(list, index, rowName)}
    />
  );
}

/**
 * Faults at a path and below it, announced as they appear. `isOnlyRow` leaves out those below, because list rows show
 * their own.
 */
export function RowFaults({
  path,
  isOnlyRow,
  className,
}: {
  path: string;
  isOnlyRow?: boolean;
  className?: string;
}) {
  const all = useFaultsAt(path);
  const faults = isOnlyRow ? all.filter((fault) => fault.path === path) : all;
  return (
    <div className={classNames("empty:hidden", className)} role="status">
      {faults.map((fault, index) => (
        <p
          className={classNames(
            "flex items-start gap-1.5 pt-1 text-xs",
            fault.severity === "error" ? "text-danger-ink" : "text-warning-ink",
          )}
          // biome-ignore lint/suspicious/noArrayIndexKey: two faults may say the same
          key={`${fault.path} ${fault.message} ${index}`}
        >
          {fault.severity === "error" ? (
            <CircleAlert aria-label="Error" className="mt-px shrink-0" role="img" size={14} />
          ) : (
            <TriangleAlert aria-label="Warning" className="mt-px shrink-0" role="img" size={14} />
          )}
          <span>{fault.message}</span>
        </p>
      ))}
    </div>
  );
}

/** "New" beside a row that is not in the price list in force. */
export function AddedMark({ path }: { path: string }) {
  const was = useReferenceValue(path);
  if (was !== null) return null;
  return (
    <span className="inline-flex h-5 shrink-0 items-center rounded-full bg-accent-surface px-2 font-medium text-accent-text text-xs">
      New
    </span>
  );
}

/** An explanation of rows, shown while there are none. */
export function NoRows({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-lg border border-line border-dashed px-4 py-6 text-center text-ink-muted text-sm">
      {children}
    </p>
  );
}
