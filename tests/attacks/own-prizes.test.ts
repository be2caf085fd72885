// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Permission } from '../../contract/permissions.ts';
import { type Player, startChallengesTest } from '../support/challenges.ts';
import { openForTests } from '../support/open-for-tests.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
const challenges = openForTests(() => startChallengesTest({ log: journal.log }));

let roles = 0;
async function holding(...permissions: Permission[]): Promise<Player> {
  const { db } = challenges.test;
  const role = `HELPER_${++roles}`;
  await db.run(sql`insert into roles (name, permissions) values (${role}, ${permissions})`);
  const helper = await challenges.player({ gamerCoins: 500 });
  await db.run(sql`update players set role = ${role} where id = ${helper.id}`);
  return helper;
}

const free = {
  description: 'Only for me',
  isActive: true,
  challengeVariants: [{ requiredPlacement: 25, requiredKills: 0, entryFeeGC: 0, rewardGC: 500 }],
};

function send(method: 'POST' | 'PUT' | 'PATCH', url: string, { token }: Player, payload: object) {
  return challenges.test.call({ method, url, token, key: randomUUID(), payload });
}

const enter = (player: Player, challengeId: string, epicId: string) =>
  send('POST', '/challenge/start', player, { challengeId, challengeType: 'TOP25_0KILL_SOLO', epicId });

attack('8.2.3', 'win a free challenge one created', async () => {
  const helper = await holding('challenges:write');
  const made = await send('POST', '/challenge/create', helper, free);
  expect(made.statusCode).toBe(200);
  const refusal = await journal.refused(
    await enter(helper, made.json().data._id, 'maker'),
    'challenge_by_you',
  );
  expect(await challenges.gamerCoins(helper)).toBe(500);
  return refusal;
});

attack('8.2.3', 'win a challenge one made easier, after giving up the role', async () => {
  const [maker, editor] = [await holding('challenges:write'), await holding('challenges:write')];
  const { _id } = (await send('POST', '/challenge/create', maker, free)).json().data;
  const edited = await send('PUT', `/challenge/update/${_id}`, editor, {
    ...free,
    challengeVariants: free.challengeVariants.map((variant) => ({ ...variant, rewardGC: 600 })),
  });
  expect(edited.statusCode).toBe(200);
  await challenges.test.db.run(sql`update players set role = 'USER' where id = ${editor.id}`);
  const token = await challenges.test.signIn(editor.id);
  return journal.refused(await enter({ ...editor, token }, _id, 'editor'), 'challenge_by_you');
});
