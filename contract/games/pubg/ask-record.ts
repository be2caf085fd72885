// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { parseJson, readText } from '../read-answer.ts';
import { recordAccept } from './record-address.ts';

/** The publisher's answer to anybody who asks for a record, without a key. */
export type RecordAnswer =
  | { kind: 'read'; json: unknown }
  /** It has no such match, or no longer. */
  | { kind: 'unknown' }
  | { kind: 'limited' }
  | { kind: 'unreadable'; detail: string }
  | { kind: 'unreachable'; detail: string };

/** A match of a hundred players. */
export const longestRecordBytes = 2 * 1024 * 1024;
const longestMs = 20_000;

const refusal = z.object({ errors: z.array(z.unknown()).min(1) });

/** Asks in a browser or a program. Never throws. */
export async function askForRecord(address: string): Promise<RecordAnswer> {
  try {
    const response = await fetch(address, {
      headers: { accept: recordAccept },
      // The publisher learns the IP address and from which site; no cookie, and not which page.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(longestMs),
    });
    const text = await readText(response, longestRecordBytes);
    return text === undefined
      ? { kind: 'unreadable', detail: 'longer than any match' }
      : interpretRecord(response.status, text);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { kind: 'unreachable', detail: isLate ? 'no answer within 20 seconds' : 'the connection failed' };
  }
}

export function interpretRecord(status: number, text: string): RecordAnswer {
  if (status === 429) return { kind: 'limited' };
  if (status >= 500) return { kind: 'unreachable', detail: `HTTP ${status}` };
  const json = parseJson(text);
  // A proxy's 404 says nothing about a match.
  if (status === 404 && refusal.safeParse(json).success) return { kind: 'unknown' };
  if (status !== 200) return { kind: 'unreadable', detail: `HTTP ${status}` };
  return json === undefined ? { kind: 'unreadable', detail: 'no JSON' } : { kind: 'read', json };
}
