import type { Disposal, FoundItem, IdentifiedBy } from "../../src/property/register-contract";
import { PromptDialog, type PromptDialogProps } from "../office/prompt-dialog";
import { disposalWords, identificationWords, contactMethodWords } from "./register-words";
import { useOffice } from "../office/calls";

/** The steps for a found item that is in storage. */
export type ItemStep = "storage" | "attempt" | "handover" | "disposal";

type PromptContent = Pick<
  PromptDialogProps,
  "title" | "fields" | "confirmLabel" | "successText" | "danger"
>;

function promptFor(step: ItemStep, item: FoundItem): PromptContent {
  switch (step) {
    case "storage":
      return {
        title: "Where is it stored?",
        fields: [
          {
            name: "storage",
            label: "Place",
            hint: "The shelf, box or safe, so that anyone can find the item.",
            value: item.storage,
            maxLength: 120,
          },
        ],
        confirmLabel: "Store item",
        successText: "Storage place saved",
      };
    case "attempt":
      return {
        title: "Record a return attempt",
        fields: [
          {
            name: "way",
            label: "How you contacted the owner",
            choices: Object.entries(contactMethodWords),
          },
          { name: "words", label: "Result", isMultiline: true },
        ],
        confirmLabel: "Record attempt",
        successText: "Attempt recorded",
      };
    case "handover":
      return {
        title: "Hand over item",
        fields: [
          { name: "to", label: "Handed over to", value: item.report?.reporterName ?? "" },
          {
            name: "identifiedBy",
            label: "Proof of ownership",
            choices: Object.entries(identificationWords),
          },
          { name: "signature", label: "Name as signed" },
        ],
        confirmLabel: "Hand over item",
        successText: "Item handed over",
      };
    case "disposal":
      return {
        title: "Dispose of item",
        fields: [
          { name: "how", label: "Disposal", choices: Object.entries(disposalWords) },
          { name: "reason", label: "Reason", isMultiline: true },
        ],
        confirmLabel: "Dispose of item",
        successText: "Item disposed of",
        danger: true,
      };
  }
}

/** The dialog for one step of a found item. It collects the fields and makes the call. */
export function ItemDialog({
  item,
  step,
  onDone,
  onFailed,
  onClose,
}: {
  item: FoundItem;
  step: ItemStep;
  onDone: (item: FoundItem) => void;
  onFailed: () => unknown;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin["found-items"][":id"];
  const param = { id: item.id };
  const { version } = item;
  const sendByStep = {
    storage: ({ storage = "" }: Record<string, string>) =>
      path.storage.$put({ param, json: { version, storage } }),
    attempt: ({ way, words = "" }: Record<string, string>) =>
      path["return-attempts"].$post({
        param,
        json: { version, way: way as keyof typeof contactMethodWords, words },
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
      {...promptFor(step, item)}
      onClose={onClose}
      onFailed={onFailed}
      onConfirm={async (typed) => onDone((await call(sendByStep[step](typed))).item)}
    />
  );
}
