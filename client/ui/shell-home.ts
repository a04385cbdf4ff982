import { createContext } from "react";

/** The first page of the area whose frame a page stands in; the site's without a frame. */
export const ShellHome = createContext("/");
