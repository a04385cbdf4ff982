import { useCallback, useEffect, useState } from "react";
import { failureText, LeftScreen } from "../dispatch/calls";

/** What a panel asks for once it is there, and again by `load`; `ask` keeps its identity. */
export function useAnswer<Answer>(ask: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      setAnswer(await ask());
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    }
  }, [ask]);
  useEffect(() => void load(), [load]);
  return { answer, setAnswer, failure, load };
}
