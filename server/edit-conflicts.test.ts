// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Person, startAdminTest } from '../tests/support/admin.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';

const admins = openForTests(startAdminTest);
let admin: Person;
beforeAll(async () => {
  admin = await admins.person({ role: 'SUPER_ADMIN' });
});

async function send(method: 'POST' | 'PUT', url: string, payload: object) {
  const answer = await admins.call({ method, url, token: admin.token, key: randomUUID(), payload });
  return { status: answer.statusCode, ...answer.json() };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const variant = { entryFeeGC: 10, rewardGC: 20, requiredPlacement: 10, requiredKills: 3 };

/** Everything that administrators edit: how a test makes and changes it, and two of its fields. */
const rows = [
  {
    what: 'a role',
    create: '/role/create',
    update: '/role/update',
    form: { name: 'HELPERS', permissions: ['users:read'] },
    field: ['name', 'GUIDES', 'SCOUTS'],
    other: ['permissions', ['coins:read']],
  },
  {
    what: 'a package',
    create: '/trade-coin/create',
    update: '/trade-coin',
    form: { title: 'A pack', coins: 500, originalPrice: 5.1, discountPercentage: 10 },
    field: ['title', 'Another pack', 'A third pack'],
    other: ['originalPrice', 6.2],
  },
  {
    what: 'a challenge',
    create: '/challenge/create',
    update: '/challenge/update',
    form: { description: 'Survive', isActive: true, challengeVariants: [variant] },
    field: ['description', 'Survive longer', 'Survive for ever'],
    other: ['challengeVariants', [{ ...variant, rewardGC: 25 }]],
  },
  {
    what: 'an event',
    create: '/events',
    update: '/events',
    form: {
      title: 'An event',
      description: '',
      type: 'PROMO',
      triggers: ['COMPLETE_CHALLENGE'],
      startDate: inDays(0),
      endDate: inDays(1),
      leaderboardRewards: [],
      autoRun: true,
      isActive: true,
      eventConfig: {
        rewardType: 'GC',
        rewardAmount: 5,
        multiplier: 1,
        userCap: 0,
        dailyCap: 0,
        budget: null,
      },
    },
    field: ['title', 'Another event', 'A third event'],
    other: ['isActive', false],
  },
  {
    what: 'a giveaway',
    create: '/giveaways/create',
    update: '/giveaways/update',
    form: {
      title: 'A giveaway',
      prizeType: 'GC',
      prizeAmount: 50,
      startDate: inDays(0),
      endDate: inDays(1),
      winnerCount: 1,
      isActive: true,
    },
    field: ['title', 'Another giveaway', 'A third giveaway'],
    other: ['prizeAmount', 70],
  },
] as const;

describe.each(rows)('$what edited by two administrators', ({ create, update, form, field, other }) => {
  const [name, mine, theirs] = field;
  const [otherName, otherValue] = other;
  const make = async (title: string) => {
    const made = await send('POST', create, { ...form, [name]: title });
    expect(made.status, made.message).toBe(200);
    return made.data as Record<string, unknown> & { _id: string };
  };
  const save = (id: string, payload: object) => send('PUT', `${update}/${id}`, payload);

  it('keeps a field that only one of the two changed', async () => {
    const { _id } = await make('FIRST_OF_THEM');
    const shown = { ...form, [name]: 'FIRST_OF_THEM' };
    expect(await save(_id, { ...shown, [otherName]: otherValue, loaded: shown })).toMatchObject({
      status: 200,
    });
    const saved = await save(_id, { ...shown, [name]: mine, loaded: shown });
    expect(saved).toMatchObject({ status: 200, data: { [name]: mine, [otherName]: otherValue } });
  });

  it('reports a conflict, and accepts the change with the current values loaded', async () => {
    const { _id } = await make('SECOND_OF_THEM');
    const shown = { ...form, [name]: 'SECOND_OF_THEM' };
    expect(await save(_id, { ...shown, [name]: `${theirs}_2`, loaded: shown })).toMatchObject({
      status: 200,
    });
    const told = await save(_id, { ...shown, [name]: `${mine}_2`, loaded: shown });
    expect(told).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message: `Someone else changed this meanwhile: ${name}. Nothing was saved. Check their changes, then save again.`,
    });
    const loaded = { ...shown, ...told.data.current };
    expect(await save(_id, { ...shown, [name]: `${mine}_2`, loaded })).toMatchObject({ status: 200 });
  });

  it('saves everything from clients that do not send what they loaded', async () => {
    const { _id } = await make('THIRD_OF_THEM');
    const shown = { ...form, [name]: 'THIRD_OF_THEM' };
    await save(_id, { ...shown, [otherName]: otherValue });
    const saved = await save(_id, { ...shown, [name]: `${mine}_3` });
    expect(saved).toMatchObject({ status: 200, data: { [otherName]: shown[otherName as never] } });
  });
});

describe('a user edited by two administrators', () => {
  it('does not regain a withdrawn role when a name is saved', async () => {
    const player = await admins.person({ role: 'ADMIN' });
    const { list } = await admins.list(admin, 'pageSize=100');
    const before = list.find(({ _id }) => _id === player.id);
    const { name = '', email = '', role, isVerified } = before ?? {};
    const loaded = { name, email, role, isVerified };
    expect((await admins.update(admin, player, { ...loaded, role: 'USER', loaded })).statusCode).toBe(200);
    const saved = await admins.update(admin, player, { ...loaded, name: 'Renamed', loaded });
    expect(saved.json().data).toMatchObject({ name: 'Renamed', role: 'USER' });
    const told = await admins.update(admin, player, { ...loaded, role: 'SUPER_ADMIN', loaded });
    expect(told.json()).toMatchObject({ code: 'changed_meanwhile', data: { current: { role: 'USER' } } });
  });
});
