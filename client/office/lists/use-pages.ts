import { useState } from "react";
import { failureText, LeftPageError } from "../calls";

/** One page of a list and the cursor of the next, null at the end. */
export interface Page<Row> {
  rows: readonly Row[];
  nextCursor: string | null;
}

/** Reads the page of rows that an answer has under `name`. */
export function pageOf<Name extends string, Row>(
  name: Name,
  answer: Record<Name, readonly Row[]> & { nextCursor: string | null },
): Page<Row> {
  return { rows: answer[name], nextCursor: answer.nextCursor };
}

/** Keeps a list that starts with the loader's first page and grows with `more`. New first rows restart it. */
export function usePages<Row>(first: Page<Row>, next: (cursor: string) => Promise<Page<Row>>) {
  const [pages, setPages] = useState(first);
  const [firstRows, setFirstRows] = useState(first.rows);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (firstRows !== first.rows) {
    setFirstRows(first.rows);
    setPages(first);
    setFailure(null);
  }

  const loadMore = async () => {
    const { nextCursor } = pages;
    if (nextCursor === null) return;
    setBusy(true);
    try {
      const page = await next(nextCursor);
      setPages((old) =>
        old.nextCursor === nextCursor
          ? { rows: [...old.rows, ...page.rows], nextCursor: page.nextCursor }
          : old,
      );
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };

  return { ...pages, more: loadMore, busy, failure };
}

/** The props of `MoreRows`. */
export type Pages = Pick<
  ReturnType<typeof usePages<unknown>>,
  "nextCursor" | "more" | "busy" | "failure"
>;
