// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, lineOfText } from './endpoint.ts';

/** Days for which an error is kept after it was last seen. */
export const browserErrorsKeptDays = 30;

const maxName = 60;
const maxMessage = 200;
/** What a browser may send of each, before it is scrubbed here once more. */
const maxSent = 500;

export const browserErrorsApi = {
  report: endpoint({
    method: 'POST',
    path: '/browser-errors',
    access: 'public',
    summary: 'Tells of an error in one of our pages; nobody is told who had it',
    body: z.object({
      /** Of the error: `TypeError`. */
      name: z.string().max(maxName).regex(lineOfText),
      message: z.string().max(maxSent),
      /** Where in our own scripts: `shell-Ab12.js:1:2345`; empty where that is not known. */
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
 * A message without anything that could be of a person: what stands in quotes or looks like an address, a number or a name
 * of something goes, and so do letters beyond ASCII. Browsers quote what they could not read.
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

/** `/products/3fa8…?from=mail` -> `/products`: the part of an address that names nothing of a person. */
export function scrubPage(page: string): string {
  const [first = '', second = ''] = page.split(/[?#]/, 1)[0]?.split('/').filter(Boolean) ?? [];
  const isWord = (part: string) => /^[a-z][a-z-]{1,30}$/.test(part);
  if (!isWord(first)) return first === '' ? '/' : '/…';
  return first === 'dashboard' && isWord(second) ? `/dashboard/${second}` : `/${first}`;
}

/** The name of an error of JavaScript, or `Error`. */
export function scrubName(name: string): string {
  return /^[A-Z][A-Za-z]{2,40}$/.test(name) && /(Error|Exception)$/.test(name) ? name : 'Error';
}
