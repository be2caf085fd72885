// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const idsKept = 300;
const rowsKept = 60;
const lookedAt = 20_000;

type Row = Record<string, unknown>;

/** Ids and rows from earlier answers, by the area of the operations. */
export interface Known {
  keep(area: string, body: string): void;
  /** An id for an operation of this area: usually from an answer, sometimes in capitals or nonexistent. */
  pickId(area: string): string;
  /** A body that needs facts from other answers: prices, variants, packages. */
  sensibleBody(operation: string): object | undefined;
}

export function rememberAnswers(dice: () => number): Known {
  const ids = new Map<string, string[]>();
  const rows = new Map<string, Row[]>();

  function push<T>(map: Map<string, T[]>, key: string, value: T, max: number): void {
    const list = map.get(key) ?? [];
    if (list.includes(value)) return;
    list.push(value);
    if (list.length > max) list.shift();
    map.set(key, list);
  }

  function pickId(area: string): string {
    const roll = dice();
    const near = ids.get(area) ?? [];
    const list = roll < 0.7 && near.length > 0 ? near : (ids.get('') ?? []);
    // Prefers late ones, which were created recently.
    const id = list[list.length - 1 - Math.floor(dice() ** 2 * list.length)] ?? randomUUID();
    if (roll > 0.96) return randomUUID();
    return roll > 0.9 ? id.toUpperCase() : id;
  }

  function pickRow(area: string, field: string): Row | undefined {
    const fitting = (rows.get(area) ?? []).filter((row) => field in row);
    return fitting[Math.floor(dice() * fitting.length)];
  }

  const sensible: Record<string, () => object | undefined> = {
    'POST /api/v1/cart/checkout'() {
      const card = pickRow('gift-card', 'gcCoin');
      return (
        card && {
          items: [{ giftCardId: card._id, quantity: 1 + Math.floor(dice() * 2), gcCoin: card.gcCoin }],
        }
      );
    },
    'POST /api/v1/challenge/start': enter,
    'POST /api/v1/challenge/practice': enter,
    'POST /api/v1/transaction/create-intent'() {
      const offer = pickRow('trade-coin', 'coins');
      return (
        offer && { packageId: offer._id, paymentGateway: 'stripe', discountedPrice: offer.discountedPrice }
      );
    },
  };

  function enter(): object | undefined {
    const challenge = pickRow('challenge', 'challengeVariants');
    const [variant] = (challenge?.challengeVariants ?? []) as Row[];
    const epicId = `Player${Math.floor(dice() * 500)}`;
    return variant && { epicId, challengeId: challenge?._id, challengeType: variant.challengeType };
  }

  return {
    pickId,
    keep(area, body) {
      for (const [id] of body.slice(0, lookedAt).matchAll(uuids)) {
        push(ids, area, id, idsKept);
        push(ids, '', id, idsKept);
      }
      if (!body.startsWith('{') || body.length > lookedAt || dice() < 0.7) return;
      const { data } = JSON.parse(body);
      for (const row of [data].flat().slice(0, 20)) if (row?._id) push(rows, area, row, rowsKept);
    },
    sensibleBody: (operation) => sensible[operation]?.(),
  };
}
