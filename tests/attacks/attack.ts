// SPDX-License-Identifier: Apache-2.0

import type { LightMyRequestResponse } from 'fastify';
import { expect, it, vi } from 'vitest';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { createLogger, type Logger } from '../../server/platform/log.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Shown by `npm run drill -- attacks`. */
    attack?: { asvs: string; goal: string; refusal: string };
  }
}

/**
 * An attack on `goal`: `script` tries it, proves that it was refused, and returns the refusal.
 * @param asvs the requirement of OWASP ASVS 5.0.0 that forbids it
 */
export function attack(asvs: string, goal: string, script: () => Promise<string>): void {
  it(`blocks an attempt to ${goal} (ASVS 5.0.0, ${asvs})`, async ({ task }) => {
    task.meta.attack = { asvs, goal, refusal: await script() };
  });
}

interface Line {
  requestId?: string;
  code?: string;
}

export interface Journal {
  log: Logger;
  /** Everything logged so far, as text. */
  text(): string;
  /**
   * Expects this refusal in the answer, and a line about it in the log.
   * @returns the text for the table
   */
  refused(answer: LightMyRequestResponse, code: ErrorCode): Promise<string>;
}

/** A log in which attacks must leave a trace. */
export function keepJournal(): Journal {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  return {
    log,
    text: () => lines.join(''),
    async refused(answer, code) {
      expect([answer.statusCode, answer.json().code]).toEqual([errors[code].status, code]);
      const requestId = answer.headers['x-request-id'];
      await vi.waitFor(() => {
        const said = lines
          .map((line): Line => JSON.parse(line))
          .filter((line) => line.requestId === requestId);
        expect(said.map((line) => line.code)).toContain(code);
      });
      return `${answer.statusCode} ${code}, logged`;
    },
  };
}

/** Of simultaneous answers, expects `good` successes, and this refusal for all others. */
export async function onlySomeOf(
  journal: Journal,
  answers: readonly LightMyRequestResponse[],
  good: number,
  code: ErrorCode,
): Promise<string> {
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(good);
  const others = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(others.length).toBeGreaterThan(0);
  for (const answer of others) await journal.refused(answer, code);
  return `${good} of ${answers.length} worked, the others ${errors[code].status} ${code}, logged`;
}

/** Calls repeatedly until the rate limit refuses. The log has the first refusals of a second, and counts the rest. */
export async function untilTooMany(
  ask: () => Promise<LightMyRequestResponse>,
  atMost: number,
): Promise<string> {
  for (let asked = 1; asked <= atMost + 1; asked++) {
    const { statusCode } = await ask();
    if (statusCode === errors.too_many_requests.status) return `429 too_many_requests at call ${asked}`;
  }
  throw new Error(`${atMost + 1} calls were not too many`);
}
