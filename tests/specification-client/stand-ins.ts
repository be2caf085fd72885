// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { clientFor, type Send, withFields } from './client.ts';
import { signInLocally } from './sign-in.ts';

/** The actions of chains outside the API, through the local stand-ins of outside services. */
export interface StandIns {
  /** A new player signs in for the first time. */
  signUp(): Promise<{ send: Send; email: string }>;
  /** Confirms a payment with a card, as the browser does with the provider's script. */
  pay(clientSecret: unknown): Promise<void>;
  playMatch(epicId: string, match: { placement: number; kills: number }): Promise<void>;
}

async function post(url: string, body: URLSearchParams | string, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body });
  assert.ok(response.ok, `${url} answered ${response.status}: ${await response.clone().text()}`);
  return (await response.json().catch(() => ({}))) as Record<string, unknown>;
}

export async function findStandIns(address: string): Promise<StandIns> {
  const settings = (await clientFor(address)('GET', '/config')).data;
  const { sandboxUrl, stripePublishableKey } = withFields(settings, 'sandboxUrl stripePublishableKey');
  const provider = (path: string, fields: Record<string, string>) =>
    post(`${sandboxUrl}/v1${path}`, new URLSearchParams(fields), {
      authorization: `Bearer ${stripePublishableKey}`,
    });
  return {
    async signUp() {
      const { token, email } = await signInLocally(address, `${randomUUID()}@player.test`);
      return { send: clientFor(address, token), email };
    },
    async pay(clientSecret) {
      const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' };
      const fields = Object.entries(card).map(([name, value]) => [`card[${name}]`, value]);
      const { id } = await provider('/payment_methods', { type: 'card', ...Object.fromEntries(fields) });
      const [intent] = String(clientSecret).split('_secret_');
      await provider(`/payment_intents/${intent}/confirm`, {
        payment_method: String(id),
        client_secret: String(clientSecret),
      });
    },
    async playMatch(epicId, match) {
      const body = JSON.stringify(match);
      await post(`${sandboxUrl}/arena/players/${epicId}/matches`, body, {
        'content-type': 'application/json',
      });
    },
  };
}
