// SPDX-License-Identifier: Apache-2.0

const span = 'Sums up the requested days, found by their index, on the three connections for reports';

/**
 * Calls that may read more rows the more data exists, each with the reason. The key is the call's name, or its
 * beginning up to some part of the query.
 */
export const exceptions: Readonly<Record<string, string>> = {
  'administrator: GET /overview?': span,
  'administrator: GET /books?': span,
  'administrator: GET /overview/growth': span,
  'administrator: GET /events/:id/payouts': 'Sums up the list that sending would pay',
  'busy player: GET /transaction/history?type':
    'Searches one player’s entries for a type: an index for it would cost every transfer a write',
};

const countedUpTo = 'Counts the results, up to a limit';
const words = 'Reads all words that contain the rarest three letters of the search';
const ahead = 'Counts up to a thousand places from the previous mark: the small business has fewer';
const ofUser = 'Counts the rows of one user, up to a thousand';
const deeper = 'Finds the event of each of 26 sends in an index of three levels; the small business has one';
const held =
  'Reads what one player got in the days for which an operator holds coins that were bought by card';
const spent = 'Sums up what one player entered in the last month';

/**
 * Calls that may take longer at ten million transfers, each with its reason, but may not read more than 1.2 times as many
 * rows (plus 250) with four times as much data: `tests/growth.test.ts` checks that.
 */
export const slower: Readonly<Record<string, string>> = {
  'administrator: GET /audit-log?action':
    'Is planned on each call, since the best plan depends on how frequent the action is; the small log is planned once and read whole',
  'administrator: GET /audit-log?from': 'Returns a page that the small business does not fill',
  'administrator: GET /audit-log?search': words,
  'administrator: GET /books/outstanding': 'Sums up what moved since midnight',
  'administrator: GET /challenge/attempts?search': words,
  'administrator: GET /challenge/disputes': 'Returns a page that the small business does not fill',
  'administrator: GET /gift-card/all': 'Counts the codes in stock of each card, up to ten thousand',
  'administrator: GET /gift-card/all-gift-card-request': countedUpTo,
  'administrator: GET /gift-card/waiting-requests':
    'Counts the cards that wait for delivery, which is work to do',
  'administrator: GET /giveaways/:id/participants?search': words,
  'administrator: GET /outgoing-webhooks/:id/sends': deeper,
  'administrator: GET /super-admin/get-all-users?search': words,
  'administrator: GET /super-admin/users/:id': ofUser,
  'administrator: GET /super-admin/users/:id/payments': ofUser,
  'administrator: GET /super-admin/users/:id/play': spent,
  'busy player: GET /leaderboard': ahead,
  'busy player: POST /cart/checkout': held,
  'busy player: POST /gift-card/buy-gift-card/:id': held,
  'busy player: GET /play': spent,
  'busy player: GET /events/mine': 'Sums up what one player got from each running event',
  'player: GET /leaderboard': ahead,
  'player: POST /auth/exchange':
    'Writes to random index pages, which go to the log whole after a checkpoint: 13 KB per sign-in, on the small business 1.5 KB',
};

/**
 * Statements whose reads grow only up to a limit, so they aren't counted. Lists count the rows found, but only up to
 * ten thousand.
 */
export const hasEnd = /select count\(\*\) from \( ?select .* limit \$\d+\) \w+/;

/** A name without a query also matches calls with one, but not calls to addresses below it. */
const isNamed = (name: string, beginning: string) =>
  name === beginning || name.startsWith(beginning.includes('?') ? beginning : `${beginning}?`);

const reasonIn = (reasons: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(reasons).find(([beginning]) => isNamed(name, beginning))?.[1];

/** Why a call may read more rows on a larger business. */
export const getException = (name: string) => reasonIn(exceptions, name);

/** Why a call may take longer on a larger business. */
export const getReasonForLonger = (name: string) => getException(name) ?? reasonIn(slower, name);
