// SPDX-License-Identifier: Apache-2.0

import './domain-events.ts';
import type { Feature, FeatureModule, Platform } from '../../feature.ts';
import type { FriendsDeps } from './ask-friend.ts';
import { endEverything, forgetFriends } from './end-friends.ts';
import { findChoices } from './friend-choice-store.ts';
import { deleteOldLinks } from './friend-link-store.ts';
import { exportFriendRequests } from './friend-request-store.ts';
import { exportFriends } from './friendship-store.ts';
import { notifyOfWin } from './notify-of-win.ts';
import { friendsRoutes } from './routes.ts';
import { defaultChoices } from './rules.ts';

export { hasBlocked } from './friend-request-store.ts';
export { listFriendIds } from './friendship-store.ts';

const sweepTask = 'forget-friend-links';

/** Friends: both players must agree, and either can end it. */
function friendsFeature({ db, clock }: Platform, ports: Omit<FriendsDeps, 'db' | 'clock'>) {
  const deps = { ...ports, db, clock };
  return {
    name: 'friends',
    routes: (app) => friendsRoutes(app, deps),
    tasks: { [sweepTask]: () => deleteOldLinks(db.reports, clock.now()) },
    // Once a night.
    crontab: `50 3 * * * ${sweepTask}`,
    publishes: {
      'friend.asked': 'A player asked another one to be friends',
      'friend.won': 'Friends were told of a win',
    },
    listeners: {
      'challenge.decided': (fact) => notifyOfWin(fact, deps),
      'challenge.overturned': (fact) => notifyOfWin({ ...fact, status: 'SUCCESS' }, deps),
      'player.suspended': ({ playerId }) => db.transaction((tx) => endEverything(tx, playerId)),
    },
    exports: {
      friends: (playerId) => exportFriends(db.reports, playerId),
      friendRequests: (playerId) => exportFriendRequests(db.reports, playerId),
      async *friendChoices(playerId) {
        yield (await findChoices(db.reports, playerId)) ?? defaultChoices;
      },
    },
    erasures: [forgetFriends],
  } satisfies Feature;
}

export const module = {
  tables: ['friend_requests', 'friendships'],
  playerTables: {
    friend_links: { player: 'player_id', exported: 'nothing' },
    friend_choices: { player: 'player_id', exported: 'friendChoices' },
  },
  open: friendsFeature,
} satisfies FeatureModule;
