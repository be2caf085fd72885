// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { type StatusReport, statusParts } from '../../../contract/status.ts';
import { headline, maintenanceWords, partWords } from './status-words.ts';

const report = (changed: Partial<StatusReport['parts'][number]>[] = []): StatusReport => ({
  lookedAt: '2026-11-20T10:00:00.000Z',
  maintenance: null,
  isDatabaseAway: false,
  parts: statusParts.map((part) => ({
    ...{ part, state: 'working' as const, lateSeconds: 0 },
    ...changed.find((change) => change.part === part),
  })),
  incidents: [],
});

it('names the parts that do not work, the worst first', () => {
  expect(headline(report())).toBe('Everything works');
  expect(headline(report([{ part: 'shop', state: 'disturbed' }]))).toBe('Degraded: Gift cards');
  const two = report([
    { part: 'shop', state: 'disturbed' },
    { part: 'payments', state: 'down' },
  ]);
  expect(headline(two)).toBe('Not working: Buying coins. Degraded: Gift cards');
  const down = report([
    { part: 'shop', state: 'down' },
    { part: 'messages', state: 'down' },
  ]);
  expect(headline(down)).toBe('Not working: Gift cards, Mail and notifications');
  expect(headline({ ...two, isDatabaseAway: true })).toBe('Our database doesn’t answer');
  expect(headline({ ...report(), lookedAt: null })).toBe('Not checked yet');
});

it('says how late results are, when that is noticeable', () => {
  const part = 'challenges' as const;
  expect(partWords({ part, state: 'disturbed', lateSeconds: 720 })).toMatch(/about 12 minutes\.$/);
  expect(partWords({ part, state: 'down', lateSeconds: 3 * 3_600 })).toMatch(/about 3 hours\.$/);
  const late = (lateSeconds: number) =>
    partWords({ part, state: 'disturbed', lateSeconds }).replace(/^.*count\.\s?/, '');
  expect([179, 180, 7_169, 7_170].map(late)).toEqual([
    '',
    'The delay is about 3 minutes.',
    'The delay is about 119 minutes.',
    'The delay is about 2 hours.',
  ]);
  expect(partWords({ part, state: 'working', lateSeconds: 720 })).not.toContain('delay is');
});

it('names each late game when there are several games', () => {
  const told = (...games: NonNullable<Parameters<typeof partWords>[0]['games']>) =>
    partWords({ part: 'challenges', state: 'disturbed', lateSeconds: 4_000, games }).replace(
      /^.*count\.\s?/,
      '',
    );
  const first = { game: 'fortnite', state: 'working', lateSeconds: 0 } as const;
  const second = { game: 'pubg', state: 'down', lateSeconds: 4_000 } as const;
  expect(told(first, second)).toBe('PUBG: down, about 67 minutes late.');
  expect(told({ ...first, state: 'disturbed' }, second)).toBe(
    'Fortnite: degraded. PUBG: down, about 67 minutes late.',
  );
  // Something that both need.
  expect(told({ ...first, state: 'disturbed' }, { ...second, lateSeconds: 3_000 })).toBe(
    'The delay is about 67 minutes. Fortnite: degraded. PUBG: down, about 50 minutes late.',
  );
  expect(told(first, { ...second, state: 'working' })).toBe('The delay is about 67 minutes.');
});

it('works with a newer server that reports an unknown part', () => {
  const later = { part: 'voice-chat' as never, state: 'down' as const, lateSeconds: 600 };
  expect(headline({ ...report(), parts: [later] })).toBe('Not working: voice chat');
  expect(partWords(later)).toBe('The delay is about 10 minutes.');
});

it('explains maintenance: why, until when, and what is safe', () => {
  const words = maintenanceWords({
    reason: 'We move to a larger database',
    until: '2026-12-01T06:30:00.000Z',
  });
  expect(words).toMatch(
    /^We move to a larger database[.] You can start, buy and pay again .* Dec(ember)? 1.*safe[.]$/,
  );
});
