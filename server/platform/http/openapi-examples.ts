// SPDX-License-Identifier: Apache-2.0

import { theGame } from '../../../contract/games/games.ts';
import type { NamedParts } from './openapi-names.ts';
import { type SampledSchema, sample } from './openapi-samples.ts';

interface Example {
  body?: object;
  answer?: object;
}

const id = '0198c0de-0000-7000-8000-000000000001';
const attemptId = '0198c0de-0000-7000-8000-000000000002';
const hash = 'c0ffee00'.repeat(8);
const keyId = '5eafbead';
const publicKey = 'qG2pMc0V3JmJr1q0mPZt0nC5v8n7x5o3Y1uQ4s6w8kA=';

/** Examples for each call that integrations start with (docs/api-guide.md), by operation id. */
const examples: Record<string, Example> = {
  postAuthExchange: {
    body: { authToken: 'the token from the address /google-login-success?authToken=…' },
    answer: { message: 'OK', data: { authToken: 'the token of the session, for the header authorization' } },
  },
  getChallengeGetAll: {
    answer: {
      message: 'OK',
      data: [
        {
          _id: id,
          game: theGame.id,
          description: 'Finish in the Top 10 with 5 kills',
          isActive: true,
          challengeVariants: [
            {
              _id: attemptId,
              challengeType: 'TOP10_5KILL_SOLO',
              entryFeeGC: 50,
              rewardGC: 80,
              requiredPlacement: 10,
              requiredKills: 5,
            },
          ],
        },
      ],
    },
  },
  postChallengeStart: {
    body: { epicId: 'Ada', challengeId: id, challengeType: 'TOP10_5KILL_SOLO' },
    answer: { message: 'OK', data: { attemptId } },
  },
  postCartCheckout: { body: { items: [{ giftCardId: id, quantity: 1, gcCoin: 1000 }] } },
  getGiveawaysByIdDraw: {
    answer: {
      message: 'OK',
      data: {
        algorithm: 'finalring-draw-1',
        terms: {
          giveawayId: id,
          title: 'Weekly gold',
          prizeType: 'GC',
          prizeAmount: 500,
          winnerCount: 1,
          startDate: '2026-01-01T00:00:00.000Z',
          endDate: '2026-01-08T00:00:00.000Z',
        },
        commitment: hash,
        seed: hash,
        entrantsHash: hash,
        winners: [attemptId],
        entrantCount: 1,
        winnerPlayers: [{ handle: 'quiet-fox', avatar: 'fox' }],
      },
    },
  },
  getSealsHead: {
    answer: {
      message: 'OK',
      data: {
        log: {
          origin: `finalring-ledger/${id}`,
          keys: [{ keyId, publicKey, fromSize: 0, vouch: null }],
        },
        head: { size: 2, root: hash, sealedAt: '2026-01-01T00:01:00.000Z', keyId, signature: 'AAAA' },
      },
    },
  },
  getSealsConsistency: { answer: { message: 'OK', data: { hashes: [hash] } } },
};

/** Gives every body and every successful answer an example: one of the above, or one made from its schema. */
export function showExamples({ paths }: NamedParts): void {
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { body, answer } = examples[operation.operationId ?? ''] ?? {};
    const asked = operation.requestBody?.content['application/json'];
    const answered = operation.responses[200]?.content?.['application/json'];
    if (asked?.schema) asked.example = body ?? sample(asked.schema as SampledSchema);
    if (answered?.schema) answered.example = answer ?? sample(answered.schema as SampledSchema);
  }
}
