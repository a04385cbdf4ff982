import { useEffect, useRef, useState } from "react";
import type { Availability } from "../../src/availability/contract";
import { ApiError } from "../api-error";
import { notify } from "../ui/notify";
import { useWords } from "../words/use-words";

/**
 * Saves one section. The typed values stay when saving fails. Without a network they can be sent again. If somebody
 * else has changed the section, the newest version is loaded, so that saving again applies to that. Give the form
 * `ref`.
 */
export function useSectionSave({
  reload,
  onSaved,
}: {
  reload: () => Promise<Availability | null>;
  onSaved: (availability: Availability) => void;
}) {
  const t = useWords();
  const ref = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  // Focus the first wrong field once its error is shown.
  useEffect(() => {
    const [first] = Object.keys(faults);
    const control = first === undefined ? null : ref.current?.elements.namedItem(first);
    if (control instanceof HTMLElement) control.focus();
  }, [faults]);

  const clear = () => {
    setFaults({});
    setFailure(null);
  };

  /**
   * Returns whether it was saved, after showing `successText`. `placeFaults` maps the server's fields to those of the
   * form.
   */
  const save = async (
    send: () => Promise<Availability | null>,
    successText: string,
    placeFaults: (fields: Record<string, string>) => FormFaults = (fields) => ({
      fields,
      failure: null,
    }),
  ): Promise<boolean> => {
    setBusy(true);
    clear();
    try {
      const availability = await send();
      if (!availability) return false;
      onSaved(availability);
      void notify("success", successText);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const formFaults = placeFaults(error.fields);
      setFaults(formFaults.fields);
      const hasFieldFaults = Object.keys(formFaults.fields).length > 0;
      setFailure(
        formFaults.failure ?? (hasFieldFaults ? null : await failureTextAfterReload(error)),
      );
      return false;
    } finally {
      setBusy(false);
    }
  };

  const failureTextAfterReload = async (error: ApiError): Promise<string> => {
    if (error.code !== "request.conflict") return error.message;
    try {
      const newestAvailability = await reload();
      if (newestAvailability) onSaved(newestAvailability);
    } catch (reloadError) {
      if (!(reloadError instanceof ApiError)) throw reloadError;
      return `${error.message} ${reloadError.message}`;
    }
    return t(
      "Somebody else changed these entries in the meantime. Your changes are still here: save again to keep them.",
    );
  };

  return {
    ref,
    faults,
    failure,
    busy,
    clear,
    showFaults: setFaults,
    showFailure: setFailure,
    save,
  };
}

/** Errors by the fields of a form, and the message of those without a field in it. */
export interface FormFaults {
  fields: Record<string, string>;
  failure: string | null;
}

export type SectionSave = ReturnType<typeof useSectionSave>;
