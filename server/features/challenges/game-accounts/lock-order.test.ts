// SPDX-License-Identifier: Apache-2.0

import { it } from 'vitest';
import { startChallengesTest } from '../../../../tests/support/challenges.ts';
import { expectOneOrder } from '../../../../tests/support/lock-order.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';

const challenges = openForTests(startChallengesTest);

it.each([
  ['binds an Epic account to a player', 'epic-account', { epicId: null }],
  ['marks an Epic account as proven', 'epic-proof', { isProven: true }],
])('a caller who %s holds no later lock while it waits for an earlier lock', async (_what, part, payload) => {
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
