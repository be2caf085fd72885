// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { clientFor, listIn, toRefusal, withFields } from './client.ts';
import type { Steps, Visit } from './visit.ts';

const profileFields =
  '_id googleId name email role avatar isVerified createdAt discordLinked gamerCoins referralTokens referralCode totalReferrals invitedUsersCount challengeStats purchasedGiftCards';
const variantFields = '_id challengeType entryFeeGC rewardGC requiredPlacement requiredKills';
const attemptFields =
  '_id challenge challengeType epicId status startedAt completedAt initialStats finalStats rewardGiven';
const packageFields = '_id title coins originalPrice discountPercentage discountedPrice isActive';

/** Section 7.2, row by row. An administrator's call has given the player coins before. */
export function playerCalls({ address, player }: Visit): Steps {
  const nobody = clientFor(address);
  return {
    'GET /auth/get-profile': async () => {
      const profile = withFields((await player('GET', '/auth/get-profile')).data, profileFields);
      withFields(profile.challengeStats, 'wins loss totalChallenges');
      assert.ok(Array.isArray(profile.purchasedGiftCards));
    },
    'GET /auth/get-profile without a token': async () => {
      assert.equal(await toRefusal(nobody('GET', '/auth/get-profile')), 'Authentication token not found.');
    },
    'POST /auth/generate-discord-token': async () => {
      const { token } = withFields((await player('POST', '/auth/generate-discord-token')).data, 'token');
      assert.ok(token);
    },
    'GET /challenge/get-all, POST /challenge/start, GET /challenge/my-attempts': async () => {
      const challenges = listIn(
        await player('GET', '/challenge/get-all'),
        '_id description isActive challengeVariants',
      );
      const open = challenges.find(({ isActive }) => isActive);
      assert.ok(open, 'a challenge is open');
      const [variant] = open.challengeVariants as unknown[];
      const { challengeType } = withFields(variant, variantFields);
      const entry = { challengeId: open._id, challengeType };
      assert.equal(
        await toRefusal(player('POST', '/challenge/start', { ...entry, epicId: ' ' })),
        'Please enter your Epic ID',
      );
      const epicId = `spec${randomUUID().slice(0, 8)}`;
      const started = await player('POST', '/challenge/start', { ...entry, epicId });
      const { attemptId } = withFields(started.data, 'attemptId');
      const [latest] = listIn(await player('GET', '/challenge/my-attempts'), attemptFields);
      assert.ok(latest, 'there is an attempt');
      assert.equal(latest._id, attemptId, 'the first item is the latest attempt');
      withFields(latest.challenge, 'description challengeVariants');
      withFields(latest.initialStats, 'kills wins matches');
    },
    'GET /gift-card/get, POST /gift-card/buy-gift-card/{id}': async () => {
      const cards = listIn(
        await player('GET', '/gift-card/get'),
        '_id title description image gcCoin isActive createdAt',
      );
      const inStock = cards.filter(({ availability }) => availability === 'in_stock');
      const [card] = inStock.sort((one, other) => Number(one.gcCoin) - Number(other.gcCoin));
      assert.ok(card, 'a gift card is in stock');
      await player('POST', `/gift-card/buy-gift-card/${card._id}`);
      const { purchasedGiftCards } = withFields(
        (await player('GET', '/auth/get-profile')).data,
        profileFields,
      );
      const [bought] = purchasedGiftCards as unknown[];
      assert.equal(withFields(bought, 'image title description gcCoin hashCode').title, card.title);
    },
    'a picture at {image base}/{image}': async () => {
      const { imageBaseUrl } = withFields((await nobody('GET', '/config')).data, 'imageBaseUrl');
      const cards = listIn(await player('GET', '/gift-card/get'), 'image');
      const { image } = cards.find((card) => card.image !== '') ?? {};
      const picture = await fetch(new URL(`${imageBaseUrl}/${image}`, address));
      assert.equal(picture.status, 200);
      assert.match(String(picture.headers.get('content-type')), /^image\//);
      assert.ok((await picture.arrayBuffer()).byteLength > 500);
    },
    'GET /trade-coin/get-all-coins, POST /transaction/create-intent': async () => {
      const answer = await nobody('GET', '/trade-coin/get-all-coins');
      assert.equal(answer.success, true);
      const [cheapest] = listIn(answer, packageFields);
      assert.ok(cheapest, 'a package is on sale');
      const order = { packageId: cheapest._id, paymentGateway: 'stripe' };
      const begun = await player('POST', '/transaction/create-intent', order);
      assert.equal(begun.success, true);
      withFields(begun.data, 'clientSecret');
    },
    'GET /transaction/history': async () => {
      const { summary, history } = withFields(
        (await player('GET', '/transaction/history')).data,
        'summary history',
      );
      const parts = withFields(
        summary,
        'totalSpent totalEarned netBalance totalTransactions breakdown',
      ).breakdown;
      withFields(parts, 'challengeEntry challengeReward challengeRefund purchase adminCredit');
      for (const entry of history as unknown[]) {
        withFields(entry, 'description status type amount currency date');
      }
    },
    'GET /events, GET /giveaways': async () => {
      listIn(await player('GET', '/events'), '_id title description type triggers startDate endDate');
      listIn(await player('GET', '/giveaways'), '_id title prizeType prizeAmount startDate endDate');
    },
  };
}
