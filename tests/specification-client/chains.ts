// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '../support/patience.ts';
import { clientFor, listIn, pageIn, rowWith, type Send, toRefusal, withFields } from './client.ts';
import { onePixel } from './picture.ts';
import type { Steps, Visit } from './visit.ts';

const userFields = '_id googleId name email gamerCoins role isVerified createdAt';
const requestFields = '_id user giftCard purchasedAt isDelivered';
const stepMs = 250;
/** Payments, results and draws are jobs. Some run once a minute. */
const patienceMs = patient(120_000);

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(stepMs)) if (await check()) return;
  assert.fail(`${what}, which did not happen within ${patienceMs / 1000} s`);
}

const getProfile = async (send: Send) =>
  withFields((await send('GET', '/auth/get-profile')).data, 'gamerCoins purchasedGiftCards role name');
const getCoins = async (send: Send) => Number((await getProfile(send)).gamerCoins);

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Whole chains of section 7, each from an administrator's creation to a player's gain. */
export function chains({ address, admin, standIns }: Visit): Steps {
  if (!standIns) return {};
  const { signUp, pay, playMatch } = standIns;
  const title = `Chain ${randomUUID().slice(0, 8)}`;
  const nobody = clientFor(address);

  const findUser = async (email: string) =>
    rowWith(pageIn(await admin('GET', '/super-admin/get-all-users'), userFields), 'email', email);
  const editUser = async (email: string, change: object) => {
    const { _id, googleId, name, gamerCoins, role, isVerified } = await findUser(email);
    const whole = { _id, googleId, name, email, gamerCoins, role, isVerified, ...change };
    await admin('PUT', `/super-admin/update-user/${_id}`, whole);
  };
  /** Signed up and with the welcome coins, which would otherwise arrive during a chain. */
  const newcomer = async () => {
    const signedUp = await signUp();
    await until('the welcome coins arrive', async () => (await getCoins(signedUp.send)) > 0);
    return signedUp;
  };
  const player = async (gamerCoins = 5_000) => {
    const signedUp = await newcomer();
    await editUser(signedUp.email, { gamerCoins });
    return signedUp;
  };

  return {
    'a gift card: created with four fields, bought, seen under Alerts, marked as delivered': async () => {
      const form = new FormData();
      const terms = { title, description: 'With the four specified fields', gcCoin: '900' };
      for (const [name, value] of Object.entries(terms)) form.set(name, value);
      form.set('image', new Blob([onePixel], { type: 'image/png' }), 'card.png');
      await admin('POST', '/gift-card/create', form);
      const { send, email } = await player();
      const { _id } = rowWith(listIn(await send('GET', '/gift-card/get'), '_id title'), 'title', title);
      await send('POST', `/gift-card/buy-gift-card/${_id}`);
      assert.equal(await getCoins(send), 4_100);

      const find = async () => {
        const rows = pageIn(await admin('GET', '/gift-card/all-gift-card-request'), requestFields);
        const own = rows.find(({ user }) => withFields(user, 'name email').email === email);
        assert.ok(own, 'the purchase is listed');
        assert.deepEqual({ ...withFields(own.giftCard, 'title gcCoin'), _id }, { _id, title, gcCoin: 900 });
        return own;
      };
      const bought = await find();
      assert.equal(bought.isDelivered, false);
      for (const isDelivered of [true, false, true]) {
        const marked = await admin('PATCH', `/gift-card/gift-card-request/${bought._id}`, { isDelivered });
        assert.equal(withFields(marked.data, 'isDelivered').isDelivered, isDelivered);
        assert.equal((await find()).isDelivered, isDelivered);
      }
      const [card] = (await getProfile(send)).purchasedGiftCards as unknown[];
      assert.equal(withFields(card, 'image title description gcCoin hashCode').title, title);
      await admin('DELETE', `/gift-card/delete/${_id}`);
      const left = listIn(await send('GET', '/gift-card/get'), 'title');
      assert.ok(left.every((row) => row.title !== title));
    },

    'a gift card from stock: bought, and seen under Alerts as delivered': async () => {
      const { send, email } = await player(100_000);
      const cards = listIn(await send('GET', '/gift-card/get'), '_id availability');
      await send('POST', `/gift-card/buy-gift-card/${rowWith(cards, 'availability', 'in_stock')._id}`);
      const rows = pageIn(await admin('GET', '/gift-card/all-gift-card-request'), requestFields);
      const own = rows.find(({ user }) => withFields(user, 'email').email === email);
      assert.equal(own?.isDelivered, true);
    },

    'a package: created, listed, paid by card, its coins credited, switched off, deleted': async () => {
      const terms = { title, coins: 100, originalPrice: 2, discountPercentage: 25, discountedPrice: 1.5 };
      await admin('POST', '/trade-coin/create', terms);
      const list = async () => listIn(await nobody('GET', '/trade-coin/get-all-coins'), '_id title');
      await until('it is on sale', async () => (await list()).some((row) => row.title === title));
      const { _id } = rowWith(await list(), 'title', title);
      const { send } = await player(0);
      const order = { packageId: _id, paymentGateway: 'stripe' };
      const { data } = await send('POST', '/transaction/create-intent', order);
      await pay(withFields(data, 'clientSecret').clientSecret);
      await until('the coins arrive', async () => (await getCoins(send)) === 100);
      const { history } = withFields((await send('GET', '/transaction/history')).data, 'history');
      assert.ok((history as unknown[]).some((entry) => withFields(entry, 'amount').amount === 100));
      await admin('PATCH', `/trade-coin/${_id}/deactivate`);
      await until('it is off sale', async () => (await list()).every((row) => row.title !== title));
      await toRefusal(send('POST', '/transaction/create-intent', order));
      await admin('DELETE', `/trade-coin/${_id}`);
      const left = pageIn(await admin('GET', '/trade-coin'), 'title');
      assert.ok(left.every((row) => row.title !== title));
    },

    'a user: listed, edited, made an administrator and none again, deleted': async () => {
      const { send, email } = await newcomer();
      await editUser(email, { name: 'Chained', gamerCoins: 1_234, role: 'ADMIN' });
      const { name, gamerCoins, role } = await getProfile(send);
      assert.deepEqual({ name, gamerCoins, role }, { name: 'Chained', gamerCoins: 1_234, role: 'ADMIN' });
      pageIn(await send('GET', '/gift-card/all'), '_id');
      await editUser(email, { role: 'USER' });
      await toRefusal(send('GET', '/gift-card/all'));
      await admin('DELETE', `/super-admin/delete-user/${(await findUser(email))._id}`);
      await toRefusal(send('GET', '/auth/get-profile'));
      const left = pageIn(await admin('GET', '/super-admin/get-all-users'), userFields);
      assert.ok(left.every((user) => user.email !== email));
    },

    'a role: created, given, used, taken away, deleted': async () => {
      const name = title.toUpperCase().replace(' ', '_');
      await admin('POST', '/role/create', { role: name, permissions: ['users:read'] });
      const { _id } = rowWith(listIn(await admin('GET', '/role/getAll'), '_id name'), 'name', name);
      const { send, email } = await signUp();
      await toRefusal(send('GET', '/super-admin/get-all-users'));
      await editUser(email, { role: name });
      pageIn(await send('GET', '/super-admin/get-all-users'), userFields);
      await toRefusal(send('GET', '/role/getAll'));
      await toRefusal(admin('DELETE', `/role/delete/${_id}`));
      await editUser(email, { role: 'USER' });
      await toRefusal(send('GET', '/super-admin/get-all-users'));
      await admin('DELETE', `/role/delete/${_id}`);
      assert.ok(listIn(await admin('GET', '/role/getAll'), 'name').every((row) => row.name !== name));
    },

    'a challenge and an event: entered, won and paid; then the event’s rewards are sent': async () => {
      const { send } = await player();
      await admin('POST', '/events', {
        title,
        description: 'The most XP wins',
        type: 'CHALLENGE',
        triggers: ['ACTIVITY_WEEKLY'],
        startDate: hoursFromNow(0),
        endDate: hoursFromNow(1),
        leaderboardRewards: [300, 200, 100],
        autoRun: false,
        isActive: true,
        eventConfig: { rewardType: 'GC', rewardAmount: 0, multiplier: 1, userCap: 0, dailyCap: 0 },
      });
      assert.ok(listIn(await send('GET', '/events'), 'title').some((event) => event.title === title));

      const open = listIn(await send('GET', '/challenge/get-all'), '_id isActive challengeVariants');
      const { _id: challengeId, challengeVariants } = rowWith(open, 'isActive', true);
      const [variant] = challengeVariants as unknown[];
      const { challengeType, entryFeeGC, rewardGC } = withFields(
        variant,
        'challengeType entryFeeGC rewardGC',
      );
      const epicId = `chain${randomUUID().slice(0, 8)}`;
      const before = await getCoins(send);
      await send('POST', '/challenge/start', { epicId, challengeId, challengeType });
      assert.equal(await getCoins(send), before - Number(entryFeeGC));
      await playMatch(epicId, { placement: 1, kills: 20 });
      const getAttempt = async () =>
        listIn(await send('GET', '/challenge/my-attempts'), 'status rewardGiven')[0];
      await until('the challenge is won', async () => (await getAttempt())?.status === 'SUCCESS');
      assert.equal((await getAttempt())?.rewardGiven, rewardGC);
      const won = before - Number(entryFeeGC) + Number(rewardGC);
      assert.ok((await getCoins(send)) >= won, 'the reward is paid');

      const held = await getCoins(send);
      const find = async () =>
        rowWith(pageIn(await admin('GET', '/events'), '_id title completed'), 'title', title);
      const { _id, ...event } = await find();
      await admin('PUT', `/events/${_id}`, { _id, ...event, endDate: new Date().toISOString() });
      // Places wait a minute for what players did at the last moment.
      await until('the rewards are sent', async () => {
        const sent = admin('POST', `/events/run-leaderboard/${_id}`);
        return (await sent.then(({ message }) => message, String)) === 'Rewards sent successfully';
      });
      assert.equal((await find()).completed, true);
      await until('the first place is paid', async () => (await getCoins(send)) === held + 300);
    },

    'a giveaway: created, entered, drawn, its prize paid': async () => {
      const { send } = await player(0);
      await admin('POST', '/giveaways/create', {
        title,
        prizeType: 'GC',
        prizeAmount: 70,
        startDate: hoursFromNow(-1),
        endDate: new Date(Date.now() + 8_000).toISOString(),
        winnerCount: 1,
      });
      const { _id } = rowWith(listIn(await send('GET', '/giveaways'), '_id title'), 'title', title);
      // A declared departure: the specification has no call to enter.
      await send('POST', `/giveaways/${_id}/enter`);
      const find = async () =>
        rowWith(pageIn(await admin('GET', '/giveaways'), '_id participants isCompleted'), '_id', _id);
      assert.equal(((await find()).participants as unknown[]).length, 1);
      await until('the giveaway is drawn', async () => (await find()).isCompleted === true);
      await until('the prize is paid', async () => (await getCoins(send)) === 70);
    },
  };
}
