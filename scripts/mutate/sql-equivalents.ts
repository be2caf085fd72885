// SPDX-License-Identifier: Apache-2.0

import { alike } from './alike.ts';

/** Edits of SQL without any noticeable effect: as named in the report, and why. */
export const sqlEquivalents: Record<string, string> = {
  ...alike('leaves movements to the statements below, which come to the same', [
    'ledger_transfer() and (p_debit_player is null [or] -> and',
    'ledger_transfer() and (p_debit_player is null or balance [>=] -> >',
    'ledger_transfer() t_player is null or balance >= p_amount [or] -> and',
    'ledger_transfer() if p_debit_player is null [or] -> and',
    'ledger_transfer() rom transfer_keys where idempotency_key [=] -> <>',
  ]),
  'announce_balances() having count(*) [>] -> >=': 'no batch is empty',
  ...alike('every player has a wallet of each kind', [
    "balance_news() alance) filter (where currency = 'GC'), [0] -> 1",
    "balance_news() alance) filter (where currency = 'XP'), [0] -> 1",
    "balance_news() er (where currency = 'REFERRAL_TOKEN'), [0] -> 1",
    "announce_balances() ance) filter (where w.currency = 'GC'), [0] -> 1",
    "announce_balances() ance) filter (where w.currency = 'XP'), [0] -> 1",
    "announce_balances() (where w.currency = 'REFERRAL_TOKEN'), [0] -> 1",
  ]),
  ...alike('ids of transfers begin far above: their month is in them', [
    'server/ledger/archived-transfers.ts e(lag(until_id) over (order by number), [0] -> 1',
    `server/ledger/bonus-left.ts _id = \${playerId} and currency = 'GC'), [0] -> 1`,
    'server/ledger/bonus-left.ts t coalesce((select up_to_id from kept), [0] -> 1',
    'server/ledger/coin-totals.ts o_id >= (select coalesce(max(until_id), [0] -> 1',
    'server/ledger/coin-totals.ts > coalesce((select up_to_id from kept), [0] -> 1',
    'server/ledger/coin-totals.ts > coalesce((select up_to_id from kept), [0] -> 1 #2',
    'server/ledger/frozen.ts order by id desc limit 1), [0] -> 1',
    'server/ledger/proof.ts (select coalesce(max(until_id), [0] -> 1',
    'server/ledger/proofs.ts union all select [0] -> 1',
    "server/ledger/transfer-months.ts et_serial_sequence('transfers', 'id')), [0] -> 1",
  ]),
  'server/ledger/archived-transfers.ts _id < least(${below}::bigint, last_id + [1] -> 2':
    'reads one month more at most, which has nothing of the player',
  'server/ledger/carry-proofs.ts oalesce(number_before, 0) + 1 or before [>=] -> >':
    'no two months end with the same id: a unique key',
  ...alike('what was kept up to the same transfer is the same', [
    'server/ledger/coin-totals.ts where s.up_to_id [<] -> <=',
    'server/ledger/bonus-left.ts where coalesce(s.bonus_up_to_id, [0] -> 1',
    'server/ledger/bonus-left.ts where coalesce(s.bonus_up_to_id, 0) [<] -> <=',
  ]),
  'server/ledger/frozen.ts (created_at [+] -> -':
    'an interval of nothing, which only keeps an index from being used',
  ...alike('what it begins after is an hour older than what counts, and nothing goes back before it came', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/ledger/frozen.ts redit_player_id = ${playerId} and ${at} [<] -> <=',
    'server/ledger/frozen.ts and id [>] -> >=',
    "server/ledger/frozen.ts d currency = 'GC' and type = 'reversal' [and id > (select id from first)] -> nothing",
    "server/ledger/frozen.ts ncy = 'GC' and type = 'reversal' and id [>] -> >=",
    "server/ledger/frozen.ts d currency = 'GC' and type = 'reversal' [and id > (select id from first)] -> nothing #2",
    "server/ledger/frozen.ts ncy = 'GC' and type = 'reversal' and id [>] -> >= #2",
  ]),
  'server/ledger/proofs.ts where amount < [0] -> 1': 'no transfer moves nothing: the first proof says so',
  "transfer_archive_key() 000000')::text || ':' || lpad(id::text, [19] -> 20":
    'all ids are as wide as each other still, and players are told apart by what stands before',
  'server/ledger/proofs.ts where amount [<] -> <=': 'no transfer moves nothing: the first proof says so',
  ...alike('a window that ends in this very microsecond', [
    'server/platform/http/rate-limit.ts count = case when w.ends_at [<=] -> <',
    'server/platform/http/rate-limit.ts count = case when w.ends_at [<=] -> < #2',
    'server/platform/http/rate-limit.ts ends_at = case when w.ends_at [<=] -> <',
    'server/platform/http/rate-limit.ts ends_at = case when w.ends_at [<=] -> < #2',
  ]),
  'server/platform/http/rate-limit.ts nt else least(w.count + excluded.count, [1000000000] -> 1000000001':
    'only keeps the number from growing beyond its type',
  'server/platform/http/health.ts select [1] -> 2': 'asks whether there is any answer',
  ...alike('what became too old in this very microsecond', [
    'server/platform/jobs/housekeeping.ts created_at [<] -> <=',
    'server/platform/jobs/housekeeping.ts created_at [<] -> <= #2',
    'server/platform/jobs/housekeeping.ts ends_at [<] -> <=',
    'server/platform/jobs/job-counts.ts lumns} from job_counts where counted_at [>] -> >=',
  ]),
  ...alike('what is due this very moment has been due for 0 seconds, as where there is nothing', [
    'server/platform/jobs/job-counts.ts and attempts < max_attempts and run_at [<=] -> < #2',
    'server/platform/jobs/job-counts.ts and attempts < max_attempts and run_at [<=] -> < #3',
  ]),
  'server/features/giveaways/prizes/giveaway-payout-store.ts = ${giveawayId} and won_as is not null [and paid_at is null] -> nothing':
    'who was paid stands before the last one that a batch has dealt with',
  ...alike('nothing is added of no rows: only spares a statement', [
    'count_giveaway_entries() having count(*) [>] -> >=',
    'count_card_sales() having count(*) [>] -> >=',
  ]),
  'add_month() for looked in 1..[2] -> 3': 'the second look is under the lock already',
  "number_by_month() ock(hashtextextended('number_by_month', [0] -> 1":
    'another number for the same lock: all calls take it alike',
  'lock_in_steps() for tried in 1..[40] -> 41': 'the fortieth is the last in any case',
  'lock_live_events() from (select [distinct] -> nothing': 'a lock that is held is only taken again',
  ...alike('the first one is taken, however many there are', [
    'tell_lines_after_commit() line where not is_tellable(line) limit [1] -> 2',
    'ledger_credit_many() limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/coins/person-queries.ts ${one} and b.player_id = ${other} limit [1] -> 2',
    'server/features/coins/packages/coin-package-store.ts select id from coin_packages limit [1] -> 2',
    'server/features/coins/payments/payment-store.ts vered_at is null order by id desc limit [1] -> 2',
    'server/features/accounts/deletion/account-deletion-store.ts and p.deleted_at <= kept.kept_at limit [1] -> 2',
    'server/features/accounts/export/data-export-store.ts } order by asked_at desc, id desc limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/accounts/roles/role-store.ts _at is null and id <> ${playerId} limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/accounts/sign-in/identity-store.ts l = ${email} and i.email_verified limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/giveaways/giveaway-entry-store.ts entries where giveaway_id = ${id} limit [1] -> 2',
    'server/features/challenges/attempts/attempt-record-queries.ts order by completed_at, id limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/challenges/attempts/attempt-store.ts pts where player_id = ${playerId} limit [1] -> 2',
    'server/features/challenges/challenge-store.ts select id from challenges limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/challenges/attempts/attempt-store.ts next_reading_at offset ${skipped} limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/challenges/epic-accounts/epic-account-store.ts ${one} and b.player_id = ${other} limit [1] -> 2',
    'server/features/promotions/event-standing-store.ts limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/event-store.ts wards where event_id = ${eventId} limit [1] -> 2',
    'server/features/promotions/event-store.ts select from events limit [1] -> 2',
    "server/features/challenges/performance/performance-queries.ts nd = 'stats' order by number desc limit [1] -> 2",
    'server/features/shop/gift-cards/gift-card-store.ts select id from gift_cards limit [1] -> 2',
    'server/features/shop/codes/gift-card-code-store.ts seId} and replaced_at is not null limit [1] -> 2',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/shop/codes/gift-card-code-store.ts ard_codes where key_id = ${keyId} limit [1] -> 2',
    'server/features/shop/purchases/known-order-queries.ts s at from orders order by id desc limit [1] -> 2',
  ]),
  'server/features/shop/purchases/purchase-request-store.ts = p.id and c.replaced_at is null limit [1] -> 2':
    'a purchase has one code that counts: a unique index',
  ...alike('does nothing where no code is lacking', [
    'shop_checkout() if cardinality(codes) [<] -> <=',
    'shop_checkout() if cardinality(codes) [<] -> <= #2',
  ]),
  ...alike('the lock is taken in one place, so that any number of its own does', [
    'server/features/shop/gift-cards/restock-alert-store.ts select pg_advisory_xact_lock([7422] -> 7423',
    'server/features/promotions/event-standing-store.ts select pg_try_advisory_xact_lock([7424] -> 7425',
    'server/features/accounts/sign-in/identity-store.ts select pg_advisory_xact_lock([7415] -> 7416',
    'server/features/accounts/sign-in/identity-store.ts select pg_advisory_xact_lock([7416] -> 7417',
    'server/features/promotions/rewards/event-reward-store.ts select pg_advisory_xact_lock([7417] -> 7418',
    'server/features/promotions/rewards/event-reward-store.ts select pg_advisory_xact_lock([7418] -> 7419',
    'count_attempt() perform pg_advisory_xact_lock([7423] -> 7424',
  ]),
  ...alike('asked again under the lock of the promotion, when the reward is given', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/rewards/event-reward-store.ts [] and is_active and deleted_at is null [and ((auto_run and not ${isRuling}) or (not is_completed a… -> nothing',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/rewards/event-reward-store.ts e and deleted_at is null and ((auto_run [and not ${isRuling}] -> nothing',
    'server/features/promotions/rewards/event-reward-store.ts e and deleted_at is null and ((auto_run [and] -> or',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/rewards/event-reward-store.ts d not ${isRuling}) or (not is_completed [and sending_since is null] -> nothing',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/rewards/event-reward-store.ts d not ${isRuling}) or (not is_completed [and] -> or',
  ]),
  "server/features/challenges/disputes/dispute-store.ts swer = '' where player_id = ${playerId} [and words <> ''] -> nothing":
    'rows that have no words any more are only written again',
  ...alike('of a share of nothing nothing is owed back', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/rewards/event-reward-store.ts om undone_causes where cause = ${cause} [and taken > 0] -> nothing',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/promotions/rewards/event-reward-store.ts causes where cause = ${cause} and taken [>] -> >=',
  ]),
  'server/features/challenges/performance/performance-queries.ts id = ${playerId} order by id desc limit [1] -> 2':
    'each attempt has a good reading from its entry on, and the first row alone is read',
  "server/features/challenges/performance/play-record-queries.ts and later.number = a.decided_by_reading [and later.kind = 'stats'] -> nothing":
    'readings of other kinds have no counters',
  'server/features/challenges/performance/figure-queries.ts where player_id = ${playerId} [and is_won] -> nothing':
    'a lost one has no wins in a row',
  'server/features/challenges/receipts/shared-receipt-store.ts = false where attempt_id = ${attemptId} [and is_listed] -> nothing':
    'what is not listed is only written again',
  "server/features/accounts/deletion/account-deletion-store.ts et role = 'USER' where id = ${playerId} [and role <> 'USER'] -> nothing":
    'the role of a plain player is only written again',
  'server/features/challenges/readings/attempt-progress-store.ts min(r.taken_at) filter (where r.number [>] -> >=':
    'the reading at the beginning has as many matches as itself',
  "server/features/challenges/proofs.ts filter (where currency = 'GC' [and type in ('challenge_reward', 'reversal')] -> nothing":
    'of the other types none pays to or from the house of rewards',
  'server/features/challenges/overview-queries.ts select a.challenge_id as _id, [max] -> min':
    'a challenge has one description',
  'count_attempt() layer_id and (e.ended_at, e.attempt_id) [<] -> <=': 'its own row was deleted above',
  'add_event_rewards() having count(*) [>] -> >=': 'nothing is added for no rows either way',
  'server/features/shop/overview-queries.ts select p.gift_card_id as _id, [max] -> min':
    'a card has one title',
  "server/features/shop/person-queries.ts ress = '' where viewer_id = ${playerId} [and address <> ''] -> nothing":
    'rows that have no address any more are only written again',
  'server/features/shop/codes/missing-code-queries.ts lost.purchase_id = p.id [and lost.order_id is null] -> nothing':
    'an order of which codes are noted is not here, nor are its purchases',
  'server/features/shop/proofs.ts ce(bool_and(p.player_id = o.player_id), [true] -> false':
    'an order of no card is told by its price: none costs nothing',
  'server/features/giveaways/giveaway-store.ts ays set deleted_at = ${at}, is_active = [false] -> true':
    'what is deleted is found by nobody, active or not',
  "server/features/accounts/users/user-note-store.ts t note = '' where player_id = ${userId} [and note <> ''] -> nothing":
    'words that are gone are only written again',
  'server/features/accounts/users/player-search-store.ts select player_id, [1] -> 2':
    'still behind those who hold an office',
  'server/features/accounts/sessions/session-store.ts at = null where player_id = ${playerId} [and factor_at is not null] -> nothing':
    'nothing becomes nothing: only spares writing it',
  'server/features/accounts/player-store.ts where p.id = ${playerId} [and p.deleted_at is not null] -> nothing':
    'who takes an account back takes its row of deletions out',
  'server/features/coins/proofs.ts _payment_id is not null and received_at [<] -> <=':
    'what was received in the first microsecond of a month, of which the archive begins with the whole',
  'server/features/coins/payments/payment-store.ts (next_check_at is null or next_check_at [>] -> >=':
    'what is set to the same moment does not change',
  ...alike('nobody has an id of this millisecond without any random bits', [
    'server/features/challenges/overview-queries.ts from player_states where id [>=] -> >',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/challenges/overview-queries.ts here id >= ${uuidAt(from)}::uuid and id [<] -> <=',
  ]),
  ...alike('which of two that ended in one microsecond is the last that is looked at', [
    'server/features/challenges/performance/play-record-queries.ts rId} order by ended_at desc, attempt_id [desc] -> asc',
    'server/features/challenges/performance/performance-queries.ts rId} order by ended_at desc, attempt_id [desc] -> asc',
    'server/features/challenges/performance/performance-queries.ts = 1 order by ended_at desc, attempt_id [desc] -> asc',
  ]),
  ...alike('all codes of one purchase cost the same', [
    'server/features/shop/codes/lost-code-store.ts select order_id, player_id, [max] -> min',
    'server/features/shop/proofs.ts select order_id, player_id, [max] -> min',
  ]),
  ...alike('several payments, or payers, are told of in any case', [
    'server/features/coins/proofs.ts nt(*) as credits, sum(amount) as coins, [min] -> max',
    'server/features/shop/proofs.ts (*) as payments, sum(amount) as amount, [min] -> max',
    'server/features/shop/proofs.ts (*) as payments, sum(amount) as amount, [min] -> max #2',
    'server/features/shop/proofs.ts t(*) as refunds, sum(amount) as amount, [min] -> max',
  ]),
  ...alike('of the one wallet that a player has in a currency', [
    "balance_news() 'gamerCoins', coalesce([max] -> min",
    "balance_news() 'xp', coalesce([max] -> min",
    "balance_news() 'referralTokens', coalesce([max] -> min",
    "announce_balances() 'gamerCoins', coalesce([max] -> min",
    "announce_balances() 'xp', coalesce([max] -> min",
    "announce_balances() 'referralTokens', coalesce([max] -> min",
  ]),
  ...alike('only narrows what the condition beside it decides', [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/shop/purchases/purchase-store.ts ift_cards where player_id = ${playerId} [and order_id in ( select order_id from purchases where pla… -> nothing',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source
    'server/features/shop/purchases/purchase-store.ts ift_cards where player_id = ${playerId} [and] -> or',
    'server/features/shop/codes/missing-code-queries.ts from lost_codes where order_id is null [and settled is null] -> nothing',
    'server/features/shop/codes/missing-code-queries.ts from lost_codes where order_id is null [and] -> or',
    'server/features/shop/codes/quarantine-queries.ts ft_card_codes c on c.purchase_id = p.id [and c.purchase_id is not null] -> nothing',
  ]),
};
