// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { AdminChallenge, ChallengeInput } from '../../../contract/challenges-admin.ts';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import type { Approved, AskApproval, CarryOut } from '../../approval-ports.ts';
import type { EditDeps } from '../../editable.ts';
import { refuse } from '../../platform/refusal.ts';
import { listForAdmins } from './challenge-admin-store.ts';
import { listChallenges } from './challenge-store.ts';
import { challengeEdits } from './edit-challenge.ts';

const clock = fakeClock(new Date('2026-06-15T12:00:00Z'));
const db = openTestDatabase({ poolSize: 4 });
let actorId: string;
beforeAll(async () => {
  actorId = (await createPlayer(db, { role: 'ADMIN' })).id;
});

const asked: unknown[] = [];
const note: AskApproval = async (_tx, { measure, ...rest }) => {
  asked.splice(0, asked.length, { ...rest, measure: await measure() });
  return undefined;
};
const wait: AskApproval = async () => refuse('waits_for_approval');
const deps = (askApproval: AskApproval = note): EditDeps<typeof challengeEdits> => ({
  db,
  clock,
  askApproval,
});
const variant = { requiredPlacement: 10, requiredKills: 2, entryFeeGC: 10, rewardGC: 40 } as const;
const other = { requiredPlacement: 25, requiredKills: 2, entryFeeGC: 5, rewardGC: 30 } as const;
const challenge: ChallengeInput = { description: 'Survive', isActive: true, challengeVariants: [variant] };

const create = (terms = challenge, idempotencyKey: string = randomUUID(), askApproval = note) =>
  challengeEdits.create({ actorId, idempotencyKey, terms }, deps(askApproval));
const created = async (terms = challenge) => (await create(terms)) as AdminChallenge;
const changes = (challengeId: string) =>
  db.rows(sql`
    select actor_id, action, before, after from admin_changes
    where subject = ${`challenge:${challengeId}`} order by id`);
const rowOf = (challengeId: string) =>
  db.row(sql`select is_active, deleted_at, updated_at from challenges where id = ${challengeId}`);

it('creates a challenge of the game that is named', async () => {
  expect(await created({ ...challenge, game: 'fortnite' })).toMatchObject({ game: 'fortnite' });
  const terms = { mode: 'duo', countsBots: true } as const;
  expect(await created({ ...challenge, game: 'pubg', terms })).toMatchObject({ game: 'pubg', terms });
  expect(await created({ ...challenge, game: 'pubg' })).toMatchObject({
    terms: { mode: 'solo', countsBots: false },
  });
  for (const game of ['fortnite', undefined] as const)
    expect(await create({ ...challenge, game, terms })).toMatchObject({
      data: { issues: [{ path: 'terms', message: 'Fortnite knows only place and kills: leave terms out' }] },
    });
  const unknown = db.run(sql`insert into challenges (game, description) values ('no game', 'Unknown')`);
  await expect(unknown).rejects.toThrow('challenges_game');
});

it('logs a challenge before and after, and asks for approval of a raised reward', async () => {
  const made = await created();
  expect(made).toEqual({
    _id: expect.any(String),
    game: 'fortnite',
    description: 'Survive',
    isActive: true,
    challengeVariants: [{ ...variant, _id: expect.any(String), challengeType: 'TOP10_2KILL_SOLO' }],
    attempts: 0,
    running: 0,
  });
  expect(asked).toEqual([
    {
      actorId,
      operation: 'challenge.create',
      permission: 'challenges:write',
      measure: [{ kind: 'challengeReward', coins: 40 }],
      title: 'Create the challenge “Survive”',
      subject: 'challenge',
      before: null,
      after: challenge,
      input: { challenge },
    },
  ]);
  clock.advance(1_000);
  const { _id } = made;
  const edit = { description: 'Survive longer', challengeVariants: [{ ...variant, rewardGC: 50 }, other] };
  const changed = (await challengeEdits.edit({ actorId, id: _id, terms: edit }, deps())) as AdminChallenge;
  expect(changed).toMatchObject({ ...edit, isActive: true });
  expect(asked).toEqual([
    {
      actorId,
      operation: 'challenge.change',
      permission: 'challenges:write',
      measure: [{ kind: 'challengeReward', coins: 50 }],
      title: 'Change the challenge “Survive”',
      subject: `challenge:${_id}`,
      before: challenge,
      after: { ...challenge, ...edit },
      input: { challengeId: _id, challenge: edit },
    },
  ]);
  expect(await rowOf(_id)).toEqual({ isActive: true, deletedAt: null, updatedAt: clock.now() });
  const kinds = [{ ...variant, requiredKills: 3, rewardGC: 50 } as const, other];
  const swapped = (await challengeEdits.edit(
    { actorId, id: _id, terms: { challengeVariants: kinds } },
    deps(),
  )) as AdminChallenge;
  expect(swapped.challengeVariants).toMatchObject(kinds);
  expect(swapped.challengeVariants).toHaveLength(2);
  const closed = await challengeEdits.edit({ actorId, id: _id, terms: { isActive: false } }, deps());
  expect(closed).toEqual({ ...swapped, isActive: false });
  clock.advance(1_000);
  const key = randomUUID();
  const remove = (challengeId: string) =>
    challengeEdits.remove({ actorId, id: challengeId, idempotencyKey: key }, deps());
  expect([await remove(_id), await remove(_id)]).toEqual([{}, {}]);
  expect(await remove((await created())._id)).toMatchObject({ refused: 'idempotency_key_reused' });
  expect(await rowOf(_id)).toEqual({ isActive: false, deletedAt: clock.now(), updatedAt: clock.now() });
  const entry = (action: string, before: unknown, after: unknown) => ({ actorId, action, before, after });
  expect(await changes(_id)).toEqual([
    entry('challenge.create', null, made),
    entry('challenge.change', made, changed),
    entry('challenge.change', changed, swapped),
    entry('challenge.change', swapped, closed),
    entry('challenge.delete', closed, null),
  ]);
});

