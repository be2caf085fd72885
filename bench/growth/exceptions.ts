// SPDX-License-Identifier: Apache-2.0

const span =
  'Sums up what happened in the days asked for, found by their index, on the three connections for reports';

/**
 * Calls that may take longer the more data there are, each with its reason. Keyed by the call's name, or by its beginning up
 * to a part of its query.
 */
export const exceptions: Readonly<Record<string, string>> = {
  'administrator: GET /overview?': span,
  'administrator: GET /books?': span,
  'administrator: GET /overview/growth': span,
  'administrator: GET /events/:id/payouts': 'Adds up the very list that sending would pay',
  'busy player: GET /transaction/history?type':
    'Looks through the entries of one player for those of a type: an index for it would be written with every transfer',
};

const countedUpTo = 'Says how many there are, counted up to an end';
const words = 'Looks through all words that hold the three letters of the search that are rarest';
const ahead = 'Counts up to a thousand places from the mark before: the small business has fewer';
const ofUser = 'Says how many there are of one user, counted up to a thousand';
const deeper =
  'Looks up the event of each send by its key, in an index of three levels where the small business has one: two pages more for each of 26';
const held =
  'Walks through what one player got in the days for which coins bought by card are held, where an operator holds them';
const spent = 'Adds up what one player entered in the last month';

/**
 * Calls that may take longer at ten million transfers, each with its reason, but may not read more than 1.2 times as many
 * rows (plus 250) with four times as much data: `tests/growth.test.ts` checks that.
 */
export const slower: Readonly<Record<string, string>> = {
  'administrator: GET /audit-log?action':
    'Is planned at each call, which takes longer than reading: how an action is found soonest depends on how many there are of it. The small log is planned once, to be read whole',
  'administrator: GET /audit-log?from': 'A page that the small business does not fill',
  'administrator: GET /audit-log?search': words,
  'administrator: GET /books/outstanding': 'Adds up what moved since midnight',
  'administrator: GET /challenge/attempts?search': words,
  'administrator: GET /challenge/disputes': 'A page that the small business does not fill',
  'administrator: GET /gift-card/all': 'Counts the codes in stock of each card, up to ten thousand',
  'administrator: GET /gift-card/all-gift-card-request': countedUpTo,
  'administrator: GET /gift-card/waiting-requests':
    'Counts the cards that wait for delivery, which is work that is there to be done',
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
  'busy player: GET /events/mine': 'Adds up what one player got of each event that goes on',
  'player: GET /leaderboard': ahead,
  'player: POST /auth/exchange':
    'Writes to a random place of each index it touches: after a checkpoint those pages go to the log whole, 13 KB a sign-in where the small business, whose pages are all there already, logs 1.5 KB',
};

/**
 * Statements that read more of a larger business, but only up to a limit, and are not counted: lists say how many rows were
 * found, and above ten thousand only that there are more.
 */
export const hasEnd = /select count\(\*\) from \( ?select .* limit \$\d+\) \w+/;

/** A call without a query also stands for those with one, but not for addresses below its own. */
const isNamed = (name: string, beginning: string) =>
  name === beginning || name.startsWith(beginning.includes('?') ? beginning : `${beginning}?`);

const reasonIn = (reasons: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(reasons).find(([beginning]) => isNamed(name, beginning))?.[1];

/** Why a call may read more rows on a larger business. */
export const getException = (name: string) => reasonIn(exceptions, name);

/** Why a call may take longer on a larger business. */
export const getReasonForLonger = (name: string) => getException(name) ?? reasonIn(slower, name);
