// SPDX-License-Identifier: Apache-2.0

import { gameOf } from '../../../contract/games/games.ts';
import type { StatusReport } from '../../../contract/status.ts';
import { formatDateTime, plural } from '../../lib/format.ts';

type Told = StatusReport['parts'][number];
type IncidentPart = StatusReport['incidents'][number]['part'];

const partNames: Record<IncidentPart, string> = {
  'sign-in': 'Signing in',
  challenges: 'Challenges and results',
  payments: 'Buying coins',
  shop: 'Gift cards',
  messages: 'Mail and notifications',
  site: 'The whole site',
};

/** A page opened before the last release may not know a newer part. */
export function getPartName(part: IncidentPart): string {
  return partNames[part] ?? part.replaceAll('-', ' ');
}

export const stateNames = { working: 'Works', disturbed: 'Degraded', down: 'Down' } as const;

const words: Record<Told['part'], Record<Told['state'], string>> = {
  'sign-in': {
    working: 'Signing in works. You stay signed in.',
    disturbed: 'Some sign-ins fail. Try again. You stay signed in.',
    down: 'Most sign-ins fail right now. You stay signed in.',
  },
  challenges: {
    working: 'You can enter challenges, and results arrive on time.',
    disturbed: 'Results are delayed. Nothing is lost, and late stats count.',
    down: 'Results are paused. Nothing is lost: we decide later or refund the entry fee.',
  },
  payments: {
    working: 'Card payments work, and coins arrive within seconds.',
    disturbed: 'Some card payments fail or take longer. If you paid, your coins arrive automatically.',
    down: 'Card payments don’t work right now. If you paid, your coins arrive automatically.',
  },
  shop: {
    working: 'You can buy gift cards and see their codes.',
    disturbed: 'Some orders fail. You pay only when an order succeeds.',
    down: 'Orders fail right now. You pay only when an order succeeds.',
  },
  messages: {
    working: 'Mail and notifications arrive on time.',
    disturbed: 'Mail and notifications are late. They’ll arrive automatically.',
    down: 'Mail and notifications are very late. They’ll arrive automatically.',
  },
};

/** Shorter delays aren't mentioned, because nobody would notice them. */
const minShownDelaySeconds = 180;

/** What players should know about the part's state. */
export function partWords({ part, state, lateSeconds, games }: Told): string {
  const said = words[part]?.[state] ?? '';
  if (state === 'working') return said;
  const ofGames = (games ?? []).filter((one) => one.state !== 'working');
  // Of something that all games need.
  const isLater = ofGames.every((one) => one.lateSeconds < lateSeconds);
  const late =
    isLater && lateSeconds >= minShownDelaySeconds ? [`The delay is about ${lateWords(lateSeconds)}.`] : [];
  return [said, ...late, ...ofGames.map(gameWords)].join(' ').trim();
}

function lateWords(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour');
}

/** Of a game that doesn't work as usual. */
function gameWords({ game, state, lateSeconds }: NonNullable<Told['games']>[number]): string {
  const late = lateSeconds < minShownDelaySeconds ? '' : `, about ${lateWords(lateSeconds)} late`;
  return `${gameOf({ game }).name}: ${stateNames[state].toLowerCase()}${late}.`;
}

/** The overall state in one line, by the worst part. */
export function headline({ lookedAt, isDatabaseAway, parts }: StatusReport): string {
  if (isDatabaseAway) return 'Our database doesn’t answer';
  if (lookedAt === null) return 'Not checked yet';
  const named = (state: Told['state'], label: string) => {
    const names = parts.filter((told) => told.state === state).map(({ part }) => getPartName(part));
    return names.length > 0 ? [`${label}: ${names.join(', ')}`] : [];
  };
  const said = [...named('down', 'Not working'), ...named('disturbed', 'Degraded')];
  return said.join('. ') || 'Everything works';
}

/** Why players can't start, buy or pay anything, and until when. */
export function maintenanceWords({ reason, until }: NonNullable<StatusReport['maintenance']>): string {
  return `${reason}. You can start, buy and pay again when it is done, planned for ${formatDateTime(until)}. Running challenges still finish, and your coins and codes are safe.`;
}
