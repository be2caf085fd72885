// SPDX-License-Identifier: Apache-2.0

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what a report quotes of the sources
import { alike } from './alike.ts';

/** Those about players, accounts and challenges: see typescript-equivalents.ts. */
export const playerEquivalents: Record<string, string> = {
  'server/features/accounts/deletion/routes.ts /^Bearer / -> /Bearer /':
    'no header that a session came with has it further on',
  'server/features/accounts/deletion/routes.ts \'\' -> "Stryker was here!"':
    'what is kept of a session and what is looked for change alike',
  'server/features/accounts/deletion/routes.ts \'\' -> "Stryker was here!" #2':
    'without a header any text is no session’s',
  'server/features/accounts/export/archives.ts [] -> ["Stryker was here"]': 'no draft has such a name',
  'server/features/accounts/export/export-player.ts true -> false #3': 'the folder is there',
  'server/features/accounts/export/forget-exports.ts from < there.length -> from <= there.length':
    'looks for none once more',
  ...alike('finds the same: only how an index is read, which is measured as the business grows', [
    "server/features/challenges/attempts/attempt-store.ts statuses && !search && isPractice !== 'true' -> false",
    "server/features/challenges/attempts/attempt-store.ts isPractice !== 'true' -> true",
    "server/features/challenges/attempts/attempt-store.ts isPractice !== 'true' -> isPractice === 'true'",
  ]),
  'server/features/challenges/attempts/list-all-attempts.ts [] -> ["Stryker was here"]':
    'without a search nobody looks at it',
  'server/features/challenges/entries/start-attempt.ts false -> true': 'it is set before anybody looks at it',
  ...alike('only what is ready, or was, has a time at which it expires', [
    "server/features/accounts/export/views.ts status === 'ready' -> true",
    "server/features/accounts/export/views.ts status === 'ready' && expiresAt !== null -> status === 'ready' || expiresAt !== null",
  ]),
  'server/features/accounts/export/make-exports.ts -1 -> +1': 'the first time is told with any number',
  'server/features/accounts/export/make-exports.ts kept.signal.aborted -> false':
    'what was kept is kept, and why it was not was said before',
  'server/features/challenges/epic-accounts/epic-account-store.ts own.key !== account.key || own.name !== account.name -> true':
    'writes what is there',
  'server/features/challenges/performance/read-performance.ts new Date(clock.now().getTime() - (days - 1) * dayMs).toISOString().slice(0, 10) -> new Date(clock.now().getTime() - (days - 1) * dayMs).toISOString()':
    'the statement takes the day of it',
  'server/features/accounts/feature.ts ports.sessions.forget(`${(approved.input as { userId: string }).userId}`); -> ;':
    'every process hears of it from the database once it is committed, this one too',
  'server/features/accounts/feature.ts `${(approved.input as { userId: string }).userId}` -> ``':
    'every process hears of it from the database once it is committed, this one too',
  'server/features/accounts/handles/screen.ts [] -> ["Stryker was here"]': 'no handle has such a word',
  'server/features/accounts/handles/screen.ts [] -> ["Stryker was here"] #2':
    'the library’s list is there, and no handle has such a word',
  'server/features/accounts/roles/role-store.ts [] -> ["Stryker was here"]': 'every player’s role is there',
  'server/features/accounts/rules.ts \'\' -> "Stryker was here!" #3': 'what is split has a first part',
  ...alike('of an address whose other signs differ its letters differ too', [
    'server/features/accounts/rules.ts /\\P{ASCII}+/gu -> /\\P{ASCII}/gu',
    'server/features/accounts/rules.ts /\\P{ASCII}+/gu -> /\\p{ASCII}+/gu',
  ]),
  'server/features/accounts/second-factor/authenticator-app.ts { size: secretBytes } -> {}':
    'as many as the library takes by itself',
  "server/features/challenges/readings/read-attempt.ts answer.kind === 'private' -> true":
    'only spares a question that nobody looks at the answer of',
  'server/features/challenges/readings/read-attempt.ts readings.length - 1 -> readings.length + 1':
    'a final verdict always says by which reading',
  'server/features/challenges/receipts/draw-share-picture.ts after + getWidth(long, 29) < left + playerWidth -> after + getWidth(long, 29) <= left + playerWidth':
    'a width to the last bit of it',
  "server/features/challenges/receipts/share-receipt.ts one.kind === 'fault' -> true":
    'the contract takes the field out of what is no fault',
  'server/features/accounts/sessions/sessions.ts changes++ -> changes--':
    'a number that went down tells changes as well',
  'server/features/accounts/sessions/sessions.ts idleAt < expiresAt -> idleAt <= expiresAt':
    'the same moment either way',
  'server/features/challenges/export-attempts.ts page.length === attemptsPerPage -> true':
    'reads one page more, which is empty',
  "server/features/challenges/readings/read-attempt.ts answer.kind === 'busy' -> true":
    'nobody asks it of another answer',
  ...alike('what is not there, or is this, is signed by nobody', [
    'server/features/accounts/sign-in/cookies.ts \'\' -> "Stryker was here!" #3',
    'server/features/accounts/sign-in/cookies.ts \'\' -> "Stryker was here!" #4',
    'server/features/accounts/sign-in/cookies.ts \'\' -> "Stryker was here!" #5',
  ]),
  'server/features/accounts/sign-in/complete-sign-in.ts true -> false':
    'without a code nobody is asked whose it is',
  'server/features/accounts/sign-in/complete-sign-in.ts \'\' -> "Stryker was here!"':
    'without an address neither text becomes another',
  'server/features/accounts/sessions/sessions.ts \'\' -> "Stryker was here!"':
    'every browser has a name of its device',
  'server/features/accounts/users/edit-user.ts delta === 0 -> false':
    'no coins are above no limit: only spares the question',
  'server/features/accounts/users/edit-user.ts before === after -> false': 'moves nothing, in no part',
};
