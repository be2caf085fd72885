// SPDX-License-Identifier: Apache-2.0

import { scrubMessage, scrubName, scrubPage } from '../../contract/browser-errors.ts';
import { ApiError, apiBase } from './api.ts';

/** Most reports per page. A page that keeps failing has been reported often enough by then. */
const maxReports = 5;
const told = new Set<string>();

/** The first stack frame in our own scripts; '' if there is none, as for errors of extensions. */
export function placeInScripts(stack: string): string {
  const found = /\/assets\/([\w.-]{1,80}\.js:\d{1,7}:\d{1,7})/.exec(stack);
  return found?.[1] ?? '';
}

/**
 * Reports an error in our own scripts to the server: its kind, its message without quoted text, and where it happened,
 * but not the player. Refused or unanswered calls don't count as errors of the page.
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
