/** What the board loads once it stands: the key that asks for it then waits for nothing. */
export const loadActs = () => import("./act-dialog");
export const loadAssigning = () => import("./assign-dialog");
