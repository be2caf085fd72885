import sql from 'sql-template-tag';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/** The codes that an order got from the stock. */
export async function codesOfOrder(
  db: Queryable,
  { orderId, playerId }: { orderId: string; playerId: string },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select c.id from purchases p
    join gift_card_codes c on c.purchase_id = p.id and c.purchase_id is not null and c.replaced_at is null
    where p.player_id = ${playerId} and p.order_id = ${orderId}`);
  return rows.map(({ id }) => id);
}

interface Noted {
  sold: readonly string[];
  /** To whoever it was, and when. */
  shown: readonly { codeId: string; at: Date }[];
}

/**
 * Codes that are known to have been sold, or shown at a time of which this database does not know: an administrator's look long
 * before says nothing of one since. Line and look of one call are written within seconds.
 */
const goneElsewhere = ({ sold, shown }: Noted) => sql`
  (id = any (${sold}::uuid[]) or id in (
    select look.code_id
    from unnest(${shown.map(({ codeId }) => codeId)}::uuid[], ${shown.map(({ at }) => at)}::timestamptz[])
      as look (code_id, at)
    where not exists (
      select from code_reveals r
      where r.code_id = look.code_id and r.revealed_at >= look.at - interval '1 minute')))`;

/** Which of these codes are in stock here all the same. */
export async function findInStock(db: Queryable, noted: Noted): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from gift_card_codes where purchase_id is null and withdrawn_at is null and ${goneElsewhere(noted)}`);
  return rows.map(({ id }) => id);
}

/**
 * Takes such codes out of the stock of a restored database, which includes what was taken out as unproven before.
 * @returns how many
 */
export function quarantineSold(tx: Tx, noted: Noted, at: Date): Promise<number> {
  return tx.run(sql`
    update gift_card_codes set withdrawn_at = coalesce(withdrawn_at, ${at}), quarantine = 'sold'
    where purchase_id is null and (withdrawn_at is null or quarantine = 'unproven') and ${goneElsewhere(noted)}`);
}

/** All that is left in stock, where nothing proves that it was not sold since. */
export function quarantineAll(tx: Tx, at: Date): Promise<number> {
  return tx.run(sql`
    update gift_card_codes set withdrawn_at = ${at}, quarantine = 'unproven'
    where purchase_id is null and withdrawn_at is null`);
}

export interface Quarantined {
  giftCardId: string;
  title: string;
  sold: number;
  unproven: number;
}

export function listQuarantined(db: Queryable): Promise<Quarantined[]> {
  return db.rows(sql`
    select g.id as gift_card_id, g.title, count(*) filter (where c.quarantine = 'sold') as sold,
      count(*) filter (where c.quarantine = 'unproven') as unproven
    from gift_card_codes c join gift_cards g on g.id = c.gift_card_id
    where c.quarantine is not null group by g.id, g.title order by g.title, g.id`);
}

/** Puts what may have been sold, and turned out not to be, back into stock, in an administrator's name. @returns how many */
export async function releaseUnproven(
  tx: Tx,
  { giftCardId, actorId }: { giftCardId: string; actorId: string },
): Promise<number> {
  const released = await tx.run(sql`
    update gift_card_codes set withdrawn_at = null, quarantine = null
    where gift_card_id = ${giftCardId} and quarantine = 'unproven'`);
  if (released === 0) return 0;
  await recordAdminChange(tx, {
    actorId,
    action: 'gift-card.release-codes',
    subject: `gift-card:${giftCardId}`,
    before: null,
    after: { released },
  });
  await announceStock(tx);
  return released;
}

export async function announceStock(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_notify('gift_cards', '')`);
}
