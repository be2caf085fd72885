// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { firstStepsPath } from '../../../contract/first-steps.ts';
import { rememberReturnAddress } from '../../lib/return-address.ts';
import { endSession, readToken } from '../../lib/session.ts';

/** The people whom the sandbox signs in with one click (sandbox/first-steps). */
export interface Somebody {
  id: 'newcomer' | 'veteran' | 'administrator';
  name: string;
  /** Each new player gets another address; a star marks the part that differs. */
  email: string;
}

/** How much of the veteran's history has been created. */
export interface Progress {
  done: number;
  of: number;
  isUnderWay: boolean;
  problem: string | null;
}

export interface FirstSteps {
  people: Somebody[];
  veteran: Progress;
}

export interface Match {
  placement: number;
  kills: number;
}

const answersWithinMs = 10_000;
const askEachMs = 700;

/** @throws with the sandbox's message, or if the sandbox doesn't answer */
async function askSandbox<Answer>(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(answersWithinMs),
    ...(init.signal ? [init.signal] : []),
  ]);
  const answer = await fetch(url + path, { ...init, signal }).catch(() => {
    throw new Error(`The sandbox at ${url} doesn’t answer. Start it again with npm start.`);
  });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.error ?? `The sandbox answered ${answer.status}.`);
  return body as Answer;
}

export function firstStepsQuery(url: string | undefined) {
  return queryOptions({
    queryKey: ['first-steps', url],
    enabled: url !== undefined,
    queryFn: ({ signal }) => askSandbox<FirstSteps>(url ?? '', '/first-steps', { signal }),
  });
}

/** Creates the veteran's history, once; resolves when it is complete. @param onProgress is called with the progress */
async function waitForPast(url: string, onProgress: (progress: Progress) => void): Promise<void> {
  for (;;) {
    const progress = await askSandbox<Progress>(url, '/first-steps/veteran', { method: 'POST' });
    onProgress(progress);
    if (progress.problem)
      throw new Error(`Couldn’t create the veteran’s history: ${progress.problem}. Try again.`);
    if (progress.done === progress.of) return;
    await new Promise((wake) => setTimeout(wake, askEachMs));
  }
}

const landing: Record<Somebody['id'], string> = {
  newcomer: firstStepsPath,
  veteran: '/past-challenges',
  administrator: '/dashboard',
};

/** Signs the current player out and leaves for the normal sign-in, which the sandbox completes without a form. */
export async function becomeSomebody(
  url: string,
  id: Somebody['id'],
  onProgress: (progress: Progress) => void,
): Promise<void> {
  if (id === 'veteran') await waitForPast(url, onProgress);
  // Checks that the sandbox answers while this page can still show an error.
  else await askSandbox(url, '/first-steps');
  if (readToken()) endSession();
  rememberReturnAddress({ pathname: landing[id], search: '', hash: '' });
  window.location.assign(`${url}/first-steps/sign-in/${id}`);
}

/**
 * Short enough to count at any time scale, even if it is reported right after the entry (docs/rules/attempts.md, 16).
 */
const matchMinutes = 1;

export function playMatch(url: string, epicId: string, match: Match): Promise<unknown> {
  return askSandbox(url, `/arena/players/${encodeURIComponent(epicId)}/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...match, minutes: matchMinutes }),
  });
}
