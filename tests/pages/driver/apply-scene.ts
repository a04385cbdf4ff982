/** Shared by the tests of the application's screens: a server, a visitor, and uploads within the process. */
import { afterEach, beforeEach } from "bun:test";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { english } from "../../../client/words/words";
import { type Step, stepTitles } from "../../../client/applications/steps/step-titles";
import { driverApplications } from "../../../db/schema/drivers";
import { toBunForm, closePage, openPage } from "../../support/pages";
import { png } from "../../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../../support/server";

type Request = Browser["request"];

/** A scene that is created again for each test of a file that calls `createApplyingScene`. */
export interface ApplyingScene {
  server: TestServer;
  visitor: Browser;
  /** Answers an upload instead of the server, while this is set. */
  intercept: ((field: string) => Promise<Response> | undefined) | null;
  /** The fields whose files were sent, in order. */
  uploadedFields: string[];
}

/** Creates the scene before each test and removes it afterwards. */
export function createApplyingScene(): ApplyingScene {
  // Filled in before each test.
  const scene = { intercept: null, uploadedFields: [] as string[] } as unknown as ApplyingScene;
  const { XMLHttpRequest: originalXhr } = globalThis;

  /** The browser's request for a file, sent to the app within the process. */
  class InProcessXhr {
    upload: { onprogress?: (event: object) => void } = {};
    onloadend: () => void = () => {};
    status = 0;
    responseText = "";
    #path = "";
    #headers = new Headers();
    open(_: string, path: string) {
      this.#path = path;
    }
    setRequestHeader() {}
    getResponseHeader(name: string) {
      return this.#headers.get(name);
    }
    abort() {
      this.onloadend();
    }
    async send(form: FormData) {
      const field = String(form.get("field"));
      scene.uploadedFields.push(field);
      try {
        const path = this.#path.replace("/backend", "");
        const answer = await (scene.intercept?.(field) ??
          scene.visitor.request(path, { method: "POST", form: await toBunForm(form) }));
        this.upload.onprogress?.({ loaded: 1, total: 1, lengthComputable: true });
        this.responseText = await answer.text();
        this.#headers = answer.headers;
        this.status = answer.status;
      } catch {
        this.status = 0;
      }
      this.onloadend();
    }
  }

  beforeEach(async () => {
    scene.server = await createTestServer();
    scene.visitor = scene.server.browser();
    scene.intercept = null;
    scene.uploadedFields.length = 0;
    Object.assign(globalThis, { XMLHttpRequest: InProcessXhr, scrollTo() {} });
  });
  afterEach(() => {
    closePage();
    scene.server.close();
    Object.assign(globalThis, { XMLHttpRequest: originalXhr });
  });
  return scene;
}

/** Lets `answer` replace the server for the calls for which it returns an answer. */
export function interceptCalls(
  scene: ApplyingScene,
  answer: (path: string) => ReturnType<Request> | undefined,
): void {
  const { request } = scene.visitor;
  scene.visitor.request = (path, given) => answer(path) ?? request(path, given);
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
export const open = ({ server, visitor }: ApplyingScene, step: Step = 0) =>
  openPage(server, step === 0 ? "/driver-apply" : `/driver-apply?step=${step}`, visitor);
export const arrived = (step: Step) =>
  screen.findByRole("heading", { level: 1, name: english.of(stepTitles[step]) });
export const box = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
export const combobox = (name: string) => screen.findByRole<HTMLInputElement>("combobox", { name });
export const options = () =>
  within(screen.getByRole("listbox"))
    .queryAllByRole("option")
    .map(({ textContent }) => textContent);
export const stored = ({ server }: ApplyingScene) =>
  server.deps.db.select().from(driverApplications).all();
export const picture = (name = "photo.png") =>
  new File([png(40, 30).slice()], name, { type: "image/png" });
export const chooseFile = async (label: string, file: File) =>
  userEvent.upload(await screen.findByLabelText(label), file, { applyAccept: false });
