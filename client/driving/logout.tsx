import { useLoaderData, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { read } from "../api";
import { ApiError, wordsOf } from "../api-error";
import { forgetUnsent } from "../messages/unsent";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { forgetAnswers } from "./answers";
import { browserStorage, forgetPositions } from "./position/position-queue";
import { useTaps } from "./taps/taps";
import { tell } from "../ui/tell";

/** Null without a network, where nobody can sign out either. */
const loadLetters = () => import("./uploads/forget").catch(() => null);

/**
 * Signs out and leads to the driver's sign-in; says so when that failed. Nothing of the driver stays on
 * the phone: with taps that are not sent, `question` asks first.
 */
export function useLogout(): { logout: () => Promise<void>; question: ReactNode } {
  const router = useRouter();
  const { api, settings } = router.options.context;
  const { taps, flush, discardAll } = useTaps();
  const { id: driverId } = useLoaderData({ from: "/driver/dashboard" }).driver;
  const [asking, setAsking] = useState(false);
  const [letters, setLetters] = useState(0);
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    try {
      const letters = await loadLetters();
      if (!letters) {
        void tell("error", "You could not be signed out. Check your connection and try again.");
        return;
      }
      await read(api.driver.logout.$post());
      await discardAll();
      await letters.forgetUploads(driverId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void tell("error", wordsOf(error, "Logout failed"));
      return;
    } finally {
      setBusy(false);
      setAsking(false);
    }
    forgetAnswers();
    forgetPositions(browserStorage());
    forgetUnsent("driver");
    await router.navigate({ href: `/${settings.brandSlug}Driver` });
    router.clearCache();
  };
  return {
    logout: async () => {
      const waiting = (await (await loadLetters())?.countUploads(driverId)) ?? 0;
      setLetters(waiting);
      if (taps.length + waiting === 0) return leave();
      setAsking(true);
      void flush();
    },
    question: (
      <ConfirmDialog
        busy={busy}
        cancelLabel="Stay signed in"
        confirmLabel="Sign out and lose them"
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void leave()}
        open={asking}
        title="Not everything has been sent"
      >
        {notSentWords(taps.length, letters)}
      </ConfirmDialog>
    ),
  };
}

/** What would be lost, as a sentence. */
function notSentWords(taps: number, letters: number): string {
  const parts = [
    taps > 0 && (taps === 1 ? "1 tap" : `${taps} taps`),
    letters > 0 && (letters === 1 ? "1 report or photo" : `${letters} reports or photos`),
  ].filter((part) => part !== false);
  return taps + letters === 1
    ? `${parts[0]} is still on this phone only. Signing out deletes it, and dispatch never hears of it.`
    : `${parts.join(" and ")} are still on this phone only. Signing out deletes them, and dispatch never hears of them.`;
}
