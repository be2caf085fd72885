// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { friendLimits, friendsApi } from '../../../contract/friends.ts';
import { mount } from '../../platform/http/route.ts';
import {
  acceptLink,
  acceptRequest,
  askFriend,
  declineRequest,
  endFriendship,
  type FriendsDeps,
  makeLink,
  unblock,
  withdrawRequest,
} from './ask-friend.ts';
import { saveChoices } from './friend-choice-store.ts';
import { deleteLink } from './friend-link-store.ts';
import { readFriends, readLink } from './read-friends.ts';

export function friendsRoutes(app: FastifyInstance, deps: FriendsDeps): void {
  const { db } = deps;
  const toPair = ({ player, params }: { player: { id: string }; params: { id: string } }) => ({
    playerId: player.id,
    otherId: params.id,
  });

  mount(app, friendsApi.list, ({ player }) => readFriends(player.id, deps), { isLong: true });
  mount(
    app,
    friendsApi.ask,
    ({ player, body }) => askFriend({ playerId: player.id, handle: body.handle }, deps),
    {
      limit: {
        name: 'friend-request',
        max: friendLimits.requestsPerDay,
        windowSeconds: 24 * 3_600,
        by: 'player',
      },
    },
  );
  mount(app, friendsApi.accept, (call) => acceptRequest(toPair(call), deps));
  mount(app, friendsApi.decline, (call) => declineRequest({ ...toPair(call), ...call.body }, deps));
  mount(app, friendsApi.withdraw, (call) => withdrawRequest(toPair(call), deps));
  mount(app, friendsApi.unblock, (call) => unblock(toPair(call), deps));
  mount(app, friendsApi.end, (call) => endFriendship(toPair(call), deps));

  mount(app, friendsApi.makeLink, ({ player }) => makeLink(player.id, deps));
  mount(app, friendsApi.dropLink, async ({ player }) => {
    await db.transaction((tx) => deleteLink(tx, player.id));
    return {};
  });
  const guessing = { limit: { name: 'friend-link', max: 30, windowSeconds: 60, by: 'player' } } as const;
  mount(
    app,
    friendsApi.readLink,
    ({ player, params }) => readLink({ playerId: player.id, code: params.id }, deps),
    guessing,
  );
  mount(
    app,
    friendsApi.acceptLink,
    ({ player, params }) => acceptLink({ playerId: player.id, code: params.id }, deps),
    guessing,
  );
  mount(app, friendsApi.choose, async ({ player, body }) => {
    await db.transaction((tx) => saveChoices(tx, player.id, body));
    return body;
  });
}
