// SPDX-License-Identifier: Apache-2.0

import type { Landing } from '../../../contract/landing.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ListChallenges, ListOnSale, ListWins, PromisedCoins, PublicPlayers } from '../../ports.ts';
import { chooseCards, chooseChallenges } from './rules.ts';

export interface LandingPorts {
  listChallenges: ListChallenges;
  listOnSale: ListOnSale;
  promisedCoins: PromisedCoins;
  /** The newest wins that their players list publicly. */
  listedWins: ListWins;
  publicPlayers: PublicPlayers;
}

const maxWinners = 8;

/** The installation's data for the landing page. */
export async function readLanding({
  db,
  now,
  ...ports
}: LandingPorts & { db: Queryable; now: Date }): Promise<Landing> {
  const [challenges, cards, welcomeGC, wins] = await Promise.all([
    ports.listChallenges(db),
    ports.listOnSale(db),
    ports.promisedCoins(db, 'FIRST_LOGIN', now),
    ports.listedWins(db, maxWinners),
  ]);
  const players = await ports.publicPlayers(
    db,
    wins.map(({ playerId }) => playerId),
  );
  return {
    welcomeGC,
    winners: wins.flatMap(({ playerId, wonAt, ...win }) => {
      const player = players.get(playerId);
      return player ? [{ ...win, player, wonAt: wonAt.toISOString() }] : [];
    }),
    challenges: chooseChallenges(challenges),
    giftCards: chooseCards(cards).map(({ _id, title, image, type, kind, gcCoin }) => ({
      ...{ _id, title, image, type, kind, gcCoin },
    })),
  };
}
