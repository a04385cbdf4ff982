import { useEffect, useState } from "react";
import { saveFile } from "../files/save-file";
import { useWords } from "../words/use-words";
import { ConfirmDialog } from "./confirm-dialog";
import { Popup } from "./popup";

/** The header in which the server lists the characters that a PDF could not print. */
const UNWRITABLE_HEADER = "unwritable";

type Outcome = { answer: Response; unprintableText: string } | { failure: string };

/**
 * Loads a PDF and saves it. Asks first if it has characters that no typeface has, because a question mark in a name may
 * make it useless.
 */
export function SavePdf({ href, onEnd }: { href: string; onEnd: () => void }) {
  const t = useWords();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const failure = t("The PDF could not be loaded. Please try again.");
  // The connection may fail while the file is loading.
  const save = (answer: Response) =>
    saveFile(answer, "document.pdf").then(onEnd, () => setOutcome({ failure }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one press is one file
  useEffect(() => {
    let isUnmounted = false;
    void fetchPdf(href, failure).then((result) => {
      if (isUnmounted) return;
      if ("failure" in result || result.unprintableText !== "") setOutcome(result);
      else void save(result.answer);
    });
    return () => {
      isUnmounted = true;
    };
  }, []);
  if (!outcome) return null;
  if ("failure" in outcome)
    return (
      <Popup kind="error" onClose={onEnd} open>
        {outcome.failure}
      </Popup>
    );
  return (
    <ConfirmDialog
      confirmLabel={t("Save PDF anyway")}
      onClose={onEnd}
      onConfirm={() => void save(outcome.answer)}
      open
      title={t("Some characters can't be printed")}
    >
      {t("The PDF shows a question mark instead of: {signs}", {
        signs: [...outcome.unprintableText].join(" "),
      })}
    </ConfirmDialog>
  );
}

async function fetchPdf(href: string, fallbackText: string): Promise<Outcome> {
  const answer = await fetch(href).catch(() => null);
  if (answer?.ok)
    return {
      answer,
      unprintableText: decodeURIComponent(answer.headers.get(UNWRITABLE_HEADER) ?? ""),
    };
  const refusal = await answer?.json().catch(() => null);
  return { failure: typeof refusal?.message === "string" ? refusal.message : fallbackText };
}
