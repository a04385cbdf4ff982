import { useLoaderData, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { read } from "../api";
import { ApiError, wordsOf } from "../api-error";
import { lazy } from "../lazy";
import { deleteUnsentMessages } from "../messages/unsent-messages";
import { forgetDriverData } from "./answers";
import { browserStorage, forgetPositions } from "./position/position-queue";
import { useTaps } from "./taps/taps";
import { notify } from "../ui/notify";
import { useWords } from "../words/use-words";

const UnsentDataDialog = lazy(async () => (await import("./unsent-data-dialog")).UnsentDataDialog);

/** Null without a network, which signing out needs too. */
const loadUploadsModule = () => import("./uploads/forget-uploads").catch(() => null);

/**
 * Signs the driver out, deletes their data from the phone and opens the sign-in screen. A toast reports a failure. If
 * updates are unsent, `dialog` asks first.
 */
export function useLogout(): { logout: () => Promise<void>; dialog: ReactNode } {
  const t = useWords();
  const router = useRouter();
  const { api, settings } = router.options.context;
  const { taps, flush, discardAll } = useTaps();
  const { id: driverId } = useLoaderData({ from: "/driver/dashboard" }).driver;
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [uploadCount, setUploadCount] = useState(0);
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    try {
      const uploadsModule = await loadUploadsModule();
      if (!uploadsModule) {
        void notify("error", t("We could not sign you out. Check your connection and try again."));
        return;
      }
      await read(api.driver.logout.$post());
      forgetDriverData();
      // The driver is signed out, so a database that fails must not keep this screen open.
      await Promise.allSettled([discardAll(), uploadsModule.forgetAll(driverId)]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void notify("error", wordsOf(error, t("Logout failed")));
      return;
    } finally {
      setBusy(false);
      setDialogOpen(false);
    }
    forgetPositions(browserStorage());
    deleteUnsentMessages("driver");
    await router.navigate({ href: `/${settings.brandSlug}Driver` });
    router.clearCache();
  };
  return {
    logout: async () => {
      const waitingCount = (await (await loadUploadsModule())?.countWaitingUploads(driverId)) ?? 0;
      setUploadCount(waitingCount);
      if (taps.length + waitingCount === 0) return leave();
      setDialogOpen(true);
      void flush();
    },
    dialog: isDialogOpen && (
      <UnsentDataDialog
        busy={busy}
        uploadCount={uploadCount}
        onClose={() => setDialogOpen(false)}
        onConfirm={() => void leave()}
        tapCount={taps.length}
      />
    ),
  };
}
