import type { ComponentProps } from "react";
import { type FieldName, PublicForm } from "../public-form";
import { keptNote, tooMany, writerWords } from "./form-props";

/** A form of `PublicForm` by which somebody who says their name and contact writes to the operator. */
export function EnquiryForm<Typed extends object>({
  words,
  ...rest
}: Omit<ComponentProps<typeof PublicForm<Typed>>, "note" | "tooMany" | "words"> & {
  /** Beside the button, where that is not how long it is kept. */
  note?: string;
  /** What is said at required fields that are empty, besides those of the writer. */
  words?: { [Name in FieldName<Typed>]?: string };
}) {
  const all: Record<string, string | undefined> = { ...writerWords, ...words };
  return <PublicForm at="#enquiry" note={keptNote} tooMany={tooMany} {...rest} words={all} />;
}
