/** The layout of a field as a row: label on the left, control and messages on the right; stacked on a phone. */
export const rowClass =
  "sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-4 sm:[&>label]:col-start-1 sm:[&>label]:row-start-1 sm:[&>label]:self-start sm:[&>label]:mb-0 sm:[&>label]:flex-col sm:[&>label]:gap-0 sm:[&>label]:pt-2 sm:[&>*:not(label)]:col-start-2";
