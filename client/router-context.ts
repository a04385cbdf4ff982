import type { PostedForm } from "../src/contact/posted-form-contract";
import type { OverviewAnswer } from "../src/content/contract";
import type { Settings } from "../src/settings/contract";
import type { Api } from "./api";
import type { Words } from "./words/words";

/** What every loader and `beforeLoad` finds in `context`. */
export interface RouterContext {
  api: Api;
  /** The operator's settings that every page knows. */
  settings: Settings;
  /** The contents of the public site; on its pages only. */
  site?: OverviewAnswer | undefined;
  /** A form of this page that was sent without scripts and refused. */
  postedForm?: PostedForm | undefined;
  /** The page's request id in the server's log, for the error page; empty on a shared page. */
  requestId: string;
  /** The page's language and words. */
  words: Words;
  /** On the server, for a streamed page: for `loadDeferred`, whose calls run after the shell has been sent. */
  holdDeferred?: (() => { api: Api; requestAdmitted: Promise<"admitted"> }) | undefined;
}