it('measures every reward when changed terms make it easier to win, and shows them for approval', async () => {
  const terms = { mode: 'solo', countsBots: false } as const;
  const { _id } = await created({ ...challenge, game: 'pubg', terms });
  const edit = (changed: Partial<ChallengeInput>) =>
    challengeEdits.edit({ actorId, id: _id, terms: changed }, deps());
  await edit({ terms, description: 'Survive again' });
  expect(asked).toMatchObject([{ measure: [{ coins: 0 }] }]);
  await edit({ terms: { ...terms, countsBots: true } });
  expect(asked).toMatchObject([
    { measure: [{ coins: 40 }], before: { terms }, after: { terms: { mode: 'solo', countsBots: true } } },
  ]);
  await edit({ terms: { mode: 'squad', countsBots: true } });
  expect(asked).toMatchObject([{ measure: [{ kind: 'challengeReward', coins: 40 }] }]);
});

it('creates once per key, and changes nothing while approval is pending', async () => {
  const key = randomUUID();
  const first = await create(challenge, key);
  expect(await create(challenge, key)).toEqual(first);
  expect(await create({ ...challenge, description: 'Else' }, key)).toMatchObject({
    refused: 'idempotency_key_reused',
  });
  const { _id } = first as AdminChallenge;
  const waits = { refused: 'waits_for_approval' };
  const waitingEdit = { actorId, id: _id, terms: { description: 'Waiting' } };
  expect(await challengeEdits.edit(waitingEdit, deps(wait))).toEqual(waits);
  expect(await create({ ...challenge, description: 'Waiting' }, randomUUID(), wait)).toEqual(waits);
  expect(await changes(_id)).toHaveLength(1);
  expect(await db.rows(sql`select from challenges where description = 'Waiting'`)).toEqual([]);
});

it('applies an approved change in the name of its requester', async () => {
  const carryOut = (does: CarryOut | undefined, input: object, before: unknown = null) =>
    db.transaction(async (tx) =>
      does?.(tx, {
        actorId,
        approverId: null,
        input,
        before,
        after: input,
        reason: '',
        approvalId: randomUUID(),
      } satisfies Approved),
    );
  const does = challengeEdits.approvable(deps(wait));
  const made = (await carryOut(does['challenge.create'], { challenge })) as AdminChallenge;
  const edit = { challengeId: made._id, challenge: { description: 'Approved' } };
  const { description, isActive, challengeVariants } = made;
  const terms = challengeVariants.map(({ requiredPlacement, requiredKills, entryFeeGC, rewardGC }) => ({
    requiredPlacement,
    requiredKills,
    entryFeeGC,
    rewardGC,
  }));
  const before = { description, isActive, challengeVariants: terms };
  const changed = await carryOut(does['challenge.change'], edit, before);
  expect(changed).toEqual({ ...made, description: 'Approved' });
  expect(await changes(made._id)).toEqual([
    { actorId, action: 'challenge.create', before: null, after: made },
    { actorId, action: 'challenge.change', before: made, after: changed },
  ]);
  expect(await carryOut(does['challenge.change'], { ...edit, challengeId: randomUUID() })).toEqual({
    refused: 'not_found',
  });
});

it('lists open challenges before closed ones, with variants in order', async () => {
  await db.run(sql`update challenges set deleted_at = now(), is_active = false`);
  const [closed, open, bare] = [
    await created({ ...challenge, description: 'Closed', isActive: false }),
    await created({ ...challenge, description: 'Open', challengeVariants: [other, variant] }),
    await created({ ...challenge, description: 'Bare' }),
  ];
  await db.run(sql`delete from challenge_variants where challenge_id = ${bare._id}`);
  const listed = [open, { ...bare, challengeVariants: [] }, closed];
  expect(await listForAdmins(db)).toEqual(listed);
  expect(await listChallenges(db)).toEqual(listed.map(({ attempts: _, running: __, ...shown }) => shown));
});

it("undoes an administrator's own change, but nothing saved by another since", async () => {
  const { _id: id } = await created();
  const { id: colleague } = await createPlayer(db, { role: 'ADMIN' });
  const turn = (isActive: boolean, { by = actorId, isUndo = false } = {}) =>
    challengeEdits.edit({ actorId: by, id, terms: { isActive }, isUndo }, deps());
  await turn(false);
  expect(await turn(true, { isUndo: true })).toMatchObject({ isActive: true });
  expect(await turn(true, { isUndo: true })).toMatchObject({ isActive: true });
  expect(await changes(id)).toHaveLength(3);
  // Someone else opens and closes it again. The state is the same, but that decision is theirs, so it is kept.
  await turn(false);
  await turn(true, { by: colleague });
  await turn(false, { by: colleague });
  expect(await turn(true, { isUndo: true })).toEqual({
    refused: 'changed_meanwhile',
    data: { fields: 'isActive', current: { isActive: false } },
  });
  expect(await turn(true)).toMatchObject({ isActive: true });
});
