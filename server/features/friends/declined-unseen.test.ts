// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../../tests/support/admin.ts';
import { startFriendsTest } from '../../../tests/support/friends.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';

const test = openForTests(startFriendsTest);

const dayMs = 24 * 3_600_000;

/** A player who asked three others: the first has not answered, the second declined, the third blocked them. */
async function answered(): Promise<{ ada: Person; others: Person[] }> {
  const [ada, ...others] = await Promise.all(Array.from({ length: 4 }, () => test.person()));
  for (const one of others) await test.ask(ada as Person, one);
  const [, declines, blocks] = others as [Person, Person, Person];
  await test.decline(declines, ada as Person);
  await test.decline(blocks, ada as Person, true);
  return { ada: ada as Person, others };
}
const askAll = (ada: Person, others: readonly Person[]) =>
  Promise.all(others.map((one) => test.ask(ada, one)));
const takeBackAll = (ada: Person, others: readonly Person[]) =>
  Promise.all(others.map((one) => test.callFriends(ada, 'DELETE', `/requests/${one.id}`)));
const askedAt = async (ada: Person): Promise<string[]> =>
  (await test.list(ada)).outgoing.map((request: { askedAt: string }) => request.askedAt);

describe('a declined or blocked player sees the same as a player still waiting', () => {
  it('when they withdraw the request and ask again', async () => {
    const { ada, others } = await answered();
    await takeBackAll(ada, others);
    test.clock.advance(60_000);
    await askAll(ada, others);
    expect(await askedAt(ada)).toEqual(Array(3).fill(test.clock.now().toISOString()));
  });

  it('when they ask again after 30 days', async () => {
    const { ada, others } = await answered();
    const before = await askedAt(ada);
    test.clock.advance(30 * dayMs);
    const adaLater = await test.again(ada);
    await askAll(adaLater, others);
    expect(await askedAt(adaLater)).toEqual(before);
  });

  it('when the maximum of open requests is reached', async () => {
    const { ada, others } = await answered();
    await takeBackAll(ada, others);
    await test.db.run(sql`
      with made as (
        insert into players (name, email, referral_code)
        select 'Asked', 'asked-' || n || '@crowd.test', 'ASKED' || n from generate_series(1, 50) n returning id)
      insert into friend_requests (from_id, to_id, asked_at) select ${ada.id}, id, now() from made`);
    const codes = (await askAll(ada, others)).map(({ code }) => code);
    expect(codes).toEqual(Array(3).fill('too_many_friend_requests'));
  });

  it.each(['the requester', 'the recipient'])('after the suspension of %s', async (whose) => {
    const { ada, others } = await answered();
    for (const { id } of whose === 'the requester' ? [ada] : others) {
      await test.tell('player.suspended', { playerId: id });
    }
    expect(await askedAt(ada)).toEqual([]);
  });
});

it("a blocked player sees the blocker's link as gone", async () => {
  const { ada, others } = await answered();
  const answers = [];
  for (const one of others) {
    const { code } = (await test.callFriends(one, 'PUT', '/link')).data;
    const read = await test.callFriends(ada, 'GET', `/links/${code}`);
    const accepted = await test.callFriends(ada, 'POST', `/links/${code}/accept`);
    answers.push([read.code ?? 'shown', accepted.code ?? 'friends']);
  }
  expect(answers).toEqual([
    ['shown', 'friends'],
    ['shown', 'friends'],
    ['friend_link_gone', 'friend_link_gone'],
  ]);
});
