// SPDX-License-Identifier: Apache-2.0

/**
 * One description of a message, rendered twice: as text and as HTML. Uses tables and inline styles, because all mail
 * programs support these; dark if the reader's program is dark. Escapes every interpolated value.
 */
export interface MailContent {
  subject: string;
  /** The text that mail programs show after the subject. */
  preview: string;
  title: string;
  paragraphs: string[];
  /** A label, and the value to the right of it. */
  rows: { label: string; value: string; isTotal?: boolean }[];
  action: { label: string; url: string };
  /** Small print. */
  notes: string[];
}

export interface MailLook {
  brandName: string;
  supportEmail: string;
  supportPhone: string;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export function renderMail(content: MailContent, look: MailLook): RenderedMail {
  return { subject: content.subject, text: toText(content, look), html: toHtml(content, look) };
}

function supportLine({ supportEmail, supportPhone }: MailLook): string {
  return `Questions? Write to ${supportEmail} or call ${supportPhone}.`;
}

function toText({ title, paragraphs, rows, action, notes }: MailContent, look: MailLook): string {
  const table = rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  const parts = [title, ...paragraphs, table, `${action.label}: ${action.url}`, ...notes, supportLine(look)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n-- \n${look.brandName}\n`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif";
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#07090f!important}.card{background:#0c0f18!important;border-color:#7c5cff #2b3554 #2b3554!important}
.text,.text td{color:#edeff7!important}.mute{color:#9aa3b8!important}.line td{border-color:#2b3554!important}}`;

function rowHtml({ label, value, isTotal }: MailContent['rows'][number]): string {
  const weight = isTotal ? 'font-weight:700' : 'font-weight:400';
  const cell = `padding:12px 0;border-top:1px solid #dcdfe9;font-size:15px;line-height:22px;color:#14182a;${weight}`;
  return `<tr class="line"><td style="${cell};padding-right:16px">${escaped(label)}</td><td align="right" style="${cell};white-space:nowrap">${escaped(value)}</td></tr>`;
}

function toHtml(content: MailContent, look: MailLook): string {
  const { title, preview, paragraphs, rows, action, notes } = content;
  const paragraph = (text: string) =>
    `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:25px;color:#14182a">${escaped(text)}</p>`;
  const small = (text: string) =>
    `<p class="mute" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#565d73">${escaped(text)}</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(content.subject)}</title><style>${darkStyle}</style></head>
<body class="page" style="margin:0;padding:0;background:#f1f1f8">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f1f8;${font}"><tr><td align="center" style="padding:28px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:0 4px 14px">
<span class="text" style="font-size:19px;font-weight:800;letter-spacing:-.2px;color:#14182a">${escaped(look.brandName)}</span></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #dcdfe9;border-top:3px solid #7c5cff;padding:28px 24px">
<h1 class="text" style="margin:0 0 14px;font-size:24px;line-height:30px;color:#14182a">${escaped(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
<table role="presentation" class="text" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 24px;${font}">${rows.map(rowHtml).join('')}</table>
<a href="${escaped(action.url)}" style="display:inline-block;background:#ffc53d;color:#1a1200;font-size:15px;font-weight:700;line-height:20px;padding:14px 22px;text-decoration:none">${escaped(action.label)}</a>
</td></tr><tr><td style="padding:18px 4px 0">
${[...notes, supportLine(look)].map(small).join('\n')}
</td></tr></table></td></tr></table></body></html>`;
}
