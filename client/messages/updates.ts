/** Events of the server's streams, passed on to the components that show them. */
import { useEffect, useRef } from "react";
import type { NewMessageNotice } from "../../src/messages/contract";

/**
 * Creates a channel of events: `tell` passes one on, `useUpdates` calls back with each while the caller is mounted. Mark
 * each call of this function as pure, because a module with an effect would become a chunk of its own.
 */
export function createUpdateChannel<News>() {
  const listeners = new Set<(news: News) => void>();
  return {
    publish(news: News): void {
      for (const listener of [...listeners]) listener(news);
    },
    useUpdates: (listener: (news: News) => void) => useSubscription(listeners, listener),
  };
}

function useSubscription<News>(
  listeners: Set<(news: News) => void>,
  listener: (news: News) => void,
): void {
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => {
    const onUpdate = (news: News) => current.current(news);
    listeners.add(onUpdate);
    return () => {
      listeners.delete(onUpdate);
    };
  }, [listeners]);
}

/** Events about conversations. Null means that the stream was interrupted, so anything may have changed. */
export const messageUpdates = /* @__PURE__ */ createUpdateChannel<NewMessageNotice | null>();
