import { useLoaderData, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { read } from "../api";
import { ApiError, wordsOf } from "../api-error";
import { forgetUnsent } from "../messages/unsent";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { forgetAnswers } from "./answers";
import { browserStorage, forgetPositions } from "./position/position-queue";
import { useTaps } from "./taps/taps";
import { notify } from "../ui/notify";

/** Null without a network. Signing out needs one too. */
const loadLetters = () => import("./uploads/forget").catch(() => null);

/**
 * Signs the driver out, deletes their data from the phone and goes to the sign-in screen. A toast
 * reports a failure. When updates are unsent, `question` asks first.
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
        void notify("error", "We could not sign you out. Check your connection and try again.");
        return;
      }
      await read(api.driver.logout.$post());
      await discardAll();
      await letters.forgetUploads(driverId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void notify("error", wordsOf(error, "Logout failed"));
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
        confirmLabel="Sign out and delete them"
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void leave()}
        open={asking}
        title="Some updates have not been sent"
      >
        {notSentWords(taps.length, letters)}
      </ConfirmDialog>
    ),
  };
}

/** A sentence that names what would be lost. */
function notSentWords(taps: number, letters: number): string {
  const parts = [
    taps > 0 && (taps === 1 ? "1 update" : `${taps} updates`),
    letters > 0 && (letters === 1 ? "1 report or photo" : `${letters} reports or photos`),
  ].filter((part) => part !== false);
  return taps + letters === 1
    ? `${parts[0]} is only on this phone. If you sign out now, it is deleted and dispatch will not get it.`
    : `${parts.join(" and ")} are only on this phone. If you sign out now, they are deleted and dispatch will not get them.`;
}
