// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { firstStepsPath } from '../../../contract/first-steps.ts';
import { rememberWayBack } from '../../lib/return-address.ts';
import { endSession, readToken } from '../../lib/session.ts';

/** Who the sandbox signs in with one click (sandbox/first-steps). */
export interface Somebody {
  id: 'newcomer' | 'veteran' | 'administrator';
  name: string;
  /** A star stands for what differs from one new player to the next. */
  email: string;
}

/** How much of the veteran's past is there. */
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

/** @throws with what the sandbox said, or that it does not answer */
async function askSandbox<Answer>(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(answersWithinMs),
    ...(init.signal ? [init.signal] : []),
  ]);
  const answer = await fetch(url + path, { ...init, signal }).catch(() => {
    throw new Error(`The sandbox at ${url} doesn't answer. Start it again with npm start.`);
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

/** Gives the veteran their past, once; resolves when it is there. @param tell receives how far it is */
async function waitForPast(url: string, tell: (progress: Progress) => void): Promise<void> {
  for (;;) {
    const progress = await askSandbox<Progress>(url, '/first-steps/veteran', { method: 'POST' });
    tell(progress);
    if (progress.problem) throw new Error(`The veteran's past is not complete: ${progress.problem}.`);
    if (progress.done === progress.of) return;
    await new Promise((wake) => setTimeout(wake, askEachMs));
  }
}

const landing: Record<Somebody['id'], string> = {
  newcomer: firstStepsPath,
  veteran: '/past-challenges',
  administrator: '/dashboard',
};

/** Leaves the page for the ordinary sign-in, which the sandbox passes without a form; the present player is signed out. */
export async function becomeSomebody(
  url: string,
  id: Somebody['id'],
  tell: (progress: Progress) => void,
): Promise<void> {
  if (id === 'veteran') await waitForPast(url, tell);
  // A sandbox that is away is found out here, while the page can still say so.
  else await askSandbox(url, '/first-steps');
  if (readToken()) endSession();
  rememberWayBack({ pathname: landing[id], search: '', hash: '' });
  window.location.assign(`${url}/first-steps/sign-in/${id}`);
}

/**
 * So short that it counts at any time scale, although it is reported right after the entry
 * (docs/rules/attempts.md, 16).
 */
const matchMinutes = 1;

export function playMatch(url: string, epicId: string, match: Match): Promise<unknown> {
  return askSandbox(url, `/arena/players/${encodeURIComponent(epicId)}/matches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...match, minutes: matchMinutes }),
  });
}
