// SPDX-License-Identifier: Apache-2.0

import { findCardsByName } from '../server/features/shop/feature.ts';
import type { Queryable } from '../server/platform/db/database.ts';

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of the gift card with this id or title, ignoring case and spaces. @throws if there is none, or several */
export async function findCard(db: Queryable, named: string): Promise<string> {
  const name = named.trim().normalize('NFC').replace(/\s+/g, ' ');
  const [card, ...others] = (await findCardsByName(db, [name])).get(name) ?? [];
  if (others.length > 0 && card) {
    const ids = [card, ...others].map(({ id }) => id).join(', ');
    throw new Error(`${others.length + 1} gift cards are called "${named}": give the id of one (${ids})`);
  }
  // A deleted card has lost its name, but may still have codes.
  if (!card && isId.test(name)) return name.toLowerCase();
  if (!card) throw new Error(`no gift card has the id or title "${named}"`);
  return card.id;
}
