import { useCallback, useEffect, useState } from "react";
import { failureText, LeftPageError } from "./calls";

/** Keeps the record shown beside a list. Loads it when `id` changes, and replaces it with what an action returns. */
export function useRecord<Row extends { id: string }>(
  id: string | null,
  request: (id: string) => Promise<Row>,
) {
  const [row, setRow] = useState<Row | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async () => {
    if (id === null) return;
    try {
      setRow(await request(id));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [request, id]);
  useEffect(() => {
    setFailure(null);
    void load();
  }, [load]);
  return { row: row?.id === id ? row : null, failure, load, setRow };
}
