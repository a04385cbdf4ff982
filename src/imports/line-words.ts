/** Formats a number of lines: `1 line`, `5,200 lines`. */
export const lineCountText = (count: number): string =>
  count === 1 ? "1 line" : `${count.toLocaleString("en")} lines`;
