// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import type { AdminDispute } from '../../../../contract/disputes-admin.ts';
import { csvHeader, csvRow } from '../../../ui/data-columns.ts';
import { disputeColumns } from './dispute-columns.tsx';

const dispute: AdminDispute = {
  _id: '1',
  words: 'I was first in it',
  link: '',
  openedAt: '2026-11-20T10:00:00.000Z',
  promisedBy: '2026-11-23T10:00:00.000Z',
  ruling: null,
  attempt: {
    _id: '2',
    challenge: { description: 'Survive', challengeVariants: [] },
    challengeType: 'TOP10_5KILL_SOLO',
    status: 'FAILED',
    epicId: 'ada',
  },
  winsGC: 300,
  user: { _id: '3', name: 'Ada', email: 'ada@player.test' },
  isOverdue: false,
};

it('exports the ruling as the list shows it', () => {
  const columns = disputeColumns({ maySeeUsers: false, mayDecide: false, onOpen: () => {} });
  const place = csvHeader(columns).indexOf('Promised By');
  const promised = (ruling: AdminDispute['ruling']) => csvRow(columns, { ...dispute, ruling })[place];
  expect(promised(null)).toBe('2026-11-23T10:00:00.000Z');
  expect(promised({ outcome: 'upheld', answer: 'No', at: '2026-11-21T10:00:00.000Z' })).toBe(
    'Stays as it was',
  );
});
