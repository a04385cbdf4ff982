/** The landscapes behind the text of the home page. */
export const landscapes = ["city", "coast", "mountains", "savanna", "desert"] as const;
export type Landscape = (typeof landscapes)[number];
