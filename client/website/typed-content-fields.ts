/** An item in the form: money as typed text, the rest as stored. */
import { mergeEdits } from "../../src/audit/edit-rules";
import type { ContentItem } from "../../src/content/content-desk-contract";
import type { ContentKind, ContentState } from "../../src/content/content-values-contract";
import { readMoney } from "../ui/amount";
import { formatAmount } from "../../src/settings/money-rules";
import { emptyValues } from "./kinds";

export type TypedContentFields = {
  value: Record<string, unknown>;
  state: ContentState;
  publishAt: string;
};

/** Returns the form values of an item; without an item, empty values. */
export function toFormValues(
  kind: ContentKind,
  item: ContentItem | null,
  currency: string,
): TypedContentFields {
  const value = { ...(item?.value ?? emptyValues[kind]) };
  const price = value.priceFromMinor;
  if ("priceFromMinor" in value)
    value.priceFromMinor = typeof price === "number" ? formatAmount(price, currency) : "";
  return {
    value,
    state: item?.state ?? (kind === "post" ? "draft" : "published"),
    publishAt: item?.publishAt ?? "",
  };
}

/** Returns the request, or the errors by field. */
export function toPayload(
  { value, state, publishAt }: TypedContentFields,
  currency: string,
): { sent: TypedContentFields } | { faults: Record<string, string> } {
  const price = value.priceFromMinor;
  const publishTime = state === "scheduled" ? publishAt : "";
  if (typeof price !== "string") return { sent: { value, state, publishAt: publishTime } };
  const read = price.trim() === "" ? { value: null } : readMoney(price, currency);
  if ("fault" in read) return { faults: { "value.priceFromMinor": read.fault } };
  return {
    sent: { value: { ...value, priceFromMinor: read.value }, state, publishAt: publishTime },
  };
}

/** Merges the typed values into an item that somebody else changed, field by field. */
export function mergeTypedValues(
  was: TypedContentFields,
  now: TypedContentFields,
  mine: TypedContentFields,
): TypedContentFields {
  const { value, ...rest } = mergeEdits<TypedContentFields>(was, now, mine).merged;
  return {
    ...rest,
    value: value === now.value ? value : mergeEdits(was.value, now.value, mine.value).merged,
  };
}
