import pkg from "../../package.json" with { type: "json" };

/** Livery's version, from `package.json`. */
export const version: string = pkg.version;
