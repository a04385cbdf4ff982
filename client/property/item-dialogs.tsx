import type { Disposal, FoundItem, IdentifiedBy } from "../../src/property/register-contract";
import { PromptDialog, type PromptDialogProps } from "../office/prompt-dialog";
import { disposalWords, identifiedWords, wayWords } from "./register-words";
import { useOffice } from "../office/calls";

/** What can be done with a found item that is here. */
export type ItemStep = "storage" | "attempt" | "handover" | "disposal";

type Questions = Pick<PromptDialogProps, "title" | "asked" | "confirmLabel" | "done" | "danger">;

function questionsOf(step: ItemStep, item: FoundItem): Questions {
  switch (step) {
    case "storage":
      return {
        title: "Where does it lie?",
        asked: [
          {
            name: "storage",
            label: "Place",
            hint: "Shelf, box, safe: so that anybody finds it.",
            value: item.storage,
            maxLength: 120,
          },
        ],
        confirmLabel: "Save",
        done: "The place is saved",
      };
    case "attempt":
      return {
        title: "Record an attempt to return it",
        asked: [
          { name: "way", label: "How", choices: Object.entries(wayWords) },
          { name: "words", label: "What came of it", lines: true },
        ],
        confirmLabel: "Record",
        done: "The attempt is recorded",
      };
    case "handover":
      return {
        title: "Hand it over",
        asked: [
          { name: "to", label: "To whom", value: item.report?.reporterName ?? "" },
          {
            name: "identifiedBy",
            label: "How they showed that it is theirs",
            choices: Object.entries(identifiedWords),
          },
          { name: "signature", label: "Name as it was signed" },
        ],
        confirmLabel: "Hand over",
        done: "The item is handed over",
      };
    case "disposal":
      return {
        title: "Dispose of it",
        asked: [
          { name: "how", label: "Where it goes", choices: Object.entries(disposalWords) },
          { name: "reason", label: "Why", lines: true },
        ],
        confirmLabel: "Dispose of it",
        done: "The item is disposed of",
        danger: true,
      };
  }
}

/** Asks what a step with a found item wants to know, and does it. */
export function ItemDialog({
  item,
  step,
  onDone,
  onClose,
}: {
  item: FoundItem;
  step: ItemStep;
  onDone: (item: FoundItem) => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin["found-items"][":id"];
  const param = { id: item.id };
  const { version } = item;
  const work = {
    storage: ({ storage = "" }: Record<string, string>) =>
      path.storage.$put({ param, json: { version, storage } }),
    attempt: ({ way, words = "" }: Record<string, string>) =>
      path["return-attempts"].$post({
        param,
        json: { version, way: way as keyof typeof wayWords, words },
      }),
    handover: ({ to = "", identifiedBy, signature = "" }: Record<string, string>) =>
      path.handover.$post({
        param,
        json: { version, to, identifiedBy: identifiedBy as IdentifiedBy, signature },
      }),
    disposal: ({ how, reason = "" }: Record<string, string>) =>
      path.disposal.$post({ param, json: { version, how: how as Disposal, reason } }),
  };
  return (
    <PromptDialog
      {...questionsOf(step, item)}
      onClose={onClose}
      onConfirm={async (typed) => onDone((await call(work[step](typed))).item)}
    />
  );
}
