/** The executable with its demo fleet, and people who sign in to it through its calls. */
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { APIResponse, Browser, BrowserContext } from "playwright-core";
import { createInstallation, type RunningExecutable, type Installation } from "./executable";
import { until } from "./eventually";

export interface Demo {
  running: RunningExecutable;
  url: string;
  /**
   * Returns the newest code sent to a contact after `seen` earlier ones, as the console shows it. The console
   * abbreviates the contact.
   */
  code(contact: string, seen: number): Promise<string>;
  /** How many codes were sent to a contact so far. */
  countCodesTo(contact: string): number;
  /** Signs in a person, and returns the cookies that a window needs. */
  signIn(browser: Browser, who: "rider" | "driver" | "dispatcher"): Promise<Session>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

const environment = { RATE_LIMITS: "off" };

/** How old a filled demo may be to be reused by another file, in ms, because its trips depend on the clock. */
const FRESH_MS = 300_000;

/** Fills an installation with the demo, or copies a demo that another file of this run (see run.ts) filled recently. */
async function fill(installation: Installation): Promise<void> {
  const { LIVERY_DEMOS } = process.env;
  if (!LIVERY_DEMOS) return;
  const data = join(installation.folder, "data");
  const filledFolder = join(LIVERY_DEMOS, `demo-${Math.floor(Date.now() / FRESH_MS)}`);
  if (existsSync(filledFolder)) return cpSync(filledFolder, data, { recursive: true });
  await installation.run("demo");
  const copy = `${filledFolder}.${process.pid}`;
  cpSync(data, copy, { recursive: true });
  try {
    renameSync(copy, filledFolder);
  } catch {
    // Another file was faster.
    rmSync(copy, { recursive: true });
  }
}

/** Starts `livery serve --demo` in its own folder. The caller must close it. */
export async function startDemo(): Promise<Demo> {
  const installation = createInstallation();
  await fill(installation);
  let runningExecutable = await installation.start(environment, "serve", "--demo");
  const { url, port } = runningExecutable;

  const codes = (contact: string) => {
    const [local = "", domain = ""] = contact.split("@");
    const pattern = new RegExp(`Code for ${local[0]}…@${domain}: (\\d{4})`, "g");
    return [...runningExecutable.output().matchAll(pattern)].map(([, code]) => code ?? "");
  };
  const code = async (contact: string, seen: number) => {
    await until(`A code for ${contact} on the console`, () => codes(contact).length > seen);
    return codes(contact).at(-1) ?? "";
  };

  return {
    get running() {
      return runningExecutable;
    },
    url,
    code,
    countCodesTo: (contact) => codes(contact).length,
    async signIn(browser, who) {
      const context = await browser.newContext();
      const post = async (path: string, data: object) =>
        expectOk(
          await context.request.post(`${url}/backend${path}`, { data, headers: { origin: url } }),
        );
      if (who === "dispatcher") {
        await post("/admin/login", { email: "admin@example.com", password: "livery-demo" });
      } else {
        const identifier = `${who}@example.com`;
        const seen = codes(identifier).length;
        await post(who === "rider" ? "/auth/send-otp" : "/driver/checkdriver-sendotp", {
          identifier,
        });
        const otp = await code(identifier, seen);
        const path = who === "rider" ? "/auth/verify-otp" : "/driver/verify-otp";
        await post(path, { identifier, otp });
      }
      const state = await context.storageState();
      await context.close();
      return state;
    },
    async restart() {
      runningExecutable.kill("SIGKILL");
      await runningExecutable.exited;
      runningExecutable = await installation.start(
        { ...environment, PORT: String(port) },
        "serve",
        "--demo",
      );
    },
    close: () => installation.close(),
  };
}

/** Returns the path of an application, as the console prints it after `seen` characters. */
export async function applicationLink({ running }: Demo, seen: number): Promise<string> {
  const way = /\/driver-apply\/status\/[\w-]+/;
  const [link] = await until("A link on the console", () => way.exec(running.output().slice(seen)));
  return link;
}

async function expectOk(response: APIResponse): Promise<APIResponse> {
  if (!response.ok())
    throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  return response;
}
