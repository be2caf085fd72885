import type { Tx } from '../../platform/db/database.ts';
import { hasEvents, insertEvent, type SeededEvent } from './store.ts';

const dayMs = 24 * 3_600_000;

function demoEvents(now: Date): SeededEvent[] {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  const event = {
    currency: 'GC',
    userCap: 1,
    isActive: true,
    startsAt: inDays(-1),
    endsAt: inDays(365),
  } as const;
  return [
    {
      ...event,
      title: 'Welcome to the ring',
      description: '500 GC for your first sign-in: enough for your first challenges.',
      type: 'WELCOME',
      triggers: ['FIRST_LOGIN'],
      rewardAmount: 500,
    },
    {
      ...event,
      title: 'Discord night',
      description: 'An extra for everybody who signs in with Discord for the first time.',
      type: 'FLASH_PROMO',
      triggers: ['FIRST_LOGIN_DISCORD'],
      rewardAmount: 100,
      isActive: false,
    },
    {
      ...event,
      title: 'Season warm-up',
      description: 'XP for every challenge that you finish, three times a player.',
      type: 'CHALLENGE',
      triggers: ['COMPLETE_CHALLENGE'],
      currency: 'XP',
      rewardAmount: 50,
      userCap: 3,
      isActive: false,
    },
    {
      ...event,
      title: 'Opening weekend',
      description: 'Paid for the first sign-in with Google during the opening weekend.',
      type: 'FLASH_PROMO',
      triggers: ['FIRST_LOGIN_GOOGLE'],
      rewardAmount: 250,
      startsAt: inDays(-30),
      endsAt: inDays(-28),
    },
  ];
}

/** Demo events, for a database that has none. */
export async function seedEvents(tx: Tx, now: Date): Promise<void> {
  if (await hasEvents(tx)) return;
  for (const event of demoEvents(now)) await insertEvent(tx, event);
}
