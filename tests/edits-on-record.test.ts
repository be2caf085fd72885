// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { differences } from '../web/lib/differences.ts';
import { type Person, startAdminTest } from './support/admin.ts';
import { openForTests } from './support/open-for-tests.ts';
import { createCard } from './support/shop.ts';

const app = openForTests(startAdminTest);
let admin: Person;
beforeAll(async () => {
  admin = await app.person({ role: 'SUPER_ADMIN' });
});

type Method = 'POST' | 'PUT' | 'PATCH';

async function send(method: Method, url: string, payload: object): Promise<{ _id: string }> {
  const answer = await app.call({ method, url, token: admin.token, key: randomUUID(), payload });
  expect(answer.statusCode, answer.body).toBe(200);
  const { data } = answer.json();
  return data.endpoint ?? data;
}

const changesOf = (subject: string) =>
  app.db.rows<{ action: string; before: object | null; after: object | null }>(sql`
    select action, before, after from admin_changes where subject = ${subject} order by id`);

const dates = { startDate: '2030-01-01T00:00:00.000Z', endDate: '2030-02-01T00:00:00.000Z' };
const event = {
  title: 'Winter',
  type: 'SEASON',
  triggers: ['COMPLETE_CHALLENGE'],
  ...dates,
  eventConfig: { rewardAmount: 10, budget: 100 },
};
const giveaway = { title: 'Drop', prizeType: 'GC', prizeAmount: 10, winnerCount: 2, ...dates };
const pack = { title: 'GC_500', coins: 500, originalPrice: 5, discountPercentage: 10 };
const challenge = {
  description: 'Survive',
  challengeVariants: [{ requiredPlacement: 10, requiredKills: 2, entryFeeGC: 10, rewardGC: 40 }],
};
const view = { name: 'All of them', isShared: true, query: '' };
const webhook = { address: 'https://example.com/hook', description: 'ours', events: ['payment.credited'] };

interface Edited {
  subject: string;
  make: () => Promise<{ _id: string }>;
  /** Sends the same input with these changes. */
  edit: (id: string, changed: object) => Promise<unknown>;
  changed: object;
}

const edits: Edited[] = [
  {
    subject: 'event',
    make: () => send('POST', '/events', event),
    edit: (id, changed) => send('PUT', `/events/${id}`, { ...event, ...changed }),
    changed: { title: 'Spring' },
  },
  {
    subject: 'giveaway',
    make: () => send('POST', '/giveaways/create', giveaway),
    edit: (id, changed) => send('PUT', `/giveaways/update/${id}`, { ...giveaway, ...changed }),
    changed: { isActive: false },
  },
  {
    subject: 'coin-package',
    make: () => send('POST', '/trade-coin/create', pack),
    edit: (id, changed) => send('PUT', `/trade-coin/${id}`, { ...pack, ...changed }),
    changed: { title: 'GC_501' },
  },
  {
    subject: 'challenge',
    make: () => send('POST', '/challenge/create', challenge),
    edit: (id, changed) => send('PUT', `/challenge/update/${id}`, { ...challenge, ...changed }),
    changed: { description: 'Survive longer' },
  },
  {
    subject: 'role',
    make: () => send('POST', '/role/create', { name: 'HELPER', permissions: ['users:read', 'audit:read'] }),
    edit: (id, changed) =>
      send('PUT', `/role/update/${id}`, {
        name: 'HELPER',
        permissions: ['users:read', 'audit:read'],
        ...changed,
      }),
    changed: { name: 'HELPERS' },
  },
  {
    subject: 'saved-view',
    make: () => send('POST', '/saved-views', { ...view, list: 'users' }),
    edit: (id, changed) => send('PUT', `/saved-views/${id}`, { ...view, ...changed }),
    changed: { name: 'Some of them' },
  },
  {
    subject: 'outgoing-webhook',
    make: () => send('POST', '/outgoing-webhooks', webhook),
    edit: (id, changed) => send('PUT', `/outgoing-webhooks/${id}`, { ...webhook, ...changed }),
    changed: { description: 'theirs' },
  },
  {
    subject: 'gift-card',
    make: async () => ({ _id: await createCard(app.db) }),
    edit: (id, changed) => send('PATCH', `/gift-card/${id}/active`, { isActive: true, ...changed }),
    changed: { isActive: false },
  },
];

describe.each(edits)('an edit of a $subject', ({ subject, make, edit, changed }) => {
  it('is logged with its changed fields only, and not logged when nothing changed', async () => {
    const { _id } = await make();
    const made = (await changesOf(`${subject}:${_id}`)).length;
    await edit(_id, {});
    expect(await changesOf(`${subject}:${_id}`)).toHaveLength(made);
    await edit(_id, changed);
    const [change, ...others] = (await changesOf(`${subject}:${_id}`)).slice(made);
    expect(others).toEqual([]);
    const fields = differences(change?.before, change?.after).map(({ field }) => field);
    expect(fields).toEqual(Object.keys(changed));
  });
});
