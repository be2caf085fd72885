// SPDX-License-Identifier: Apache-2.0

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what a report quotes of the sources
import { alike } from './alike.ts';
import { playerEquivalents } from './player-equivalents.ts';

/** TypeScript mutants without any noticeable effect: as named in the report, and why. */
export const typescriptEquivalents: Record<string, string> = {
  ...playerEquivalents,
  'server/ledger/adjust.ts coins > balance -> coins >= balance':
    'where both are the same nothing moves, and a transfer of nothing is refused',
  ...alike('only tells operations apart, as any other name would that is no operation’s', [
    `server/features/giveaways/edit-giveaway.ts 'giveaway.delete' -> ""`,
    `server/features/giveaways/enter-giveaway.ts 'giveaway.enter' -> ""`,
    `server/features/shop/gift-cards/edit-gift-card.ts 'gift-card.create' -> ""`,
    `server/features/shop/purchases/checkout.ts 'shop.buy-one' -> ""`,
    `server/features/shop/purchases/checkout.ts 'shop.checkout' -> ""`,
    `server/features/shop/gift-cards/edit-gift-card.ts 'gift-card.delete' -> ""`,
    `server/features/shop/codes/import-codes.ts 'shop.import' -> ""`,
    `server/features/shop/codes/import-codes.ts 'shop.import-several' -> ""`,
    `server/features/shop/purchases/refund-purchase.ts 'shop.refund' -> ""`,
    `server/features/shop/purchases/replace-code.ts 'shop.replace' -> ""`,
    `server/features/coins/packages/edit-package.ts 'coin-package.switch' -> ""`,
    `server/features/coins/packages/edit-package.ts 'coin-package.delete' -> ""`,
    `server/features/coins/payments/create-intent.ts 'coins.create-intent' -> ""`,
    `server/features/promotions/edit-promotion.ts 'event.delete' -> ""`,
    `server/features/challenges/disputes/open-dispute.ts 'challenge.dispute' -> ""`,
    `server/features/challenges/edit-challenge.ts 'challenge.delete' -> ""`,
    `server/features/challenges/entries/start-attempt.ts 'challenge.practice' -> ""`,
    `server/features/challenges/entries/start-attempt.ts 'challenge.start' -> ""`,
    `server/features/challenges/void-attempt.ts 'challenge.void' -> ""`,
    `server/features/challenges/disputes/decide-dispute.ts 'dispute.decide' -> ""`,
    `server/features/accounts/discord/link-discord.ts 'generate-discord-token' -> ""`,
    `server/features/accounts/export/ask-export.ts { operation: 'data-export.ask' } -> {}`,
    `server/features/accounts/export/ask-export.ts 'data-export.ask' -> ""`,
    `server/features/accounts/handles/reset-handle.ts 'user.reset-handle' -> ""`,
    `server/features/accounts/roles/edit-role.ts 'role.create' -> ""`,
    `server/features/accounts/users/note-user.ts 'user.note' -> ""`,
  ]),
  ...alike('only tells tasks apart, as any other name would that is no task’s', [
    `server/features/giveaways/prizes/pay-prizes.ts 'pay-prizes' -> ""`,
  ]),
  ...alike('words of a mistake of ours that nothing brings about', [
    'server/features/giveaways/edit-giveaway.ts `giveaway ${id} vanished while it was edited` -> ``',
    'server/features/giveaways/prizes/pay-prizes.ts `the payout of giveaway ${giveawayId} vanished while it began` -> ``',
    `server/features/coins/payments/refresh-payment.ts 'a payment vanished' -> ""`,
    'server/features/coins/payments/refresh-payment.ts `there is no payment ${paymentId}` -> ``',
    'server/features/promotions/edit-promotion.ts `event ${eventId} vanished while it was edited` -> ``',
    'server/features/promotions/payouts/send-payout.ts `the payout of event ${eventId} vanished while it began` -> ``',
    'server/features/challenges/edit-challenge.ts `challenge ${challengeId} vanished while it was edited` -> ``',
    `server/features/challenges/void-attempt.ts 'a locked attempt vanished' -> ""`,
    'server/features/challenges/readings/attempt-reading-store.ts `Attempt ${attemptId} has no initial reading` -> ``',
    'server/features/challenges/attempts/settle-attempt.ts `Settlement ${movement.idempotencyKey} was refused: ${moved.refused}` -> ``',
    'server/features/challenges/void-attempt.ts `Reversal ${movement.idempotencyKey} was refused: ${moved.refused}` -> ``',
    'server/features/challenges/disputes/overturn-attempt.ts `the refund of attempt ${attempt.id} stayed: ${moved.refused}` -> ``',
    'server/features/coins/payments/settle-payment.ts `${movement.idempotencyKey} was refused: ${moved.refused}` -> ``',
    'server/features/promotions/rewards/pay-reward.ts `${movement.idempotencyKey} was refused: ${moved.refused}` -> ``',
    `server/features/accounts/export/ask-export.ts 'an export vanished' -> ""`,
  ]),
  'server/features/giveaways/draws/keep-draw-list.ts \'\' -> "Stryker was here!" #2':
    'who sends no such header takes no compressed file: any text in its place says so too',
  "contract/verdict-walk.ts worth === 'met' -> true":
    'what certainly began in time is neither old nor late, and what is lost is whole anyway',
  'contract/regions.ts /\\s+/ -> /\\s/': 'one space or line break stands between two',
  'contract/roles-admin.ts \'\' -> "Stryker was here!"': 'a fault is told instead of the value',
  'contract/seal-check.ts entry.amount < 0 -> entry.amount <= 0': 'no line of a statement moves nothing',
  ...alike(
    'the last place of more than one is not the first: RFC 9162 asks so, and the loop ends for every log',
    ['contract/seal-proof.ts place !== 0 -> true', 'contract/seal-proof.ts place !== 0 -> true #2'],
  ),
  'contract/seal-check.ts seen.size <= head.size -> seen.size < head.size':
    'of two trees of one size it does not matter which is the older',
  ...alike('whether a key could be taken out again shows nowhere', [
    'contract/draw.ts false -> true',
    'contract/seal-proof.ts false -> true #6',
  ]),
  'web/features/books/months.ts told <= present -> told < present': 'the same month either way',
  'web/features/challenges/admin/estimate-words.ts coins > 0 -> coins >= 0': 'nothing was told above',
  'web/features/challenges/tracker-steps.ts late > 0 -> late >= 0': 'both are the two seconds at least',
  'web/features/coins/packages.ts priceCents(each) * worst.coins > priceCents(worst) * each.coins -> priceCents(each) * worst.coins >= priceCents(worst) * each.coins':
    'of two that are as dear the comparison comes to the same',
  'web/features/leaderboards/streak-words.ts days === 0 -> false':
    'the rest of -1 and one more is nothing too',
  'web/features/overview/change.ts value < 0 -> value <= 0': 'nothing has no sign: it was told above',
  'web/features/shop/admin/pick-lines.ts \'\' -> "Stryker was here!" #2': 'speaks of no codes either',
  'web/features/shop/cart.ts quantity >= 1 -> quantity > 1': 'one is what it becomes too',
  'web/features/shop/product-search.ts \'\' -> "Stryker was here!"': 'any other word is no order either',
  'web/lib/report-error.ts \'\' -> "Stryker was here!" #2': 'there is no place of ours in it either',
  'web/lib/server-time.ts \'\' -> "Stryker was here!"': 'is no date either',
  'web/lib/format.ts /\\s+/ -> /\\s/': 'empty words are left out',
  'web/features/shop/product-search.ts /\\s+/ -> /\\s/': 'every text has the empty word between two spaces',
  ...alike('one alone was thrown above', [
    'server/platform/jobs/listeners.ts failures.length > 1 -> failures.length >= 1',
    'server/platform/jobs/one-by-one.ts failures.length > 1 -> failures.length >= 1',
  ]),
  'server/platform/jobs/outbox.ts jobs.length === 0 -> false': 'only spares a statement that makes no job',
  'server/platform/jobs/outbox.ts keys.length === 0 -> false': 'only spares a statement that finds no job',
  'server/platform/jobs/told-pool.ts \'\' -> "Stryker was here!" #2':
    'a statement without a name is no request either',
  'server/platform/jobs/told-pool.ts /^get_job/ -> /get_job/':
    'no other statement of the library has it in its name',
  'server/features/shop/codes/codes-csv.ts error instanceof TypeError -> true':
    'there is no third kind of error: it would be a mistake of ours',
  'server/platform/jobs/job-run.ts \'\' -> "Stryker was here!" #2':
    'the pool has told its id before anybody can ask for it',
  'server/features/shop/codes/code-form.ts count > most.count -> count >= most.count':
    'of two lengths that are as frequent as each other none has the share that is usual',
  'server/features/shop/codes/codes-csv.ts \'\' -> "Stryker was here!"':
    'the heading of a file without lines: any other word is none either',
  'server/features/shop/codes/codes-csv.ts \'\' -> "Stryker was here!" #2':
    'text in which no column ends, and which trimming leaves as it is',
  ...alike('what was split or read has a first part', [
    'server/features/shop/codes/codes-csv.ts \'\' -> "Stryker was here!" #3',
    'server/features/shop/codes/codes-csv.ts \'\' -> "Stryker was here!" #4',
  ]),
  ...alike('what splits always has a first part, and a second that is not there is no word', [
    'contract/browser-errors.ts \'\' -> "Stryker was here!" #3',
    'contract/browser-errors.ts [] -> ["Stryker was here"]',
  ]),
  ...alike('reads one page more, which is empty', [
    'server/features/coins/export-payments.ts page.length === paymentsPerPage -> true',
    'server/features/promotions/rewards/export-rewards.ts page.length === rewardsPerPage -> true',
    'server/features/shop/purchases/export-purchases.ts page.length === rowsPerPage -> true',
    'server/features/shop/purchases/export-purchases.ts page.length === rowsPerPage -> true #2',
  ]),
  ...alike('what a call sends is never undefined: only the compiler does not know', [
    'server/features/shop/gift-cards/edit-gift-card.ts Object.entries(terms).filter(([, value]) => value !== undefined) -> Object.entries(terms)',
    'server/features/shop/gift-cards/edit-gift-card.ts value !== undefined -> true',
  ]),
  ...alike('ascending is what no word means too', [
    'server/features/shop/gift-cards/gift-card-admin-store.ts `asc` -> ``',
    'server/features/shop/purchases/purchase-request-store.ts `asc` -> ``',
    'server/features/coins/packages/coin-package-admin-store.ts `asc` -> ``',
    'server/features/challenges/attempts/attempt-store.ts `asc` -> ``',
    'server/features/challenges/disputes/dispute-store.ts `asc` -> ``',
  ]),
  ...alike('buys the same, in a transaction that looks for frozen coins in vain', [
    'server/features/shop/purchases/checkout.ts cardHoldMs > 0 || isBonusFrozen -> true',
    'server/features/shop/purchases/checkout.ts cardHoldMs > 0 -> cardHoldMs >= 0',
  ]),
  ...alike('what is added up beforehand is added up in the transaction otherwise, or not needed', [
    'server/features/shop/purchases/checkout.ts redeeming.isBonusFrozen -> true',
    'server/features/shop/purchases/checkout.ts redeeming.isBonusFrozen -> false',
  ]),
  'server/features/shop/purchases/checkout.ts { operation, lines } -> {} #2':
    'a key that was used before is dealt with by the statement, for the same request or another',
  'server/features/shop/purchases/checkout.ts !journal.isKept -> false':
    'reads what no journal takes: only spares a query',
  'server/features/shop/purchases/list-requests.ts [] -> ["Stryker was here"]':
    'without a search nobody looks at it',
  'server/features/shop/codes/codes-csv.ts [] -> ["Stryker was here"] #6':
    'dollars that are not there are no number',
  'server/features/shop/codes/codes-csv.ts [] -> ["Stryker was here"]':
    'the headings of a file without lines: any other word names no column',
  'server/platform/http/health.ts \'\' -> "Stryker was here!"':
    'a missing header is no token; any text in its place is none either',
  'server/platform/http/answer-log.ts status > 500 -> status >= 500': 'a fault of ours was told above',
  ...alike('only how hard an answer is compressed', [
    'server/platform/http/answer-forms.ts { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } -> {}',
    'server/platform/http/answer-forms.ts { [constants.BROTLI_PARAM_QUALITY]: 5 } -> {}',
  ]),
  'server/platform/http/documentation.ts \'/\' -> ""': 'the folder of the documentation either way',
  'server/platform/http/documentation.ts false -> true #2':
    'each answer says by itself how long it may be kept',
  ...alike('pages are of the three kinds that have a type', [
    'server/platform/http/built-pages.ts \'\' -> "Stryker was here!"',
    'server/platform/http/built-pages.ts \'application/octet-stream\' -> ""',
  ]),
  'server/platform/http/built-pages.ts /^(.*\\/)index\\.html$/ -> /(.*\\/)index\\.html$/':
    'takes as much as it can, from the first letter on',
  'server/platform/http/built-pages.ts \'/\' -> "" #3': 'only where paths have backslashes',
  'server/platform/http/server.ts { maxAge: 31_536_000, includeSubDomains: true } -> {}':
    'helmet says as much by itself',
  'server/platform/http/server.ts name.toLowerCase() -> name.toUpperCase()':
    'names of headers are the same in any case',
  'server/platform/http/server.ts false -> true #9': 'set before the server listens: nobody asks it',
  'server/platform/http/server.ts trusted -> true': 'where no proxy is trusted nobody reads what they say',
  'server/platform/http/web-pages.ts false -> true #3':
    'what is said of how long a file may be kept is said after it',
  'server/platform/http/turns.ts request.turn -> true':
    'who has no turn any more has none to leave: only spares a listener',
  ...alike('frees the jobs of no pool: only spares a transaction', [
    'server/platform/jobs/liveness.ts left.length > 0 -> true',
    'server/platform/jobs/liveness.ts left.length > 0 -> left.length >= 0',
  ]),
  'server/features/giveaways/edit-giveaway.ts { prizeType, prizeAmount, winnerCount } -> {}':
    'who approves is told the words of a refusal alone',
  'server/platform/jobs/schedule.ts minute < first + lookAheadDays * 24 * 60 -> minute <= first + lookAheadDays * 24 * 60':
    'looks a minute farther than eight years',
  'server/platform/jobs/worker.ts sweeps++ -> sweeps--': 'every tenth is the same ones',
  ...alike('an ended task, or run, that is waited for has ended: only keeps the list short', [
    'server/platform/jobs/job-run.ts () => running.delete(noted) -> () => undefined',
    'server/platform/jobs/worker.ts () => retiring.delete(retired) -> () => undefined',
  ]),
  'server/features/accounts/sessions/sessions.ts row.usedAt <= usedBefore -> true':
    'the statement that follows asks the same: only spares it',
  'server/features/promotions/payouts/send-rewards.ts budget !== null -> true':
    'what was spent is worked out again where a budget is set',
  'server/features/promotions/payouts/send-rewards.ts \'place\' -> ""':
    'tells it apart from causes that have a name of their own, as no name does',
  'server/features/promotions/payouts/send-payout.ts isFinished -> true':
    'waits for who holds the promotion sooner than it must',
  'server/features/coins/payments/refresh-payment.ts /^requires_/ -> /requires_/':
    'no status of the card provider has it further on',
  'server/features/promotions/payouts/send-rewards.ts isByRank(promotion) -> true':
    'one that ranks nobody has no rewards for places',
  'server/platform/http/errors.ts /^\\// -> /\\//': 'a path of a field begins with one, or is empty',
  'server/platform/http/errors.ts \'is not valid\' -> ""': 'a schema always says what is wrong',
  'server/platform/http/errors.ts \'\' -> "Stryker was here!" #2': 'neither is the code of an error',
  'server/platform/http/errors.ts \'content-length\' -> ""': 'Fastify counts again how long a text is',
  'server/platform/http/forwarded-addresses.ts \':\' -> ""':
    'only spares a look for ports where there are none',
  'server/platform/http/forwarded-addresses.ts \'\' -> "Stryker was here!" #3':
    'one of the two was found, or nothing would be replaced',
  'server/platform/http/health.ts `select 1` -> ``': 'asks for nothing just as well',
  ...alike('only spares that an answer is made ready again', [
    'server/platform/http/kept-answers.ts !answer -> true',
    'server/platform/http/kept-answers.ts answers.set(json, answer); -> ;',
  ]),
  ...alike('nothing moves where nothing grows', [
    'server/features/coins/payments/settle-payment.ts growth[currency] > 0 -> growth[currency] >= 0',
    'server/features/coins/payments/settle-payment.ts growth[currency] > 0 -> growth[currency] >= 0 #2',
    'server/features/promotions/rewards/pay-reward.ts growth > 0 -> growth >= 0',
    'server/features/promotions/rewards/pay-reward.ts growth > 0 -> growth >= 0 #2',
    'server/features/promotions/rewards/pay-reward.ts growth > 0 -> growth >= 0 #3',
  ]),
  'server/features/promotions/rewards/reward-fact.ts promotion.forThisCause > 0 -> false':
    'only spares a transaction that finds it too',
  ...alike('Node says of the connection what the page said of it', [
    `server/platform/http/openapi.ts 'content-length' -> ""`,
    `server/platform/http/openapi.ts 'date' -> ""`,
    `server/platform/http/openapi.ts 'keep-alive' -> ""`,
    `server/platform/http/openapi.ts 'transfer-encoding' -> ""`,
  ]),
  ...alike('nothing is sent either way', [
    'server/platform/http/openapi.ts page.rawPayload.length > 0 -> true',
    'server/platform/http/openapi.ts page.rawPayload.length > 0 -> page.rawPayload.length >= 0',
  ]),
  ...alike('the pattern of the address has such a part', [
    `server/platform/http/page-heads.ts '' -> "Stryker was here!"`,
    `server/platform/http/page-heads.ts '' -> "Stryker was here!" #2`,
  ]),
  'server/features/promotions/rewards/undo-cause.ts growth < 0 -> growth <= 0':
    'where nothing grows it has ended above',
  ...alike('what is split has a first part', [
    'server/platform/http/rate-limit.ts \'\' -> "Stryker was here!"',
    'server/platform/http/rate-limit.ts [] -> ["Stryker was here"]',
  ]),
  ...alike('only the first four groups count, and those are there', [
    "server/platform/http/rate-limit.ts right?.split(':').filter(Boolean) -> right?.split(':')",
    'server/platform/http/rate-limit.ts [] -> ["Stryker was here"] #2',
    'server/platform/http/rate-limit.ts right === undefined -> false',
    'server/platform/http/rate-limit.ts [] -> ["Stryker was here"] #3',
  ]),
  'server/platform/http/rate-limit.ts window !== known -> true': 'keeps what is kept',
  'server/features/coins/reconciling/reconcile-payments.ts first < due.length -> first <= due.length':
    'asks about none once more',
  ...alike('no time is longer than a bound that there is not', [
    'server/platform/http/request-durations.ts place < bounds.length -> true',
    'server/platform/http/request-durations.ts place < bounds.length -> place <= bounds.length',
  ]),
  'server/platform/http/request-durations.ts \'sum\' -> ""':
    'only processes of one cluster are added up by it',
  'server/platform/http/request-id.ts \'\' -> "Stryker was here!"': 'neither is the address of a proxy',
  'server/platform/http/request-log.ts { child: { value: child } } -> {}':
    'pino’s own children say the same, slower',
  'server/features/coins/rules.ts happenedAt <= now -> happenedAt < now': 'the same moment either way',
  'server/features/promotions/rewards/undo-cause.ts delta < 0 -> delta <= 0': 'only what moved is among them',
  'server/features/promotions/run-promotions.ts clock.now().getTime() - lateFactGraceMs -> clock.now().getTime() + lateFactGraceMs':
    'what is not over yet is looked at again, and left',
  'server/features/coins/payments/refresh-payment.ts payment.checks + 1 -> payment.checks - 1':
    'a number that went down tells looks apart as well',
  'server/features/promotions/rewards/undo-cause.ts growth > 0 -> growth >= 0':
    'where nothing grows it has ended above',
};
