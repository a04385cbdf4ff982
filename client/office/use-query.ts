import { useCallback, useEffect, useRef, useState } from "react";
import { failureText, NavigatedAway } from "./calls";

/**
 * What a panel asks for once it is there, and again by `load`. `ask` keeps its identity: another one
 * is another question, whose answer the panel waits for anew.
 */
export function useQuery<Answer>(ask: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useRef(0);
  const load = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    try {
      const found = await ask();
      // An answer that was overtaken is of another question, or older than what is shown.
      if (mine !== asked.current) return;
      setAnswer(found);
      setFailure(null);
    } catch (error) {
      if (mine === asked.current && !(error instanceof NavigatedAway))
        setFailure(failureText(error));
    }
  }, [ask]);
  useEffect(() => {
    setAnswer(null);
    setFailure(null);
    void load();
  }, [load]);
  return { answer, setAnswer, failure, load };
}
