import { useState } from "react";
import { mergeEdits } from "../../src/audit/edit-rules";

/**
 * What is typed in the form of a record that was filled from it by `fill`. When the page hands over a newer
 * record, what was left alone follows it, and what was typed stays.
 */
export function useTyped<Row, Typed extends object>(row: Row, fill: (row: Row) => Typed) {
  const [shown, setShown] = useState(row);
  const [typed, setTyped] = useState(() => fill(row));
  if (row !== shown) {
    setShown(row);
    setTyped(mergeEdits(fill(shown), fill(row), typed).merged);
  }
  return [typed, setTyped] as const;
}
