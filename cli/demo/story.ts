// SPDX-License-Identifier: Apache-2.0

import type { Profile } from '../../contract/accounts.ts';
import type { Advance } from '../progress.ts';
import { buyCoins, listVariants, playAttempt } from './play.ts';
import { type DemoSize, demoAddress, demoDice, demoName, demoSizes } from './sizes.ts';
import { type DemoPlayer, Refused, type World } from './world.ts';

const atOnce = 6;

/** Works through `items`, several at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

/** Ignores refusals: a sold-out card, too few coins. */
async function tryTo(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/**
 * Plays the history of an installation through the product's own calls, so that nothing, not even the audit, can tell
 * it from real use.
 * @param quick the same world, in which challenges take no time
 */
export async function liveThrough(
  { world, quick }: { world: World; quick: World },
  { size, admin, known, advance }: { size: DemoSize; admin: DemoPlayer; known: number; advance: Advance },
): Promise<void> {
  const { players: count, rounds } = demoSizes[size];
  const players = await arrive(world, { count, known, advance });
  const results: Result[] = [];
  const variants = await listVariants(world, admin);
  const pick = <Item>(items: readonly Item[], roll: (below: number) => number) =>
    items[roll(items.length)] as Item;
  for (let round = 0; round < rounds; round++) {
    await each(players, async (player) => {
      const roll = demoDice(player.number * 31 + round);
      const variant = pick(variants, roll);
      const isWon = roll(100) < 55;
      const isPractice = round === 0 && roll(4) === 0;
      // Some players stop playing after the first round.
      if (round > 0 && roll(3) === 0) return;
      const attemptId = await playAttempt(quick, player, {
        ...{ variant, course: isWon ? 'won' : 'lost' },
        kind: isPractice ? 'practice' : 'start',
      });
      if (attemptId && !isPractice) results.push({ player, attemptId, isWon });
    });
    await world.settle();
    advance(count + (count * (round + 1)) / rounds);
  }
  await each(players, (player) => buySome(world, player));
  await meet(world, players);
  await shop(world, players);
  await publishResults(world, results, admin);
  await lookAfter(world, admin, players);
  await world.settle();
  // These attempts stay open: some matches aren't played yet, and some statistics were made private.
  await each(players, async (player) => {
    const roll = demoDice(player.number * 57);
    if (player.number % 5 > 1) return;
    const course =
      (['running', 'running', 'hidden', 'played'] as const)[Math.floor(player.number / 5) % 4] ?? 'running';
    await playAttempt(world, player, { variant: pick(variants, roll), course, kind: 'start' });
  });
  advance(3 * count);
}

interface Result {
  player: DemoPlayer;
  attemptId: string;
  isWon: boolean;
}

/** Players sign up, some through an invitation, and get their first coins. */
async function arrive(
  world: World,
  { count, known, advance }: { count: number; known: number; advance: Advance },
): Promise<DemoPlayer[]> {
  const players: DemoPlayer[] = [];
  const codes: string[] = [];
  await each(
    Array.from({ length: count }, (_, place) => known + place + 1),
    async (number) => {
      const ref = number % 4 === 0 ? (codes[number % Math.max(1, codes.length)] ?? null) : null;
      const player = await world.signIn({ number, name: demoName(number), email: demoAddress(number), ref });
      players.push(player);
      if (number % 5 === 1) {
        const { referralCode } = await world.call<Profile>(player, 'GET', '/auth/get-profile');
        codes.push(referralCode);
      }
      advance(players.length);
    },
  );
  await world.settle();
  return players.toSorted((a, b) => a.number - b.number);
}

async function buySome(world: World, player: DemoPlayer): Promise<void> {
  if (player.number % 7 !== 2) return;
  const packages = await world.call<{ _id: string }[]>(player, 'GET', '/trade-coin/get-all-coins');
  const bought = packages[player.number % Math.max(1, packages.length)];
  if (bought) await tryTo(() => buyCoins(world, player, bought._id));
}

/** Friends, open friend requests, and entries of running giveaways. */
async function meet(world: World, players: readonly DemoPlayer[]): Promise<void> {
  await each(players, async (player) => {
    const other = players[(player.number * 7 + 3) % players.length] as DemoPlayer;
    if (other.id === player.id || player.number % 2 === 0) return;
    const { inPublic } = await world.call<Profile>(other, 'GET', '/auth/get-profile');
    await tryTo(async () => {
      await world.call(player, 'POST', '/friends/requests', { handle: inPublic.handle });
      if (player.number % 6 !== 1) await world.call(other, 'POST', `/friends/requests/${player.id}/accept`);
    });
  });
  const [first] = players;
  if (!first) return;
  const giveaways = await world.call<{ _id: string }[]>(first, 'GET', '/giveaways/mine');
  for (const { _id } of giveaways) {
    await each(players, async (player) => {
      if (player.number % 3 > 0) await tryTo(() => world.call(player, 'POST', `/giveaways/${_id}/enter`));
    });
  }
}

/** Players who can afford a gift card sometimes buy one. */
async function shop(world: World, players: readonly DemoPlayer[]): Promise<void> {
  const [first] = players;
  if (!first) return;
  const cards = await world.call<{ _id: string; gcCoin: number }[]>(first, 'GET', '/gift-card/get');
  const cheapest = cards.toSorted((a, b) => a.gcCoin - b.gcCoin).slice(0, 6);
  await each(players, async (player) => {
    const card = cheapest[player.number % Math.max(1, cheapest.length)];
    if (!card || player.number % 4 > 1) return;
    const { _id: giftCardId, gcCoin } = card;
    await tryTo(() =>
      world.call(player, 'POST', '/cart/checkout', { items: [{ giftCardId, quantity: 1, gcCoin }] }),
    );
  });
}

/** Publishes some wins, disputes some results, and has an administrator void some. */
async function publishResults(world: World, results: readonly Result[], admin: DemoPlayer): Promise<void> {
  const every = (nth: number, isWon: boolean) =>
    results.filter((result) => result.isWon === isWon).filter((_, place) => place % nth === 0);
  const toAttemptPath = ({ attemptId }: Result) => `/challenge/attempts/${attemptId}`;
  for (const win of every(6, true)) {
    const shown = { showsEpicName: false, isListed: true };
    await tryTo(() => world.call(win.player, 'PUT', `${toAttemptPath(win)}/share`, shown));
  }
  for (const loss of every(9, false)) {
    const words = 'I placed better than this: I won the match.';
    await tryTo(() => world.call(loss.player, 'POST', `${toAttemptPath(loss)}/dispute`, { words }));
  }
  for (const win of every(25, true)) {
    const reason = 'The lobby was broken that evening';
    await tryTo(() => world.call(admin, 'POST', `${toAttemptPath(win)}/void`, { reason }));
  }
}

/** A giveaway that was drawn, and what administrators use from day to day. */
async function lookAfter(world: World, admin: DemoPlayer, players: readonly DemoPlayer[]): Promise<void> {
  const now = Date.now();
  const views = [
    ['users', 'Suspended', 'suspended=true'],
    ['challenges', 'Voided attempts', 'view=attempts&status=CANCELLED'],
    ['alerts', 'Overdue deliveries', 'sort=promisedBy&order=asc'],
    ['events', 'Running events', 'search=race'],
  ] as const;
  for (const [list, name, query] of views) {
    await tryTo(() => world.call(admin, 'POST', '/saved-views', { list, name, query, isShared: true }));
  }
  // All players have entered by then. The draw happens as usual, at its time.
  const endsAt = new Date(now + 3_000 + players.length * 15);
  const giveaway = await world.call<{ _id: string }>(admin, 'POST', '/giveaways/create', {
    ...{ title: 'Last circle', prizeType: 'GC', prizeAmount: 500, winnerCount: Math.min(5, players.length) },
    startDate: new Date(now - 3_600_000).toISOString(),
    endDate: endsAt.toISOString(),
  });
  await each(players, (player) =>
    tryTo(() => world.call(player, 'POST', `/giveaways/${giveaway._id}/enter`)),
  );
  await new Promise((wake) => setTimeout(wake, Math.max(0, endsAt.getTime() - Date.now()) + 50));
  await world.app.tasks['draw-giveaways']?.({} as never);
}
