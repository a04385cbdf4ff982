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

  const storePending = useCallback(
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
    storePending(latest.current.pending, words);
  };
  const setPhase = useCallback(
    (key: string, phase: PendingMessage["phase"], failureText = "") =>
      storePending(
        latest.current.pending.map((one) =>
          one.key === key ? { ...one, phase, failureText } : one,
        ),
      ),
    [storePending],
  );
  const showThread = useCallback((loadedThread: Thread) => {
    if (!latest.current.isMounted) return;
    setThread(loadedThread);
    setFailure(null);
  }, []);

  const load = useCallback(async () => {
    try {
      showThread(await latest.current.calls.load());
    } catch (error) {
      if (!latest.current.isMounted) return;
      if (error instanceof ApiError) setFailure(error.message);
    }
  }, [showThread]);

  /** Sends the waiting messages, the oldest first; stops at the first failure. */
  const sendPending = useCallback(async () => {
    const state = latest.current;
    if (state.busy) return;
    state.busy = true;
    try {
      for (;;) {
        const next = state.pending.find(({ phase }) => phase !== "refused");
        if (!next || !state.isMounted) return;
        setPhase(next.key, "sending");
        try {
          const { key, text, to } = next;
          const newThread = await state.calls.send({ key, text, ...(to && { to }) });
          storePending(state.pending.filter((one) => one.key !== key));
          showThread(newThread);
        } catch (error) {
          if (!(error instanceof ApiError)) return setPhase(next.key, "waiting");
          const isRetryable = error.status === 0 || error.status === 429 || error.status >= 500;
          setPhase(next.key, isRetryable ? "waiting" : "refused", error.message);
          if (isRetryable) return;
        }
      }
    } finally {
      state.busy = false;
    }
  }, [setPhase, showThread, storePending]);

  useEffect(() => {
    latest.current.isMounted = true;
    void load().then(sendPending);
    const reconnect = () => void load().then(sendPending);
    window.addEventListener("online", reconnect);
    return () => {
      latest.current.isMounted = false;
      window.removeEventListener("online", reconnect);
    };
  }, [load, sendPending]);

  const isWaiting = pending.some(({ phase }) => phase === "waiting");
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void sendPending(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, sendPending]);

  messageUpdates.useUpdates((news) => {
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
    storePending([...latest.current.pending, message], text === draft ? "" : draft);
    if (text === draft) setDraftState("");
    void sendPending();
  };
  const earlierCursor = cursor === undefined ? (thread?.earlier ?? null) : cursor;

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
      setPhase(key, "waiting");
      void sendPending();
    },
    discard: (key: string) => storePending(latest.current.pending.filter((one) => one.key !== key)),
    hasEarlierMessages: earlierCursor !== null,
    loadEarlier: async () => {
      if (earlierCursor === null) return;
      try {
        const earlierThread = await latest.current.calls.load(earlierCursor);
        setEarlierMessages((old) => [...earlierThread.messages, ...(old.length > 0 ? old : [])]);
        setCursor(earlierThread.earlier);
      } catch (error) {
        if (error instanceof ApiError) setFailure(error.message);
      }
    },
  };
}
