// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { newSecret, signedHeaders } from './sign.ts';

// The example of the specification of Standard Webhooks.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

it('signs as Standard Webhooks does', () => {
  expect(signedHeaders(message, [secret])).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

it('signs by each secret while one takes the place of another', () => {
  const next = newSecret();
  expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const both = signedHeaders(message, [next, secret])['webhook-signature'];
  const alone = signedHeaders(message, [next])['webhook-signature'];
  expect(both).toBe(`${alone} ${signature}`);
});
