// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);

describe('the Epic account', () => {
  it('is bound by its id at the first entry', { tags: ['long'] }, async () => {
    const [owner, other] = [await challenges.player(), await challenges.player()];
    const { attemptId } = await challenges.enter(owner, { epicId: 'Owned' });
    await challenges.playLater(attemptId, 'owned');
    expect((await challenges.attempt(owner, attemptId)).status).toBe('SUCCESS');
    const refused = await challenges.enter(other, { epicId: 'OWNED' });
    expect(refused).toMatchObject({ status: 409, code: 'epic_account_taken' });
    // A renamed account stays the same account.
    const account = challenges.accounts.get('owned');
    if (account) challenges.accounts.set('newname', account);
    expect(await challenges.enter(other, { epicId: 'NewName' })).toMatchObject({
      code: 'epic_account_taken',
    });
    expect((await challenges.enter(owner, { epicId: 'NewName' })).status).toBe(200);
  });

  it('cannot differ from the one of the first entry', async () => {
    const player = await challenges.player();
    const { attemptId } = await challenges.enter(player, { epicId: 'Mine' });
    await challenges.playLater(attemptId, 'mine');
    const entered = await challenges.enter(player, { epicId: 'Another' });
    expect(entered).toMatchObject({ status: 409, code: 'epic_account_differs', data: { bound: 'Mine' } });
    expect((await challenges.enter(player, { epicId: ' mine ' })).status).toBe(200);
    // A known name is read by the account's id.
    expect(challenges.source.requests.at(-1)?.address.pathname).toMatch(/[0-9a-f]{32}$/);
  });

  it('may have no matches yet: it starts from zero and is bound by the id of its first match', async () => {
    const [player, other] = [await challenges.player(), await challenges.player()];
    challenges.accounts.set('newborn', { id: 'b'.repeat(32), solo: null });
    const { status, attemptId } = await challenges.enter(player, { epicId: 'Newborn' });
    expect(status).toBe(200);
    expect((await challenges.attempt(player, attemptId)).initialStats).toEqual({
      kills: 0,
      wins: 0,
      matches: 0,
      top10: 0,
      top25: 0,
    });
    expect(await challenges.enter(other, { epicId: 'newborn' })).toMatchObject({
      code: 'epic_account_taken',
    });
    await challenges.read(attemptId, 2);
    expect((await challenges.attempt(player, attemptId)).status).toBe('PENDING');
    await challenges.playLater(attemptId, 'newborn', { kills: 5 });
    expect((await challenges.attempt(player, attemptId)).status).toBe('SUCCESS');
    const bound = await challenges.test.db.row(sql`
      select key from game_accounts where player_id = ${player.id}`);
    expect(bound).toEqual({ key: 'b'.repeat(32) });
  });
});
