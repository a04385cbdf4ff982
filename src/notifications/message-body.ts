/** The formats of a message: plain text, an e-mail for light and dark themes, and an SMS. */
import type { Message } from "./message";
import type { MessageText } from "./words/message-words";
import { type Language, languages } from "../settings/languages/languages-contract";

type Button = { label: string; url: string };
type Block = { text: string } | { code: string } | { rows: [string, string][] } | { link: Button };

/** Creates a message that consists only of paragraphs. */
export function plainBody(
  kind: string,
  brand: string,
  language: Language,
  messageText: MessageText,
): Message {
  const { subject, paragraphs } = messageText;
  return {
    kind,
    subject,
    ...renderMailBodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
    ),
    sms: `${brand}: ${paragraphs.join(" ")}`,
  };
}

/** Renders the two parts of an e-mail. Styles are inline, because mail programs support nothing else. */
export function renderMailBodies(
  brand: string,
  language: Language,
  blocks: Block[],
  button?: Button,
): { text: string; html: string } {
  const text = [
    ...blocks.map((block) =>
      "text" in block
        ? block.text
        : "code" in block
          ? `    ${block.code}`
          : "link" in block
            ? `${block.link.label}: ${block.link.url}`
            : block.rows.map(([name, value]) => `${name}: ${value}`).join("\n"),
    ),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    brand,
  ].join("\n\n");
  const html = [
    `<!doctype html><html lang="${language}"${directionAttribute(language)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></head>`,
    '<body style="margin:0;padding:32px 16px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    headOf(brand),
    ...blocks.map((block) => renderBlock(block, language)),
    button
      ? // The border makes the button visible on a dark page, where its own colour hardly stands out.
        `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 24px;border:1px solid #6b7280;border-radius:8px;background:#111827;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>`
      : "",
    "</div></body></html>",
  ].join("");
  return { text, html };
}

/** Returns a direction attribute for right-to-left languages, and nothing for others. */
const directionAttribute = (language: Language) => (languages[language].dir ? ' dir="rtl"' : "");

const headOf = (brand: string) =>
  `<p style="font-weight:600;font-size:20px;margin:0 0 24px">${escapeHtml(brand)}</p>`;

/**
 * Replaces the name at the head of an e-mail by the operator's logo. Its ground is always light, because mail programs
 * don't tell whether their theme is dark.
 */
export function withLogo(
  html: string,
  brand: string,
  logo: { src: string; width: number; height: number },
): string {
  const height = Math.min(40, logo.height);
  const width = Math.round((logo.width / logo.height) * height);
  const image = `<img alt="${escapeHtml(brand)}" src="${escapeHtml(logo.src)}" width="${width}" height="${height}" style="display:block;background:#ffffff;border-radius:4px;padding:4px">`;
  return html.replace(headOf(brand), () => `<div style="margin:0 0 24px">${image}</div>`);
}

function renderBlock(block: Block, language: Language): string {
  if ("text" in block) return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
  if ("code" in block)
    return `<p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:8px">${escapeHtml(block.code)}</p>`;
  if ("link" in block)
    return `<p style="margin:0 0 16px"><a href="${escapeHtml(block.link.url)}">${escapeHtml(block.link.label)}</a></p>`;
  const cellPadding = directionAttribute(language) ? "4px 0 4px 16px" : "4px 16px 4px 0";
  const rows = block.rows.map(
    ([name, value]) =>
      `<tr><td style="padding:${cellPadding};opacity:.7;vertical-align:top">${escapeHtml(name)}</td><td style="padding:4px 0"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
}

function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}
