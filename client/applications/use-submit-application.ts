import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useWords } from "../words/use-words";
import { read } from "../api";
import { ApiError } from "../api-error";
import {
  TICKET_HEADER,
  formOf,
  renewAllUploads,
  isUploadExpired,
  renewOldUploads,
  type ApplicationReceipt,
} from "./application-uploads";
import { findItem } from "./steps/steps";
import { UploadStoppedError } from "./uploads";
import type { OpenDraft } from "./use-application-form";

/** Why an application was not sent: a message, and the errors by field. */
export interface Failure {
  message: string;
  faults: Record<string, string>;
}

/** Sends the application once its files are uploaded. */
export function useSubmitApplication(openDraft: OpenDraft | null) {
  const t = useWords();
  const { api } = useRouter().options.context;
  const [busy, setBusy] = useState(false);
  const waitController = useRef<AbortController | null>(null);

  const send = async (
    { draft, uploads }: OpenDraft,
    signal: AbortSignal,
  ): Promise<ApplicationReceipt> => {
    await renewOldUploads(draft, Date.now());
    await uploads.whenSettled(signal);
    const sendApplication = () =>
      read(
        api["driver-application"].$post(
          { form: formOf(draft) },
          // The server reads the header before the form. The ticket makes a repeated request count as the same
          // application.
          { headers: { [TICKET_HEADER]: draft.ticket() } },
        ),
      );
    try {
      return await sendApplication();
    } catch (error) {
      if (!isUploadExpired(error)) throw error;
      // The server has deleted some uploads: send all files again, then the application.
      await renewAllUploads(draft);
      await uploads.whenSettled(signal);
      return await sendApplication();
    }
  };

  return {
    busy,
    /** Stops waiting for the files. They continue to upload in the background. */
    stop: () => waitController.current?.abort(),
    /** Sends the application. Null when stopped. Throws unexpected errors. */
    async submit(): Promise<{ sent: ApplicationReceipt } | { failure: Failure } | null> {
      if (!openDraft || busy) return null;
      const controller = new AbortController();
      waitController.current = controller;
      setBusy(true);
      try {
        return { sent: await send(openDraft, controller.signal) };
      } catch (error) {
        if (controller.signal.aborted) return null;
        if (error instanceof ApiError)
          return { failure: { message: error.message, faults: error.fields } };
        if (!(error instanceof UploadStoppedError)) throw error;
        const { field, message } = error;
        const item = findItem(field);
        const label = item ? t.of(item.label) : field;
        const why =
          t.known(message) || t("The upload was stopped. Start it again, or remove the file.");
        return { failure: { message: `${label}: ${why}`, faults: { [field]: why } } };
      } finally {
        setBusy(false);
      }
    },
  };
}
