import { ArrowDown, ArrowUp, PenLine, Trash2 } from "lucide-react";
import { IconButton } from "../ui/icon-button";

/** Moves, opens and removes a rule. */
export function RuleButtons({
  title,
  at,
  last,
  open,
  onMove,
  onOpen,
  onRemove,
}: {
  title: string;
  /** Its index among the rules. */
  at: number;
  /** Whether it is the last rule. */
  last: boolean;
  open: boolean;
  /** Moves it up (-1) or down (1). */
  onMove: (by: -1 | 1) => void;
  /** Opens or closes it. */
  onOpen: () => void;
  onRemove: () => void;
}) {
  return (
    <div className="-me-1 flex">
      <IconButton
        dense
        disabled={at === 0}
        icon={<ArrowUp aria-hidden="true" size={16} />}
        label={`Move ${title} up`}
        onClick={() => onMove(-1)}
      />
      <IconButton
        dense
        disabled={last}
        icon={<ArrowDown aria-hidden="true" size={16} />}
        label={`Move ${title} down`}
        onClick={() => onMove(1)}
      />
      <IconButton
        aria-expanded={open}
        dense
        icon={<PenLine aria-hidden="true" size={16} />}
        label={`Change ${title}`}
        onClick={onOpen}
      />
      <IconButton
        dense
        icon={<Trash2 aria-hidden="true" size={16} />}
        label={`Remove ${title}`}
        onClick={onRemove}
      />
    </div>
  );
}
