import { createContext } from "react";

/** The first page of the area in whose frame a page is shown; the site's where there is no frame. */
export const HomePathContext = createContext("/");
