// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { WaitingWork } from '../../../ui/waiting-work.ts';
import { dashboardTabs, mayOpen } from '../tabs.ts';
import { firstOfEach, type InboxKind, inboxKindNames, inboxKinds, toInbox } from './all-waiting.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const work = (id: string, hoursAgo: number, dueInHours?: number): WaitingWork => ({
  id,
  title: id,
  detail: '',
  since: new Date(now - hoursAgo * 3_600_000).toISOString(),
  dueAt: dueInHours === undefined ? null : new Date(now + dueInHours * 3_600_000).toISOString(),
  to: '/',
  deeds: [],
});
const none = Object.fromEntries(inboxKindNames.map((kind) => [kind, { work: undefined }])) as Record<
  InboxKind,
  { work: readonly WaitingWork[] | undefined }
>;

it('lists overdue work first, then the longest waiting, across all kinds', () => {
  const waiting = {
    ...none,
    alerts: { work: [work('late', 2, 0), work('new', 1, 5)] },
    disputes: { work: [work('old', 9, 60)] },
    failed: { work: [work('failed', 3)] },
  };
  expect(toInbox(waiting, now).map(({ id, kind, isOverdue }) => [kind, id, isOverdue])).toEqual([
    ['alerts', 'late', true],
    ['disputes', 'old', false],
    ['failed', 'failed', false],
    ['alerts', 'new', false],
  ]);
});

it('names the most urgent work of each kind', () => {
  const waiting = {
    ...none,
    alerts: { work: [work('new', 1, 5), work('late', 2, 0)] },
    disputes: { work: [work('younger', 1), work('older', 2)] },
  };
  expect(firstOfEach(waiting, now).map(({ id }) => id)).toEqual(['late', 'older']);
});

it('opens for an administrator with the permission for one of its kinds', () => {
  const inbox = dashboardTabs.find(({ path }) => path === 'inbox');
  const opensWith = (held: string) => inbox && mayOpen(inbox, (permission) => permission === held);
  for (const kind of inboxKindNames) expect(opensWith(inboxKinds[kind].permission)).toBe(true);
  expect(opensWith('gift-cards:read')).toBe(false);
});
