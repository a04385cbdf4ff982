import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { useWords } from "../words/use-words";
import { useActions } from "./use-actions";

/** A page of a list, and where it goes on. */
interface ShownRows<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/**
 * A list that grows by pages: the first as loaded, the others fetched when they are asked for. With another
 * `first` it starts over, since what came after may have moved, unless it `keepsLoadedRows`.
 */
export function useMoreRows<Row>(
  first: ShownRows<Row>,
  fetchMore: (cursor: string) => Promise<ShownRows<Row>>,
  { keepsLoadedRows = false, fallback }: { keepsLoadedRows?: boolean; fallback?: string } = {},
): { rows: readonly Row[]; more: ReactNode } {
  const t = useWords();
  const { act, busy, failure } = useActions(fallback === undefined ? {} : { fallback });
  const [loadedRows, setLoadedRows] = useState<ShownRows<Row> | null>(null);
  const [source, setSource] = useState(first.rows);
  if (source !== first.rows && !keepsLoadedRows) {
    setSource(first.rows);
    setLoadedRows(null);
  }
  const { nextCursor: cursor } = loadedRows ?? first;
  const more = cursor !== null && (
    <div className="mt-4 text-center">
      <Button
        busy={busy}
        busyLabel={t("Loading...")}
        onClick={() =>
          void act(
            "more",
            () => fetchMore(cursor),
            ({ rows, nextCursor }) =>
              setLoadedRows((held) => ({ rows: [...(held?.rows ?? []), ...rows], nextCursor })),
          )
        }
        variant="secondary"
      >
        {t("Show more")}
      </Button>
      <FieldError id={undefined}>{failure}</FieldError>
    </div>
  );
  return { rows: [...first.rows, ...(loadedRows?.rows ?? [])], more };
}
