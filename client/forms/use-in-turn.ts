import { useRef } from "react";

/** Returns a function that runs actions one after another, so that `act` drops none of them. */
export function useInTurn() {
  const lastAction = useRef<Promise<unknown>>(Promise.resolve());
  return (action: () => Promise<boolean>): Promise<boolean> => {
    const result = lastAction.current.then(action, action);
    lastAction.current = result;
    return result;
  };
}
