// SPDX-License-Identifier: Apache-2.0

/** Refusals about the codes of gift cards; part of the closed list in errors.ts. */
export const codeErrors = {
  code_not_ready: {
    status: 409,
    message: 'This gift card has no code yet. We tell you as soon as it is delivered.',
  },
  code_sent_elsewhere: {
    status: 409,
    message: 'This gift card was sent to you another way, for example by email. Its code is not kept here.',
  },
  code_unreadable: {
    status: 409,
    message: 'This code cannot be read at the moment. It stays yours; please contact support.',
  },
  codes_unreadable: {
    status: 422,
    message: 'This file of codes cannot be read: {why}. Nothing was imported.',
  },
  code_missing: {
    status: 422,
    message: 'The buyer saw a code that this database lacks. Enter that code to deliver.',
  },
  code_malformed: { status: 422, message: 'This is no code: {why}. Nothing was changed.' },
  code_known: { status: 409, message: 'This code is known already. Nothing was changed.' },
  code_allocated: {
    status: 409,
    message: 'This purchase has another code already, which stays. Nothing was changed.',
  },
  stock_empty: {
    status: 409,
    message: 'There is no code of this card in stock. Enter one by hand. Nothing was changed.',
  },
  replacement_needs_reveal: {
    status: 403,
    message:
      'The code of this purchase was replaced before. Replacing it again takes the permission gift-cards:reveal. Nothing was changed.',
  },
  undo_too_late: {
    status: 409,
    message: 'The player has it already: this delivery can no longer be undone. Nothing was changed.',
  },
  delivered_from_stock: {
    status: 409,
    message: 'This purchase got its code from stock and stays delivered. Replace a bad code instead.',
  },
} as const;
