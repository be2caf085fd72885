// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { sandboxCardKeys } from '../../sandbox/options.ts';
import { patient } from '../support/patience.ts';
import type { Actor } from './actor.ts';

/** The shares of payments that are refunded, and that are disputed. */
const refunded = 0.1;
const disputed = 0.1;

const refusals = ['payments_unavailable'];

const callMs = 2_000;
const pauseMs = 100;

interface Intent {
  status: string;
}

/** Undefined if the provider doesn't answer, or fails: it has faults of its own. */
async function askProvider(url: string, body?: string): Promise<Intent | undefined> {
  const answer = await fetch(url, {
    headers: {
      authorization: `Bearer ${sandboxCardKeys.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(body !== undefined && { method: 'POST', body }),
    signal: AbortSignal.timeout(patient(callMs)),
  }).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Intent) : undefined;
}

/** Like a browser that doesn't know whether the card was charged. False once the run is over. */
async function chargeCard({ sandboxUrl, isOver }: Actor, intentId: string): Promise<boolean> {
  const intent = `${sandboxUrl}/v1/payment_intents/${intentId}`;
  while (!isOver()) {
    const told =
      (await askProvider(`${intent}/confirm`, 'payment_method=pm_card_visa')) ?? (await askProvider(intent));
    if (told?.status === 'succeeded') return true;
    await delay(pauseMs);
  }
  return false;
}

/** Buys a package by card. The browser calls the card provider directly. Some payments are refunded or disputed. */
export async function payByCard(actor: Actor): Promise<void> {
  const { offer, dice, done, sandboxUrl, insist } = actor;
  const begun = await insist(
    '/transaction/create-intent',
    { packageId: offer.packageId, paymentGateway: 'stripe' },
    refusals,
  );
  if (begun?.status !== 200) return;
  const intentId = String(begun.data.clientSecret).replace(/_secret_.*/, '');
  if (!(await chargeCard(actor, intentId))) return;
  done.payments.add(String(begun.data.paymentId));
  const fate = dice.roll();
  if (fate >= refunded + disputed) return;
  const what = fate < refunded ? 'refund' : 'dispute';
  await fetch(`${sandboxUrl}/stripe/payments/${intentId}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
}
