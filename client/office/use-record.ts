import { useCallback, useEffect, useRef, useState } from "react";
import { failureText, LeftPageError } from "./calls";

/**
 * Keeps the record shown beside a list. Loads it when `id` changes, and replaces it with what an action returns. Only the
 * last load counts.
 */
export function useRecord<Row extends { id: string }>(
  id: string | null,
  request: (id: string) => Promise<Row>,
) {
  const [row, setRow] = useState<Row | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const lastLoad = useRef(0);
  const load = useCallback(async () => {
    lastLoad.current += 1;
    const ownLoad = lastLoad.current;
    if (id === null) return;
    try {
      const loadedRow = await request(id);
      if (ownLoad !== lastLoad.current) return;
      setRow(loadedRow);
      setFailure(null);
    } catch (error) {
      if (ownLoad === lastLoad.current && !(error instanceof LeftPageError))
        setFailure(failureText(error));
    }
  }, [request, id]);
  useEffect(() => {
    setFailure(null);
    void load();
  }, [load]);
  return { row: row?.id === id ? row : null, failure, load, setRow };
}
