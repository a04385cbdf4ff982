import type { PostedForm } from "../src/contact/form-contract";
import type { OverviewAnswer } from "../src/content/contract";
import type { Settings } from "../src/settings/contract";
import type { Api } from "./api";
import type { Words } from "./words/words";

/** What every loader and `beforeLoad` finds in `context`. */
export interface RouterContext {
  api: Api;
  /** What every page knows of the operator. */
  settings: Settings;
  /** What the public site has; on its pages only. */
  site?: OverviewAnswer | undefined;
  /** A form of this page that was sent without scripts and refused. */
  posted?: PostedForm | undefined;
  /** Names the page's request in the server's log, for the error page; empty on a shared page. */
  requestId: string;
  /** The page's language and what it says. */
  words: Words;
  /** On the server, of a page that is streamed: for `late`, whose calls work after the shell has gone. */
  holdDeferred?: (() => { api: Api; admitted: Promise<"admitted"> }) | undefined;
}
