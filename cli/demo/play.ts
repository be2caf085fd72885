// SPDX-License-Identifier: Apache-2.0

import type { Challenge, Receipt } from '../../contract/challenges.ts';
import { type DemoPlayer, Refused, type World } from './world.ts';

const maxTries = 40;
const tryEachMs = 50;

interface Variant {
  challengeId: string;
  challengeType: string;
  placement: number;
  kills: number;
}

/** The variants that can be entered, cheapest first. */
export async function listVariants(world: World, player: DemoPlayer): Promise<Variant[]> {
  const challenges = await world.call<Challenge[]>(player, 'GET', '/challenge/get-all');
  return challenges
    .filter(({ isActive }) => isActive)
    .flatMap(({ _id, challengeVariants }) =>
      challengeVariants.map(({ challengeType, requiredPlacement, requiredKills }) => ({
        ...{ challengeId: _id, challengeType },
        ...{ placement: requiredPlacement, kills: requiredKills },
      })),
    );
}

export const toEpicId = ({ number }: DemoPlayer): string => `Demo-${number}`;

async function arena(world: World, method: 'POST' | 'PATCH', path: string, body: object): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/arena${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the Arena answered ${answer.status}: ${await answer.text()}`);
}

/** How an attempt continues after entry. */
export type Course = 'won' | 'lost' | 'running' | 'played' | 'hidden';

/** Enters, plays the match and has it decided. Returns the attempt, or undefined if the entry was refused. */
export async function playAttempt(
  world: World,
  player: DemoPlayer,
  { variant, course, kind }: { variant: Variant; course: Course; kind: 'start' | 'practice' },
): Promise<string | undefined> {
  const { challengeId, challengeType } = variant;
  const epicId = toEpicId(player);
  const entered = await world
    .call<{ attemptId: string }>(player, 'POST', `/challenge/${kind}`, { epicId, challengeId, challengeType })
    .catch((error) => {
      // For example with too few coins: the product's rules also apply to demo players.
      if (error instanceof Refused) return undefined;
      throw error;
    });
  if (!entered) return undefined;
  const { attemptId } = entered;
  if (course === 'hidden') await arena(world, 'PATCH', `/players/${epicId}`, { public: false });
  if (course === 'won' || course === 'played') {
    await arena(world, 'POST', `/players/${epicId}/matches`, {
      placement: variant.placement,
      kills: variant.kills + 1,
    });
  }
  if (course === 'lost')
    await arena(world, 'POST', `/players/${epicId}/matches`, { placement: 60, kills: 0 });
  if (course === 'won' || course === 'lost') await decide(world, player, attemptId);
  else if (course !== 'running') await world.app.tasks['read-attempt']?.({ attemptId } as never);
  return attemptId;
}

/** Polls until the result has arrived: less than a second in the quick world (story.ts). */
async function decide(world: World, player: DemoPlayer, attemptId: string): Promise<void> {
  for (let tries = 0; tries < maxTries; tries++) {
    await world.app.tasks['read-attempt']?.({ attemptId } as never);
    const { attempt } = await world.call<Receipt>(player, 'GET', `/challenge/attempts/${attemptId}/receipt`);
    if (attempt.completedAt) return;
    await new Promise((wake) => setTimeout(wake, tryEachMs));
  }
}

async function askStripe(
  { stripe }: World,
  path: string,
  body: Record<string, string>,
): Promise<{ id: string }> {
  const answer = await fetch(`${stripe.apiBase}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.publishableKey}` },
    body: new URLSearchParams(body),
  });
  if (!answer.ok) throw new Error(`the card provider answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

/** Buys a package with the test card that always works. */
export async function buyCoins(world: World, player: DemoPlayer, packageId: string): Promise<void> {
  const { clientSecret, paymentId } = await world.call<{ clientSecret: string; paymentId: string }>(
    player,
    'POST',
    '/transaction/create-intent',
    { packageId, paymentGateway: 'stripe' },
  );
  const intentId = clientSecret.replace(/_secret_.*/, '');
  const method = await askStripe(world, 'payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': '123',
  });
  await askStripe(world, `payment_intents/${intentId}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
  await world.app.tasks['refresh-payment']?.({ paymentId } as never);
}
