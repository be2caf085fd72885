// SPDX-License-Identifier: Apache-2.0

import { scrubMessage, scrubName, scrubPage } from '../../contract/browser-errors.ts';
import { ApiError, apiBase } from './api.ts';

/** A page that fails over and over has said so by then. */
const maxReports = 5;
const told = new Set<string>();

/** Where in our own scripts; '' where none of them takes part, as with extensions. */
export function placeInScripts(stack: string): string {
  const found = /\/assets\/([\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/.exec(stack);
  return found?.[1] ?? '';
}

/**
 * Tells the server of an error in our own scripts: its kind, its message without what it quotes, and where, with no word of who
 * had it. Calls that were refused or got no answer are no errors of the page.
 */
export function reportError(error: unknown): void {
  if (!(error instanceof Error) || error instanceof ApiError) return;
  const place = placeInScripts(error.stack ?? '');
  if (place === '' || told.size >= maxReports) return;
  const body = JSON.stringify({
    name: scrubName(error.name),
    message: scrubMessage(error.message),
    place,
    page: scrubPage(window.location.pathname),
  });
  if (told.has(body)) return;
  told.add(body);
  void fetch(`${apiBase}/browser-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {});
}
