import { expect, it } from 'vitest';
import { type StatusReport, statusParts } from '../../../contract/status.ts';
import { headline, partWords } from './status-words.ts';

const report = (changed: Partial<StatusReport['parts'][number]>[] = []): StatusReport => ({
  lookedAt: '2026-11-20T10:00:00.000Z',
  isDatabaseAway: false,
  parts: statusParts.map((part) => ({
    ...{ part, state: 'working' as const, lateSeconds: 0 },
    ...changed.find((change) => change.part === part),
  })),
  incidents: [],
});

it('names what does not work, and the worst of it first', () => {
  expect(headline(report())).toBe('Everything works');
  expect(headline(report([{ part: 'shop', state: 'disturbed' }]))).toBe('Disturbed: Gift cards');
  const two = report([
    { part: 'shop', state: 'disturbed' },
    { part: 'payments', state: 'down' },
  ]);
  expect(headline(two)).toBe('Not working: Buying coins. Disturbed: Gift cards');
  expect(headline({ ...two, isDatabaseAway: true })).toBe('Our database does not answer');
  expect(headline({ ...report(), lookedAt: null })).toBe('Not looked at yet');
});

it('says how late results are, where that can be noticed', () => {
  const part = 'challenges' as const;
  expect(partWords({ part, state: 'disturbed', lateSeconds: 720 })).toMatch(/about 12 minutes\.$/);
  expect(partWords({ part, state: 'down', lateSeconds: 3 * 3_600 })).toMatch(/about 3 hours\.$/);
  expect(partWords({ part, state: 'disturbed', lateSeconds: 20 })).not.toContain('delay is');
  expect(partWords({ part, state: 'working', lateSeconds: 170 })).not.toContain('delay is');
});
