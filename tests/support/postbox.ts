/** The outside world of messages on the loopback address: a mail server and an SMS gateway. */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A message as its reader got it. */
export type ReceivedMessage = {
  to: string;
  subject: string;
  text: string;
  /** Names and types of what goes along. */
  files?: [name: string, type: string][];
  /** Of a mail: what mail programs put it into a conversation by. */
  thread?: { id: string; inReplyTo: string; references: string; replyTo: string; auto: string };
};

export type Postbox = {
  /** What to configure: `SMTP_URL`, or the gateway's URL. */
  url: string;
  received: ReceivedMessage[];
  /** The newest message to somebody that matches; waits for up to ten seconds. */
  wait: (to: string, pattern: RegExp) => Promise<RegExpExecArray>;
  close: () => Promise<void>;
};

function waiting(received: ReceivedMessage[]): Postbox["wait"] {
  return async (to, pattern) => {
    const deadline = Date.now() + 10_000;
    for (;;) {
      for (const message of [...received].reverse()) {
        const found = message.to === to && pattern.exec(message.text);
        if (found) return found;
      }
      if (Date.now() > deadline)
        throw new Error(`No message to ${to} with ${pattern}: ${JSON.stringify(received)}`);
      await Bun.sleep(50);
    }
  };
}

/** A real SMTP server; on a port of the caller's choice where one is given, and only for an account where one is. */
export async function startMailbox(
  port = 0,
  account?: { user: string; password: string },
): Promise<Postbox> {
  const received: ReceivedMessage[] = [];
  const server = new SMTPServer({
    authOptional: !account,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account?.user && password === account?.password;
      done(isKnown ? null : new Error("Wrong user name or password"), { user: username });
    },
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo)
          received.push({
            to: address,
            subject: mail.subject ?? "",
            text: mail.text ?? "",
            thread: {
              id: mail.messageId ?? "",
              inReplyTo: mail.inReplyTo ?? "",
              references: mail.references ?? "",
              replyTo: mail.replyTo?.[0]?.address ?? "",
              auto: mail.headers.find(({ key }) => key === "auto-submitted")?.value ?? "",
            },
            files: mail.attachments.map(({ filename, mimeType }) => [filename ?? "", mimeType]),
          });
        done();
      });
    },
  });
  // A client that goes away is no fault of the mailbox.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET") throw error;
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The mailbox has no port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    wait: waiting(received),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A gateway that answers Twilio's call; anything without the right credentials gets 401. */
export function startSmsGateway(account: string, token: string): Postbox {
  const received: ReceivedMessage[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const wanted = `Basic ${btoa(`${account}:${token}`)}`;
      if (request.headers.get("authorization") !== wanted)
        return Response.json({ message: "Authenticate" }, { status: 401 });
      if (new URL(request.url).pathname !== `/2010-04-01/Accounts/${account}/Messages.json`)
        return Response.json({ message: "Not found" }, { status: 404 });
      const form = await request.formData();
      received.push({ to: String(form.get("To")), subject: "", text: String(form.get("Body")) });
      return Response.json({ sid: `SM${received.length}`, status: "queued" }, { status: 201 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    wait: waiting(received),
    close: async () => {
      await server.stop(true);
    },
  };
}
