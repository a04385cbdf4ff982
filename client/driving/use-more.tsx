import { type ReactNode, useState } from "react";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { FieldError } from "../ui/field";

/** A page of a list, and where it goes on. */
interface Shown<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/** A list that grows by pages: the first as loaded, the others fetched when they are asked for. */
export function useMore<Row>(
  first: Shown<Row>,
  fetchMore: (cursor: string) => Promise<Shown<Row>>,
): { rows: readonly Row[]; more: ReactNode } {
  const [further, setFurther] = useState<Shown<Row> | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Loaded anew, it starts over: what came after may have moved.
  const [source, setSource] = useState(first.rows);
  if (source !== first.rows) {
    setSource(first.rows);
    setFurther(null);
  }
  const cursor = further ? further.nextCursor : first.nextCursor;

  const grow = async () => {
    if (cursor === null) return;
    setBusy(true);
    setFailure(null);
    try {
      const page = await fetchMore(cursor);
      setFurther((held) => ({
        rows: [...(held?.rows ?? []), ...page.rows],
        nextCursor: page.nextCursor,
      }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setBusy(false);
    }
  };

  const more = cursor !== null && (
    <div className="mt-4 text-center">
      <Button busy={busy} busyLabel="Loading…" onClick={grow} variant="secondary">
        Show more
      </Button>
      <FieldError id={undefined}>{failure}</FieldError>
    </div>
  );
  return { rows: [...first.rows, ...(further?.rows ?? [])], more };
}
