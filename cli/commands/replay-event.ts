// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';

async function replay(eventId: string): Promise<Outcome> {
  const { coinsDeps, replayEvent } = await import('../../server/features/coins/feature.ts');
  const { systemClock } = await import('../../server/platform/clock.ts');
  const { createLogger } = await import('../../server/platform/log.ts');
  const { reachServices } = await import('../with-app.ts');
  const { withInstallation } = await import('../with-database.ts');
  return withInstallation(async ({ db, appSecret, ...given }) => {
    const { config } = await reachServices(given);
    const deps = coinsDeps({
      db,
      clock: systemClock,
      log: createLogger('silent'),
      appSecret,
      stripe: config.stripe,
      xpPerTenCents: config.xp.perTenCents,
      firstCheckSeconds: config.paymentFirstCheckSeconds,
    });
    const replayed = await replayEvent(eventId, deps);
    if (!replayed) throw new Error(`no event ${eventId} was received`);
    const { type, effect, payment } = replayed;
    if (!payment) {
      return {
        lines: [`${eventId} (${type}, ${effect}): no payment of ours; nothing to do`],
        result: replayed,
        isWrong: effect === 'unknown_payment',
      };
    }
    const { before, after, answered, id } = payment;
    if (!answered)
      throw new Error(`the card provider does not answer about payment ${id}: the server retries`);
    const tell = ({ status, refundedCents, disputedCents }: typeof before) =>
      `${status}, ${refundedCents} cents refunded, ${disputedCents} disputed`;
    return {
      lines: [
        `${eventId} (${type}, ${effect}): payment ${id}`,
        `  before  ${tell(before)}`,
        `  now     ${tell(after)}`,
      ],
      result: replayed,
    };
  });
}

export function addReplayEvent(program: Command): void {
  addCommand(
    program,
    'replay-event',
    'Handle a stored event of the card provider again: ask for the state of its payment, and settle it. Repeating it is safe.',
  )
    .argument('<event>', 'its id (evt_...), as in payment_events and the log')
    .action(answering(replay));
}
