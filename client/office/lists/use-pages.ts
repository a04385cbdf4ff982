import { useCallback, useState } from "react";
import { failureText, LeftScreen } from "../calls";

/** One page of a list and where the next begins, null at the end. */
export interface Page<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/** A list that starts with what the page came with and grows by `more`; another `first` starts over. */
export function usePages<Row>(first: Page<Row>, next: (cursor: string) => Promise<Page<Row>>) {
  const [shown, setShown] = useState(first);
  const [source, setSource] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (source !== first) {
    setSource(first);
    setShown(first);
    setFailure(null);
  }

  const more = useCallback(async () => {
    const { nextCursor } = shown;
    if (nextCursor === null) return;
    setBusy(true);
    try {
      const page = await next(nextCursor);
      setShown((old) =>
        old.nextCursor === nextCursor
          ? { rows: [...old.rows, ...page.rows], nextCursor: page.nextCursor }
          : old,
      );
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }, [next, shown]);

  return { ...shown, more, busy, failure };
}
