import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";
import { useWords } from "../words/use-words";
import { useActions } from "./use-actions";

/** A page of a list, and the cursor of the next page. */
interface ShownRows<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/**
 * A list that grows page by page: the first page is loaded already, and the others load when somebody requests them.
 * Another `first` restarts the list, because later rows may have moved, unless it `keepsLoadedRows`.
 */
export function useMoreRows<Row>(
  first: ShownRows<Row>,
  fetchMore: (cursor: string) => Promise<ShownRows<Row>>,
  { keepsLoadedRows = false, fallback }: { keepsLoadedRows?: boolean; fallback?: string } = {},
): { rows: readonly Row[]; moreButton: ReactNode } {
  const t = useWords();
  const { act, busy, failure } = useActions(fallback === undefined ? {} : { fallback });
  const [loadedRows, setLoadedRows] = useState<ShownRows<Row> | null>(null);
  const [firstRows, setFirstRows] = useState(first.rows);
  if (firstRows !== first.rows && !keepsLoadedRows) {
    setFirstRows(first.rows);
    setLoadedRows(null);
  }
  const { nextCursor: cursor } = loadedRows ?? first;
  const moreButton = cursor !== null && (
    <div className="mt-4 text-center">
      <Button
        busy={busy}
        busyLabel={t("Loading...")}
        onClick={() =>
          void act(
            "more",
            () => fetchMore(cursor),
            ({ rows, nextCursor }) =>
              setLoadedRows((earlier) => ({
                rows: [...(earlier?.rows ?? []), ...rows],
                nextCursor,
              })),
          )
        }
        variant="secondary"
      >
        {t("Show more")}
      </Button>
      <FieldError id={undefined}>{failure}</FieldError>
    </div>
  );
  return { rows: [...first.rows, ...(loadedRows?.rows ?? [])], moreButton };
}
