import { useCallback, useEffect, useRef, useState } from "react";
import type { Recipient, Side, Thread } from "../../src/messages/contract";
import { ApiError } from "../api-error";
import { messageUpdates } from "./updates";
import { saveUnsentMessages, readUnsentMessages, type UnsentMessage } from "./unsent-messages";

/** The calls of one side. Each throws `ApiError`. */
export interface ConversationCalls {
  load: (before?: number) => Promise<Thread>;
  send: (message: { text: string; key: string; to?: Recipient }) => Promise<Thread>;
  read: (id: number) => Promise<unknown>;
}

/** A message that has not been delivered: being sent, waiting for the network, or refused. */
export type PendingMessage = UnsentMessage & {
  phase: "sending" | "waiting" | "refused";
  failureText: string;
};

const RETRY_MS = 5_000;

/**
 * The conversation of a trip from one side: live, marked as read when it is shown, and sent in order. Messages that
 * could not be sent are stored and sent again, but arrive only once.
 */
export function useConversation(side: Side, tripId: string, calls: ConversationCalls) {
  const [thread, setThread] = useState<Thread | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [earlierMessages, setEarlierMessages] = useState<Thread["messages"]>([]);
  const [cursor, setCursor] = useState<number | null | undefined>(undefined);
  const [draft, setDraftState] = useState(() => readUnsentMessages(side, tripId).draft);
  const [pending, setPending] = useState<PendingMessage[]>(() =>
    readUnsentMessages(side, tripId).unsent.map((one) => ({
      ...one,
      phase: "waiting",
      failureText: "",
    })),
  );
  const latest = useRef({ calls, pending, draft, busy: false, isMounted: true });
  latest.current.calls = calls;
  latest.current.draft = draft;

  const store = useCallback(
    (next: PendingMessage[], words = latest.current.draft) => {
      latest.current.pending = next;
      setPending(next);
      const unsent = next.map(({ key, text, to }) => ({ key, text, to }));
      saveUnsentMessages(side, tripId, { draft: words, unsent });
    },
    [side, tripId],
  );
  const setDraft = (words: string) => {
    setDraftState(words);
    store(latest.current.pending, words);
  };
  const mark = useCallback(
    (key: string, phase: PendingMessage["phase"], failureText = "") =>
      store(
        latest.current.pending.map((one) =>
          one.key === key ? { ...one, phase, failureText } : one,
        ),
      ),
    [store],
  );
  const show = useCallback((loadedThread: Thread) => {
    if (!latest.current.isMounted) return;
    setThread(loadedThread);
    setFailure(null);
  }, []);

  const load = useCallback(async () => {
    try {
      show(await latest.current.calls.load());
    } catch (error) {
      if (!latest.current.isMounted) return;
      if (error instanceof ApiError) setFailure(error.message);
    }
  }, [show]);

  /** Sends the waiting messages, the oldest first; stops at the first failure. */
  const flush = useCallback(async () => {
    const now = latest.current;
    if (now.busy) return;
    now.busy = true;
    try {
      for (;;) {
        const next = now.pending.find(({ phase }) => phase !== "refused");
        if (!next || !now.isMounted) return;
        mark(next.key, "sending");
        try {
          const { key, text, to } = next;
          const newThread = await now.calls.send({ key, text, ...(to && { to }) });
          store(now.pending.filter((one) => one.key !== key));
          show(newThread);
        } catch (error) {
          if (!(error instanceof ApiError)) return mark(next.key, "waiting");
          const isRetryable = error.status === 0 || error.status === 429 || error.status >= 500;
          mark(next.key, isRetryable ? "waiting" : "refused", error.message);
          if (isRetryable) return;
        }
      }
    } finally {
      now.busy = false;
    }
  }, [mark, show, store]);

  useEffect(() => {
    latest.current.isMounted = true;
    void load().then(flush);
    const reconnect = () => void load().then(flush);
    window.addEventListener("online", reconnect);
    return () => {
      latest.current.isMounted = false;
      window.removeEventListener("online", reconnect);
    };
  }, [load, flush]);

  const isWaiting = pending.some(({ phase }) => phase === "waiting");
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void flush(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, flush]);

  messageUpdates.useNews((news) => {
    if (news === null || news.reservationId === tripId) void load();
  });

  // Mark visible messages as read, but only while the page is visible.
  const lastReceivedId = thread?.messages.findLast(({ from }) => from !== side)?.id ?? null;
  const unread = thread?.unread ?? 0;
  useEffect(() => {
    if (lastReceivedId === null || unread === 0) return;
    const reportRead = () => {
      if (document.visibilityState !== "visible") return;
      // A read mark that failed is set with the next message.
      latest.current.calls.read(lastReceivedId).catch(() => undefined);
    };
    reportRead();
    document.addEventListener("visibilitychange", reportRead);
    return () => document.removeEventListener("visibilitychange", reportRead);
  }, [lastReceivedId, unread]);

  const send = (text: string, to: Recipient | null) => {
    const words = text.trim();
    if (words === "") return;
    const message = {
      key: crypto.randomUUID(),
      text: words,
      to,
      phase: "sending",
      failureText: "",
    } as const;
    store([...latest.current.pending, message], text === draft ? "" : draft);
    if (text === draft) setDraftState("");
    void flush();
  };
  const before = cursor === undefined ? (thread?.earlier ?? null) : cursor;

  return {
    thread,
    failure,
    messages: [
      ...earlierMessages,
      ...(thread?.messages ?? []).filter(({ id }) => !earlierMessages.some((old) => old.id === id)),
    ],
    pending,
    draft,
    setDraft,
    send,
    reload: load,
    retry: (key: string) => {
      mark(key, "waiting");
      void flush();
    },
    discard: (key: string) => store(latest.current.pending.filter((one) => one.key !== key)),
    hasEarlierMessages: before !== null,
    loadEarlier: async () => {
      if (before === null) return;
      try {
        const earlierThread = await latest.current.calls.load(before);
        setEarlierMessages((held) => [...earlierThread.messages, ...(held.length > 0 ? held : [])]);
        setCursor(earlierThread.earlier);
      } catch (error) {
        if (error instanceof ApiError) setFailure(error.message);
      }
    },
  };
}
