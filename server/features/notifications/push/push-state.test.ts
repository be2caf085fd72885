// SPDX-License-Identifier: Apache-2.0

import { createECDH } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../../tests/support/app.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { readPushState } from './push-state.ts';

const test = openForTests(startTestApp);

it('counts devices registered with a different server key', async () => {
  const pair = () => {
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    return { privateKey: curve.getPrivateKey('base64url'), publicKey: curve.getPublicKey('base64url') };
  };
  const [former, ours] = [pair(), pair()];
  expect(await readPushState(test.db, undefined)).toEqual({
    publicKey: undefined,
    devices: 0,
    unreachable: 0,
  });
  for (const [index, { publicKey }] of [former, ours, former].entries()) {
    const { id } = await createPlayer(test.db);
    await test.signIn(id);
    await test.db.run(sql`
      insert into push_subscriptions (player_id, session_id, endpoint, p256dh, auth, server_key, device, created_at)
      select ${id}, id, ${`https://push.test/${index}`}, '', '', ${publicKey}, '', now()
      from sessions where player_id = ${id}`);
  }
  expect(await readPushState(test.db, ours.privateKey)).toEqual({
    publicKey: ours.publicKey,
    devices: 3,
    unreachable: 2,
  });
});
