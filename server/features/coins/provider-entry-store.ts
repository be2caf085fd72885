// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { BookedMoney, Span } from '../../business-ports.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { ProviderEntry } from '../../providers/stripe/card-payments.ts';

/** Card payments booked in a span of days, in cents. */
export async function readMoney(db: Queryable, { from, until }: Span): Promise<BookedMoney> {
  const paid = await db.one<
    Pick<BookedMoney, 'payments' | 'paidCents' | 'refundedCents' | 'disputedCents'>
  >(sql`
    select count(*) filter (where kind = 'paid') as payments,
      coalesce(sum(cents) filter (where kind = 'paid'), 0)::bigint as paid_cents,
      coalesce(sum(cents) filter (where kind = 'refunded'), 0)::bigint as refunded_cents,
      coalesce(sum(cents) filter (where kind = 'disputed'), 0)::bigint as disputed_cents
    from payment_entries where booked_at >= ${from} and booked_at < ${until}`);
  const fees = await db.one<Pick<BookedMoney, 'feeCents' | 'providerNetCents'>>(sql`
    select coalesce(sum(fee_cents), 0)::bigint as fee_cents,
      coalesce(sum(amount_cents - fee_cents), 0)::bigint as provider_net_cents
    from provider_entries where booked_at >= ${from} and booked_at < ${until}`);
  const { feesMissing } = await db.one<Pick<BookedMoney, 'feesMissing'>>(sql`
    select count(*) as fees_missing from payment_entries e
    where e.kind = 'paid' and e.booked_at >= ${from} and e.booked_at < ${until}
      and not exists (select from provider_entries p where p.payment_id = e.payment_id)`);
  return { ...paid, ...fees, feesMissing };
}

/** How far the provider's balance has been read; undefined if no payment has begun yet. */
export async function findUnreadSince(db: Queryable): Promise<Date | undefined> {
  const row = await db.row<{ since: Date | null }>(sql`
    select coalesce(read_until, (select min(created_at) from payments)) as since from provider_balance`);
  return row?.since ?? undefined;
}

export async function noteReadUntil(db: Queryable, until: Date): Promise<void> {
  await db.run(sql`update provider_balance set read_until = ${until}`);
}

/** Books new entries about our payments, each on its given day. */
export async function insertProviderEntries(
  tx: Tx,
  entries: readonly (ProviderEntry & { bookedAt: Date })[],
): Promise<void> {
  await tx.run(sql`
    insert into provider_entries (id, kind, payment_id, amount_cents, fee_cents, currency, happened_at, booked_at)
    select e.id, e.kind, p.id, e.amount_cents, e.fee_cents, e.currency, e.happened_at, e.booked_at
    from unnest(${entries.map(({ id }) => id)}::text[], ${entries.map(({ kind }) => kind)}::text[],
      ${entries.map(({ intentId }) => intentId)}::text[], ${entries.map(({ amountCents }) => amountCents)}::bigint[],
      ${entries.map(({ feeCents }) => feeCents)}::bigint[], ${entries.map(({ currency }) => currency)}::text[],
      ${entries.map(({ happenedAt }) => happenedAt)}::timestamptz[],
      ${entries.map(({ bookedAt }) => bookedAt)}::timestamptz[])
      as e (id, kind, intent_id, amount_cents, fee_cents, currency, happened_at, booked_at)
    join payments p on p.intent_id = e.intent_id
    on conflict (id) do nothing`);
}
