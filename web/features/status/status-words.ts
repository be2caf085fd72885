// SPDX-License-Identifier: Apache-2.0

import type { StatusReport } from '../../../contract/status.ts';
import { formatDateTime, plural } from '../../lib/format.ts';

type Told = StatusReport['parts'][number];
type IncidentPart = StatusReport['incidents'][number]['part'];

const partNames: Record<IncidentPart, string> = {
  'sign-in': 'Signing in',
  challenges: 'Challenges and results',
  payments: 'Buying coins',
  shop: 'Gift cards',
  messages: 'Mail and messages',
  site: 'The whole site',
};

/** A page that was opened before the last release does not know newer parts. */
export function getPartName(part: IncidentPart): string {
  return partNames[part] ?? part.replaceAll('-', ' ');
}

export const stateNames = { working: 'Works', disturbed: 'Disturbed', down: 'Down' } as const;

const words: Record<Told['part'], Record<Told['state'], string>> = {
  'sign-in': {
    working: 'Signing in works. Who is signed in stays so.',
    disturbed: 'Some sign-ins fail. Trying again usually helps; who is signed in stays so.',
    down: 'Signing in mostly fails at the moment. Who is signed in stays so.',
  },
  challenges: {
    working: 'Entries are taken, and results come in time.',
    disturbed: 'Running challenges are read with a delay. Nothing is lost, and late readings count.',
    down: 'Results wait at the moment. Nothing is lost: they are decided later, or the entry fee comes back.',
  },
  payments: {
    working: 'Card payments get through, and coins follow within seconds.',
    disturbed: 'Some card payments fail or take longer. Coins that were paid for follow by themselves.',
    down: 'Card payments do not get through at the moment. Coins that were paid for follow by themselves.',
  },
  shop: {
    working: 'Gift cards can be bought, and their codes shown.',
    disturbed: 'Some orders fail. Coins leave only with an order that went through.',
    down: 'Orders fail at the moment. Coins leave only with an order that went through.',
  },
  messages: {
    working: 'Mail and messages go out as things happen.',
    disturbed: 'Mail and messages are late. They follow by themselves.',
    down: 'Mail and messages are very late. They follow by themselves.',
  },
};

/** Delays that nobody would notice are not mentioned. */
const tellLateFromSeconds = 180;

/** What a player should know about the part, in plain words. */
export function partWords({ part, state, lateSeconds }: Told): string {
  const said = words[part]?.[state] ?? '';
  if (state === 'working' || lateSeconds < tellLateFromSeconds) return said;
  const minutes = Math.round(lateSeconds / 60);
  const late = minutes < 120 ? plural(minutes, 'minute') : plural(Math.round(minutes / 60), 'hour');
  return `${said} The delay is about ${late}.`.trim();
}

/** The overall state in one line, the worst first. */
export function headline({ lookedAt, isDatabaseAway, parts }: StatusReport): string {
  if (isDatabaseAway) return 'Our database does not answer';
  if (lookedAt === null) return 'Not looked at yet';
  const named = (state: Told['state'], label: string) => {
    const names = parts.filter((told) => told.state === state).map(({ part }) => getPartName(part));
    return names.length > 0 ? [`${label}: ${names.join(', ')}`] : [];
  };
  const said = [...named('down', 'Not working'), ...named('disturbed', 'Disturbed')];
  return said.join('. ') || 'Everything works';
}

/** Why nothing can be started, bought or paid, and until when. */
export function maintenanceWords({ reason, until }: NonNullable<StatusReport['maintenance']>): string {
  return `${reason}. You can start, buy and pay again when it is done, planned for ${formatDateTime(until)}. Running challenges are read as usual, and your coins and codes are safe.`;
}
