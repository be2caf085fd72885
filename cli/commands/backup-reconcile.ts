// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import type { Given, WithdrawnAgain } from '../../server/features/accounts/feature.ts';
import { type Kind, kinds } from '../../server/recovery/kinds.ts';
import type { Reconciled } from '../../server/recovery/reconcile-journal.ts';
import { addCommand, answering, type Outcome, withYes } from '../answer.ts';
import { requireStopped } from '../require-stopped.ts';

interface Options {
  incomplete?: boolean;
  looked?: boolean;
  yes?: boolean;
}

/** How a line begins that an operator has to look into. */
const look = 'LOOK      ';

function givenLine(given: Given): string {
  if (given.what === 'permissions') {
    return `${look}role ${given.role}: was given ${given.permissions.join(', ')} since; give them again if that was right`;
  }
  const { playerId } = given;
  if (given.what === 'suspension-lifted') {
    return `${look}player ${playerId}: their suspension was lifted since; lift it again if that was right`;
  }
  return given.role === null
    ? `${look}player ${playerId}: was given a role since that is not here`
    : `${look}player ${playerId}: had the role ${given.role} at last; give it again if that was right`;
}

function toAccessLines({ given, withoutFactor, ...access }: WithdrawnAgain): string[] {
  return [
    `rights    ${access.suspended.length} suspended again, ${access.demoted.length} lost a role again, ${access.narrowed.length} roles allow less again, ${access.factorsRemoved.length} lost second factors again, ${access.signInsRemoved.length} ways to sign in removed again`,
    ...given.map(givenLine),
    ...withoutFactor.map(
      (id) =>
        `${look}player ${id}: set up their second factor since, and has none here: see that it is they who set one up`,
    ),
    ...(given.length + withoutFactor.length > 0
      ? [`${look}of what was given since: repeat the command with --looked once you have seen to it`]
      : []),
  ];
}

function toCarriedOutLines({ carriedOut, absentElsewhere, changedWebhooks }: Reconciled): string[] {
  const counts = Object.entries(carriedOut) as [Kind, string[]][];
  return [
    ...counts.map(([kind, ids]) => `again     ${ids.length} ${kinds[kind].says}`),
    ...absentElsewhere.map(
      (id) =>
        `${look}purchase ${id}: was sent another way since and is not here: its buyer has the card and the coins; repeat the command with --looked once you have seen to it`,
    ),
    ...changedWebhooks.map(
      ({ id, host }) =>
        `${look}webhook ${id} to ${host}: its address or secret was changed since, and the old one is back: it is off; set both again in the dashboard before you turn it on`,
    ),
  ];
}

function toLines(reconciled: Reconciled): string[] {
  const { isProven, soldCodes, unprovenCodes, absentCodes, lostOrders, missingCodes } = reconciled;
  const { endedSessions, erased, doubtfulErasures, droppedDeliveries } = reconciled;
  const { recovered, withoutPlayer, otherIntents, asked, unknownIntents, isProviderSilent } =
    reconciled.payments;
  return [
    `sessions  ${endedSessions} ended: everybody signs in again`,
    ...toAccessLines(reconciled.access),
    ...toCarriedOutLines(reconciled),
    `codes     ${soldCodes} were sold since, and left the stock`,
    `codes     ${absentCodes} that were sold or shown since are not here: an import of their file leaves them out`,
    isProven
      ? 'codes     the journal proves that the rest was not'
      : `codes     no journal proves anything of the rest: ${unprovenCodes} left the stock (finalring codes quarantine)`,
    `orders    ${lostOrders.length} are lost, whose buyers have their coins again (finalring backup lost-orders)`,
    `orders    ${droppedDeliveries} deliveries could still be undone at the backup: their cards wait again`,
    `players   ${erased.length} were erased since, and erased again`,
    `payments  ${recovered.length} orders were written down again; the card provider is asked about ${asked} more`,
    ...doubtfulErasures.map(
      (id) =>
        `${look}player ${id}: was to be erased, and nothing says whether that came to pass; ask them, or delete the account`,
    ),
    ...missingCodes.map(
      ({ purchaseId }) =>
        `${look}purchase ${purchaseId}: its buyer has seen a code that is not here: type the same in again (finalring backup lost-orders)`,
    ),
    ...withoutPlayer.map(
      (id) => `${look}payment ${id}: its player signed up since; refund it at the card provider`,
    ),
    ...otherIntents.map(
      ({ id, journal, database }) =>
        `${look}payment ${id}: is ${database} here and was ${journal}: look at both at the card provider, and refund what was paid and not credited`,
    ),
    ...unknownIntents.map((id) => `${look}${id}: was paid since, and neither database nor journal knows it`),
    ...(isProviderSilent ? [`${look}the card provider does not answer: repeat the command`] : []),
  ];
}

async function reconcile(options: Options): Promise<Outcome> {
  const { coinsDeps } = await import('../../server/features/coins/feature.ts');
  const { createLogger } = await import('../../server/platform/log.ts');
  const { systemClock } = await import('../../server/platform/clock.ts');
  const { reconcileJournal } = await import('../../server/recovery/reconcile-journal.ts');
  const { demandYes } = await import('../confirm.ts');
  const { withPercent } = await import('../progress.ts');
  const { withApp } = await import('../with-app.ts');
  await requireStopped();
  await demandYes(
    'Everybody is signed out, players who were erased are erased, and codes leave the stock.',
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
  withYes(
    addCommand(
      backup,
      'reconcile',
      'Bring a restored database up to date: end all sessions, take away again what rights were taken away, take sold codes out of stock, erase players again, ask about payments. Before anything serves.',
    ),
  )
    .option(
      '--incomplete',
      'the journal lacks something: take everything out of stock that it does not prove unsold',
    )
    .option(
      '--looked',
      'you have seen which rights were given since, which purchases are not here, and which webhooks changed: name them no more',
    )
    .action(answering(reconcile));
}
