// SPDX-License-Identifier: Apache-2.0

/** Refusals about the codes of gift cards; part of the closed list in errors.ts. */
export const codeErrors = {
  code_not_ready: {
    status: 409,
    message: 'This gift card has no code yet. We’ll tell you when it’s delivered.',
  },
  code_sent_elsewhere: {
    status: 409,
    message:
      'We sent you this gift card another way, for example by email. We don’t have its code here. If it’s missing, contact support.',
  },
  code_unreadable: {
    status: 409,
    message: 'We can’t read this code right now. It stays yours. Contact support.',
  },
  codes_unreadable: {
    status: 422,
    message:
      'We couldn’t read this file of codes: {why}. Nothing was imported. Fix the file and import it again.',
  },
  code_missing: {
    status: 422,
    message:
      'The buyer already saw a code that this database lost. Nothing was changed. Enter that code to deliver it.',
  },
  code_malformed: {
    status: 422,
    message: 'This isn’t a valid code: {why}. Nothing was changed. Check it, then enter it again.',
  },
  code_known: { status: 409, message: 'We already have this code. Nothing was changed. Enter another one.' },
  code_allocated: {
    status: 409,
    message:
      'Another code belongs to this purchase. Nothing was changed. Reload the list to see what it has.',
  },
  stock_empty: {
    status: 409,
    message: 'This card has no code in stock. Nothing was changed. Enter a code by hand.',
  },
  replacement_needs_reveal: {
    status: 403,
    message:
      'This code was replaced before. Nothing was changed. Ask someone with the permission gift-cards:reveal to replace it again.',
  },
  undo_too_late: {
    status: 409,
    message:
      'The player already knows of this delivery, so you can’t undo it. Nothing was changed. Replace a bad code instead.',
  },
  delivered_from_stock: {
    status: 409,
    message:
      'This purchase got its code from stock, so it stays delivered. Nothing was changed. Replace a bad code instead.',
  },
} as const;
