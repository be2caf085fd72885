// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { listIn, pageIn, rowWith, toRefusal, withFields } from './client.ts';
import { onePixel } from './picture.ts';
import type { Steps, Visit } from './visit.ts';

const packageFields = '_id title coins originalPrice discountPercentage discountedPrice isActive';
const cardFields = '_id title description image gcCoin hashCode isActive createdAt';
const requestFields = '_id user giftCard purchasedAt isDelivered';
const userFields = '_id googleId name email gamerCoins role isVerified createdAt';

function giftCard(terms: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(terms)) form.set(name, value);
  form.set('image', new Blob([onePixel], { type: 'image/png' }), 'card.png');
  return form;
}

/** Gift cards, packages, roles, users and deliveries of section 7.3, row by row. Cleans up behind itself. */
export function adminCalls({ player, playerEmail, admin, leaver }: Visit): Steps {
  const title = `Specification ${randomUUID().slice(0, 8)}`;
  const edit = async (email: string, change: object) => {
    const users = pageIn(await admin('GET', '/super-admin/get-all-users'), userFields);
    const { _id, googleId, name, gamerCoins, role, isVerified } = rowWith(users, 'email', email);
    const whole = { _id, googleId, name, email, gamerCoins, role, isVerified, ...change };
    return admin('PUT', `/super-admin/update-user/${_id}`, whole);
  };
  return {
    'GET /super-admin/get-all-users, PUT /super-admin/update-user/{id}': async () => {
      assert.equal((await edit(playerEmail, { gamerCoins: 50_000 })).message, 'User updated successfully');
      const { gamerCoins } = withFields((await player('GET', '/auth/get-profile')).data, 'gamerCoins');
      assert.equal(gamerCoins, 50_000);
    },
    'POST /gift-card/create, the list, DELETE /gift-card/delete/{id}': async () => {
      const terms = { title, description: 'From a client of the specification', gcCoin: '900' };
      const created = await admin('POST', '/gift-card/create', giftCard(terms));
      assert.equal(created.message, 'Gift card created successfully');
      const card = rowWith(pageIn(await admin('GET', '/gift-card/all'), cardFields), 'title', title);
      assert.equal(card.gcCoin, 900);
      await admin('DELETE', `/gift-card/delete/${card._id}`);
      const left = pageIn(await admin('GET', '/gift-card/all'), cardFields);
      assert.ok(left.every(({ _id }) => _id !== card._id));
    },
    'POST /trade-coin/create, GET, PUT, PATCH and DELETE below /trade-coin': async () => {
      const terms = { title, coins: 100, originalPrice: 10, discountPercentage: 25, discountedPrice: 7.5 };
      const created = await admin('POST', '/trade-coin/create', terms);
      assert.equal(created.message, 'Coin created successfully');
      const find = async () =>
        rowWith(pageIn(await admin('GET', '/trade-coin'), packageFields), 'title', title);
      const { _id, discountedPrice } = await find();
      assert.equal(discountedPrice, 7.5);
      const changed = await admin('PUT', `/trade-coin/${_id}`, { ...terms, coins: 200 });
      assert.equal(changed.message, 'Coin updated successfully');
      assert.equal((await find()).coins, 200);
      const switched = await admin('PATCH', `/trade-coin/${_id}/deactivate`);
      assert.deepEqual(switched.data, { _id, isActive: false });
      assert.deepEqual((await admin('PATCH', `/trade-coin/${_id}/deactivate`)).data, { _id, isActive: true });
      const deleted = await admin('DELETE', `/trade-coin/${_id}`);
      assert.equal(deleted.message, 'Coin deleted successfully');
    },
    'POST /role/create { role, permissions }, GET /role/getAll, DELETE /role/delete/{id}': async () => {
      const role = title.toUpperCase().replace(' ', '_');
      await admin('POST', '/role/create', { role, permissions: ['users:read'] });
      const roles = listIn(await admin('GET', '/role/getAll'), '_id name permissions createdAt');
      const { _id, permissions } = rowWith(roles, 'name', role);
      assert.deepEqual(permissions, ['users:read']);
      await admin('DELETE', `/role/delete/${_id}`);
    },
    'GET /gift-card/all-gift-card-request, PATCH /gift-card/gift-card-request/{id}': async () => {
      const cards = listIn(await player('GET', '/gift-card/get'), '_id availability gcCoin');
      const { _id: cardId } = rowWith(cards, 'availability', 'by_hand');
      await player('POST', `/gift-card/buy-gift-card/${cardId}`);
      const requests = async () =>
        pageIn(await admin('GET', '/gift-card/all-gift-card-request'), requestFields);
      const own = (await requests()).find(({ user }) => withFields(user, 'name email').email === playerEmail);
      withFields(own?.giftCard, 'title gcCoin');
      const path = `/gift-card/gift-card-request/${own?._id}`;
      const delivered = await admin('PATCH', path, { isDelivered: true });
      assert.equal(withFields(delivered.data, 'isDelivered').isDelivered, true);
      for (const isDelivered of [false, true]) {
        await admin('PATCH', path, { isDelivered });
        assert.equal(rowWith(await requests(), '_id', own?._id).isDelivered, isDelivered);
      }
    },
    'DELETE /super-admin/delete-user/{id}': async () => {
      if (!leaver) return;
      const users = pageIn(await admin('GET', '/super-admin/get-all-users'), userFields);
      const { _id } = rowWith(users, 'email', leaver.email);
      const deleted = await admin('DELETE', `/super-admin/delete-user/${_id}`);
      assert.equal(deleted.message, 'User deleted successfully');
    },
    'what administrators call is refused to players': async () => {
      const calls = ['/super-admin/get-all-users', '/gift-card/all', '/trade-coin', '/role/getAll'];
      for (const path of calls) await toRefusal(player('GET', path));
    },
  };
}
