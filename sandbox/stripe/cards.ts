// SPDX-License-Identifier: Apache-2.0

/** A card that the provider refuses, with the messages and codes of docs.stripe.com/testing. */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

/**
 * What happens when a test card is charged. `authenticate` requires 3-D Secure first; `dispute` succeeds and is
 * disputed immediately.
 */
export type Outcome =
  | { kind: 'approve' }
  | { kind: 'dispute' }
  | { kind: 'decline'; decline: Decline }
  | { kind: 'authenticate'; decline?: Decline };

const approve: Outcome = { kind: 'approve' };
const genericDecline = declined('generic_decline');

function declined(declineCode: string, message = 'Your card was declined.'): Decline {
  return { code: 'card_declined', declineCode, message };
}
const decline = (reason: Decline): Outcome => ({ kind: 'decline', decline: reason });

const cards: Record<string, Outcome> = {
  '4242424242424242': approve,
  '4000056655665556': approve,
  '5555555555554444': approve,
  '378282246310005': approve,
  '4000000000000002': decline(genericDecline),
  '4000000000009995': decline(declined('insufficient_funds', 'Your card has insufficient funds.')),
  '4000000000009987': decline(declined('lost_card')),
  '4000000000009979': decline(declined('stolen_card')),
  '4000000000000069': decline({ code: 'expired_card', message: 'Your card has expired.' }),
  '4000000000000127': decline({
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  }),
  '4000000000000119': decline({
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  '4000000000000341': decline(genericDecline),
  '4000000000003220': { kind: 'authenticate' },
  '4000002760003184': { kind: 'authenticate' },
  '4000008400001629': { kind: 'authenticate', decline: genericDecline },
  '4000000000000259': { kind: 'dispute' },
};

/** For any number that isn't a test card: real cards must never be charged here. */
const realCard = decline({
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
});

/** The test payment methods that servers use instead of a card. */
export const cardOfToken: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
};

export function getOutcome(number: string): Outcome {
  return cards[number] ?? realCard;
}

export function getBrand(number: string): 'visa' | 'mastercard' | 'amex' | 'unknown' {
  if (number.startsWith('4')) return 'visa';
  if (/^5[1-5]/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

export interface CardInput {
  number: string;
  expMonth: number;
  /** Four digits. */
  expYear: number;
  cvc: string;
}

/** Validates a card before charging it. @returns undefined if the card is valid */
export function findFault(card: CardInput, now: Date): (Decline & { param: string }) | undefined {
  const { number, expMonth, expYear, cvc } = card;
  if (!/^\d{12,19}$/.test(number) || !isLuhn(number)) {
    return { code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' };
  }
  if (!(expMonth >= 1 && expMonth <= 12)) {
    const message = "Your card's expiration month is invalid.";
    return { code: 'invalid_expiry_month', message, param: 'exp_month' };
  }
  const firstDayAfter = Date.UTC(expYear, expMonth, 1);
  if (firstDayAfter <= now.getTime() || expYear > now.getUTCFullYear() + 50) {
    const message = "Your card's expiration year is invalid.";
    return { code: 'invalid_expiry_year', message, param: 'exp_year' };
  }
  if (!new RegExp(`^\\d{${getBrand(number) === 'amex' ? 4 : 3}}$`).test(cvc)) {
    return { code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' };
  }
  return undefined;
}

function isLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
