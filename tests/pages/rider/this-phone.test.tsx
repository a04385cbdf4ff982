/**
 * Notifications on the rider's own phone: the browser is asked only after a tap, and a text explains what it cannot do.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { riders } from "../../../db/schema/accounts";
import { pushSubscriptions } from "../../../db/schema/notifications";
import { vapidKeys } from "../../../src/notifications/push/push-keys";
import { closePage, openPage } from "../../support/pages";
import { createPhone } from "../../support/push-phone";
import type { Browser, TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer } from "./scene";

let server: TestServer;
let browser: Browser;
const undo: (() => void)[] = [];

beforeEach(async () => {
  undo.push(installStream());
  server = await createRiderServer();
  ({ browser } = await signInRider(server, "aline@example.com"));
});
afterEach(() => {
  closePage();
  server.close();
  for (const back of undo.splice(0)) back();
});

function put(target: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  undo.push(() =>
    before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name),
  );
}

/** Installs notifications in the browser, where the person answers `answer` to the permission question. */
function installPush(answer: NotificationPermission) {
  const phone = createPhone("https://fcm.googleapis.com/fcm/send/one").subscription;
  const seen = { permissionRequests: 0, keys: [] as string[], removed: 0 };
  let current: {
    options: object;
    toJSON: () => object;
    unsubscribe: () => Promise<boolean>;
  } | null = null;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      seen.keys.push(applicationServerKey);
      const bytes = Uint8Array.from(Buffer.from(applicationServerKey, "base64url"));
      current = {
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => phone,
        unsubscribe: async () => {
          seen.removed++;
          current = null;
          return true;
        },
      };
      return current;
    },
  };
  const notification = {
    permission: "default" as NotificationPermission,
    requestPermission: async () => {
      seen.permissionRequests++;
      notification.permission = answer;
      return answer;
    },
  };
  put(navigator, "serviceWorker", { ready: Promise.resolve({ pushManager }) });
  put(globalThis, "PushManager", class {});
  put(globalThis, "Notification", notification);
  return seen;
}

const findSwitch = () =>
  screen.findByRole<HTMLInputElement>("checkbox", { name: "Notifications on this phone" });
const phones = () => server.deps.db.select().from(pushSubscriptions).all();

test("a rider switches notifications on for the phone, hides their details and switches them off", async () => {
  const seen = installPush("granted");
  await openPage(server, "/profile/notifications", browser);
  const box = await findSwitch();
  await waitFor(() => expect(box.disabled).toBe(false));
  expect(seen.permissionRequests).toBe(0);
  await userEvent.click(box);
  await waitFor(() => expect(phones()).toMatchObject([{ hideDetails: false }]));
  expect(seen.keys).toEqual([vapidKeys(server.deps).publicKey]);
  // Each topic now has one more channel to choose.
  const ways = (name: string) => screen.queryAllByRole("checkbox", { name }).length;
  await waitFor(() => expect(ways("Notification")).toBe(ways("E-mail")));
  expect(ways("E-mail")).toBeGreaterThan(1);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Hide details" }));
  await waitFor(() => expect(phones()).toMatchObject([{ hideDetails: true }]));
  await userEvent.click(box);
  await waitFor(() => expect(phones()).toEqual([]));
  await waitFor(() => expect(box.checked).toBe(false));
});

test("a rider who blocked notifications sees where to allow them", async () => {
  installPush("denied");
  await openPage(server, "/profile/notifications", browser);
  const box = await findSwitch();
  await waitFor(() => expect(box.disabled).toBe(false));
  await userEvent.click(box);
  await screen.findByText(/^This browser blocks our notifications\./);
  expect(box.checked).toBe(false);
  expect(phones()).toEqual([]);
});

test("the switch is disabled in a browser that cannot show notifications", async () => {
  await openPage(server, "/profile/notifications", browser);
  await screen.findByText("This browser cannot show notifications.");
  expect((await findSwitch()).disabled).toBe(true);
});

test("an iPhone shows how to add the page to the home screen", async () => {
  put(navigator, "userAgent", "Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X)");
  await openPage(server, "/profile/notifications", browser);
  await screen.findByText(/^Add this page to your home screen first: tap Share/);
  expect((await findSwitch()).disabled).toBe(true);
});

test("the notification switch is shown in the page's language", async () => {
  await server.deps.write((tx) => tx.update(riders).set({ language: "fr" }).run());
  await openPage(server, "/profile/notifications", browser);
  await screen.findByRole("checkbox", { name: "Notifications sur ce téléphone" });
  await screen.findByText("Ce navigateur ne peut pas afficher de notifications.");
});
