import type { PostedForm } from "../src/contact/posted-form-contract";
import type { OverviewAnswer } from "../src/content/contract";
import type { Settings } from "../src/settings/contract";
import type { Api } from "./api";
import type { Words } from "./words/words";

/** The `context` of every loader and `beforeLoad`. */
export interface RouterContext {
  api: Api;
  /** The operator's settings, on every page. */
  settings: Settings;
  /** The content of the public site, only on its pages. */
  site?: OverviewAnswer | undefined;
  /** A form of this page that was sent without scripts and refused. */
  postedForm?: PostedForm | undefined;
  /** The page's request id in the server's log, for the error page; empty on a shared page. */
  requestId: string;
  /** The page's language and words. */
  words: Words;
  /** Set on the server for a streamed page. `loadDeferred` uses it for calls that run after the shell has been sent. */
  holdDeferred?: (() => { api: Api; requestAdmitted: Promise<"admitted"> }) | undefined;
}
