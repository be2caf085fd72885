// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { plural } from '../../contract/amounts.ts';
import type { Given, WithdrawnAgain } from '../../server/features/accounts/feature.ts';
import { type Kind, kinds } from '../../server/recovery/kinds.ts';
import type { Reconciled } from '../../server/recovery/reconcile-journal.ts';
import { addCommand, addYesOption, answering, type Outcome } from '../answer.ts';
import { requireStopped } from '../require-stopped.ts';

interface Options {
  incomplete?: boolean;
  looked?: boolean;
  yes?: boolean;
}

/** Prefix of the lines that an operator must look into. */
const look = 'LOOK      ';

function givenLine(given: Given): string {
  if (given.what === 'permissions') {
    return `${look}role ${given.role}: gained ${given.permissions.join(', ')} after the backup; grant them again if that was right`;
  }
  const { playerId } = given;
  if (given.what === 'suspension-lifted') {
    return `${look}player ${playerId}: their suspension was lifted after the backup; lift it again if that was right`;
  }
  return given.role === null
    ? `${look}player ${playerId}: got a role after the backup that is missing here`
    : `${look}player ${playerId}: last had the role ${given.role}; give it again if that was right`;
}

function toAccessLines({ given, withoutFactor, ...access }: WithdrawnAgain): string[] {
  return [
    `rights    taken away again: ${plural(access.suspended.length, 'account')} suspended, ${plural(access.demoted.length, 'role')} of players, ${plural(access.narrowed.length, 'role')} narrowed, ${plural(access.factorsRemoved.length, 'second factor')}, ${plural(access.signInsRemoved.length, 'sign-in method')}`,
    ...given.map(givenLine),
    ...withoutFactor.map(
      (id) =>
        `${look}player ${id}: set up a second factor after the backup and has none here; make sure that they set up the next one`,
    ),
    ...(given.length + withoutFactor.length > 0
      ? [`${look}once you have handled these rights, repeat the command with --looked`]
      : []),
  ];
}

function toCarriedOutLines({ carriedOut, absentElsewhere, changedWebhooks }: Reconciled): string[] {
  const counts = Object.entries(carriedOut) as [Kind, string[]][];
  return [
    ...counts.map(([kind, ids]) => `again     ${ids.length} ${kinds[kind].says}`),
    ...absentElsewhere.map(
      (id) =>
        `${look}purchase ${id}: was sent another way after the backup and is missing here, so its buyer has the card and the coins; handle it, then repeat the command with --looked`,
    ),
    ...changedWebhooks.map(
      ({ id, host }) =>
        `${look}webhook ${id} to ${host}: its address or secret changed after the backup, and the old one is back. It is off: set both again in the dashboard, then turn it on`,
    ),
  ];
}

function toLines(reconciled: Reconciled): string[] {
  const { isProven, soldCodes, unprovenCodes, absentCodes, lostOrders, missingCodes } = reconciled;
  const { endedSessions, erased, doubtfulErasures, droppedDeliveries } = reconciled;
  const { recovered, withoutPlayer, otherIntents, asked, unknownIntents, isProviderSilent } =
    reconciled.payments;
  return [
    `sessions  ${endedSessions} ended: everyone has to sign in again`,
    ...toAccessLines(reconciled.access),
    ...toCarriedOutLines(reconciled),
    `codes     ${soldCodes} sold after the backup, taken out of stock`,
    `codes     ${absentCodes} sold or shown after the backup are missing here: an import of their file skips them`,
    isProven
      ? 'codes     the journal proves that the others are unsold'
      : `codes     no journal proves that the others are unsold: ${unprovenCodes} taken out of stock (finalring codes quarantine)`,
    `orders    ${lostOrders.length} lost, and their buyers have the coins back (finalring backup lost-orders)`,
    `orders    ${droppedDeliveries} deliveries dropped that could still be undone at the backup: their cards wait again`,
    `players   ${erased.length} erased after the backup, and now erased again`,
    `payments  ${recovered.length} orders recovered from the journal; the server asks the card provider about ${asked} more`,
    ...doubtfulErasures.map(
      (id) =>
        `${look}player ${id}: their erasure began, and the journal does not say whether it finished; ask them, or delete the account`,
    ),
    ...missingCodes.map(
      ({ purchaseId }) =>
        `${look}purchase ${purchaseId}: its buyer saw a code that is missing here; enter it again (finalring backup lost-orders)`,
    ),
    ...withoutPlayer.map(
      (id) => `${look}payment ${id}: its player signed up after the backup; refund it at the card provider`,
    ),
    ...otherIntents.map(
      ({ id, journal, database }) =>
        `${look}payment ${id}: is ${database} here and ${journal} in the journal; check both at the card provider, and refund what was paid but not credited`,
    ),
    ...unknownIntents.map(
      (id) => `${look}${id}: was paid after the backup, and is in neither database nor journal`,
    ),
    ...(isProviderSilent ? [`${look}the card provider does not answer; repeat the command`] : []),
  ];
}

async function reconcile(options: Options): Promise<Outcome> {
  const { coinsDeps } = await import('../../server/features/coins/feature.ts');
  const { createLogger } = await import('../../server/platform/log.ts');
  const { systemClock } = await import('../../server/platform/clock.ts');
  const { reconcileJournal } = await import('../../server/recovery/reconcile-journal.ts');
  const { requireConfirmation } = await import('../confirm.ts');
  const { withPercent } = await import('../progress.ts');
  const { withApp } = await import('../with-app.ts');
  await requireStopped();
  await requireConfirmation(
    'This signs everyone out, repeats erasures and takes sold codes out of stock.',
    options,
  );
  return withApp(async ({ app, config, appSecret, db, journal }) => {
    const coins = coinsDeps({
      db,
      clock: systemClock,
      log: createLogger('silent'),
      appSecret,
      stripe: config.stripe,
      xpPerTenCents: config.xp.perTenCents,
      firstCheckSeconds: config.paymentFirstCheckSeconds,
    });
    const reconciled = await withPercent('Journal', (onRead) =>
      reconcileJournal({
        ...{ db, journal, coins, repeatErasure: app.repeatErasure, onRead },
        isComplete: options.incomplete !== true,
        isLookedAt: options.looked === true,
      }),
    );
    const lines = toLines(reconciled);
    return { lines, result: reconciled, isWrong: lines.some((line) => line.startsWith(look)) };
  });
}

export function addReconcile(backup: Command): void {
  addYesOption(
    addCommand(
      backup,
      'reconcile',
      'Bring a restored database up to date, before the server starts. Ends all sessions, repeats withdrawals of rights and erasures made after the backup, takes sold codes out of stock and asks about payments.',
    ),
  )
    .option(
      '--incomplete',
      'the journal is incomplete: take every code out of stock that it does not prove unsold',
    )
    .option('--looked', 'you have handled the listed rights, purchases and webhooks: do not list them again')
    .action(answering(reconcile));
}
