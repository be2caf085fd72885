// SPDX-License-Identifier: Apache-2.0

import { it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { expectOneOrder } from '../../../../tests/support/lock-order.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);

it.each([
  ['binds an Epic account to a player', 'epic-account', { epicId: null }],
  ['says that an Epic account is theirs', 'epic-proof', { isProven: true }],
])('who %s waits for the one who came first, and holds nobody meanwhile', async (_what, part, payload) => {
  const of = await challenges.player();
  const by = await challenges.player({ role: 'ADMIN' });
  await expectOneOrder(challenges.test, { by, of }, () =>
    challenges.test.call({
      method: 'PUT',
      url: `/super-admin/users/${of.id}/${part}`,
      token: by.token,
      payload: { reason: 'a test', ...payload },
    }),
  );
});
