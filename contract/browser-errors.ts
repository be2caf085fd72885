// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, lineOfText } from './endpoint.ts';

/** Days that an error is kept after it was last seen. */
export const browserErrorsKeptDays = 30;

const maxName = 60;
const maxMessage = 200;
/** The longest text that a browser may send for a field. The server scrubs it again. */
const maxSent = 500;

export const browserErrorsApi = {
  report: endpoint({
    method: 'POST',
    path: '/browser-errors',
    access: 'public',
    summary: 'Report an error of a page',
    body: z.object({
      /** The error's name, for example `TypeError`. */
      name: z.string().max(maxName).regex(lineOfText),
      message: z.string().max(maxSent),
      /** Where in our own scripts, for example `shell-Ab12.js:1:2345`; empty if unknown. */
      place: z
        .string()
        .max(120)
        .regex(/^([\w.-]{1,90}\.js:\d{1,7}:\d{1,7})?$/),
      /** Path of the page; only its first part is kept. */
      page: z.string().max(maxSent),
    }),
  }),
};

/**
 * Removes everything from a message that could be personal: quoted text (browsers quote what they couldn't read),
 * anything like an address, number or name, and letters outside ASCII.
 */
export function scrubMessage(message: string): string {
  return message
    .slice(0, 2 * maxSent)
    .replaceAll(/(["'`“‘«]).*?(?:["'`”’»]|$)/gs, '"…"')
    .replaceAll(/\S*@\S*/g, '…')
    .replaceAll(/\S*(?:\/|\\|%)\S*/g, '…')
    .replaceAll(/\S*\d\S*/g, '0')
    .replaceAll(/[^\x20-\x7e…]+/g, '…')
    .replaceAll(/[^\w\s.,:;()[\]{}<>=!?$&|+*"…-]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxMessage);
}

/** `/products/3fa8…?from=mail` -> `/products`: the part of an address that reveals nothing personal. */
export function scrubPage(page: string): string {
  const [first = '', second = ''] = page.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  const isWord = (part: string) => /^[a-z][a-z-]{1,30}$/.test(part);
  if (!isWord(first)) return first === '' ? '/' : '/…';
  return first === 'dashboard' && isWord(second) ? `/dashboard/${second}` : `/${first}`;
}

/** The name of a JavaScript error, or `Error`. */
export function scrubName(name: string): string {
  return /^[A-Z][A-Za-z]{2,40}$/.test(name) && /(Error|Exception)$/.test(name) ? name : 'Error';
}
