import { waitOutside } from './call-context.ts';
import type { Logger } from './log.ts';

/** Who is asked for what, and about which of our rows. Never an address, a body or a name: those tell of people. */
export interface OutsideCall {
  provider: 'google' | 'discord' | 'game-stats' | 'stripe';
  what: string;
  paymentId?: string;
  /** Stripe's id of a payment. */
  intentId?: string;
}

/**
 * Asks an outside service, and logs how that went: one line with the status and how long it took. Somebody else is
 * served meanwhile.
 * @param told what to log of the answer
 * @throws what `work` throws
 */
export async function askOutside<Answer>(
  log: Logger,
  call: OutsideCall,
  work: () => Promise<Answer>,
  told: (answer: Answer) => Record<string, unknown>,
): Promise<Answer> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const answer = await waitOutside(work);
    log.info({ ...call, ...told(answer), ms: ms() }, 'asked outside');
    return answer;
  } catch (error) {
    const { name, code } = error as { name?: string; code?: unknown };
    log.info({ ...call, failed: code ?? name, ms: ms() }, 'asked outside');
    throw error;
  }
}
